package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.TaskCancelledException;
import java.util.ArrayList;
import java.util.List;

/**
 * While the runtime is closed a thread spawns three tasks, one of which spawns a fourth and one of
 * which waits for ever, and joins what it spawned: every task ends, every join ends.
 */
public final class SpawnAgainstClose extends RuntimeScenario {
  public SpawnAgainstClose(String strategy, int workers) {
    super(strategy, workers);
  }

  @Override
  public void run() throws Exception {
    HeddleRuntime runtime = start();
    List<Watched<String>> spawned = new ArrayList<>();
    Spawner spawner = new Spawner();
    Thread other = new Thread(() -> spawnAndJoin(runtime, spawner, spawned), "other outside");
    other.start();
    runtime.close();
    other.join();
    spawned.forEach(Watched::checkEnded);
    if (spawner.spawned) {
      spawner.child.checkEnded();
    }
  }

  private static void spawnAndJoin(
      HeddleRuntime runtime, Spawner spawner, List<Watched<String>> spawned) {
    try {
      for (Watched<String> task : List.of(new Idle(), spawner, new Idle())) {
        runtime.spawn(task);
        spawned.add(task);
      }
    } catch (IllegalStateException closed) {
      // From here on nobody can spawn; what was spawned before must still end.
    }
    for (Watched<String> task : spawned) {
      try {
        check(task.join().equals("spawned"), "the value is wrong");
      } catch (TaskCancelledException cancelled) {
        check(task.isFinished(), "cancelled and not finished");
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static final class Idle extends Watched<String> {
    @Override
    Poll body(Context context) {
      return Poll.PENDING;
    }
  }

  private static final class Spawner extends Watched<String> {
    private final Idle child = new Idle();
    private boolean spawned;

    @Override
    Poll body(Context context) {
      try {
        context.runtime().spawn(child);
        spawned = true;
      } catch (IllegalStateException closed) {
        return done("spawned"); // it was closing already, but this poll had begun
      }
      return done("spawned");
    }
  }
}
