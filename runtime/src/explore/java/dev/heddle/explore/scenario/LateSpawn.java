package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.TaskCancelledException;

/**
 * While the runtime is closed a thread spawns a single task: so few steps that it often comes
 * between the last look at the queues and their end. If the task was taken, it ends.
 */
public final class LateSpawn extends RuntimeScenario {
  public LateSpawn(String strategy, int workers) {
    super(strategy, workers);
  }

  @Override
  public void run() throws Exception {
    HeddleRuntime runtime = start();
    Idle task = new Idle();
    Thread other = new Thread(() -> spawnAndJoin(runtime, task), "other outside");
    other.start();
    runtime.close();
    other.join();
    task.checkEnded();
  }

  private static void spawnAndJoin(HeddleRuntime runtime, Idle task) {
    try {
      runtime.spawn(task).join();
      check(false, "a task that waits for ever came to an end");
    } catch (IllegalStateException closed) {
      check(task.isFinished(), "refused and not finished");
    } catch (TaskCancelledException cancelled) {
      check(task.isFinished(), "cancelled and not finished");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static final class Idle extends Watched<String> {
    @Override
    Poll body(Context context) {
      return Poll.PENDING;
    }
  }
}
