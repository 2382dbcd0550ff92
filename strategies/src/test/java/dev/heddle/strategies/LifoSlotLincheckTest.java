package dev.heddle.strategies;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.WorkerCounters;
import dev.heddle.runtime.spi.Distance;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.strategies.parts.Numbered;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A worker with a LIFO slot and a ring so small that it overflows, against another worker that
 * searches and an outside thread that injects: every task is taken exactly once. Which worker gets
 * which is a matter of chance, so there is no sequential model, only this sum at the end.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES) // alone ten seconds, on a busy machine over a minute
class LifoSlotLincheckTest {

  @Test
  void nothingIsLostOrDoubledBetweenTheSlotTheRingAndAThief() {
    new ModelCheckingOptions()
        .threads(3)
        .actorsPerThread(3)
        .iterations(10)
        .invocationsPerIteration(300)
        .check(TwoWorkers.class);
  }

  public static class TwoWorkers {
    private final WorkStealingPolicy policy =
        new WorkStealingPolicy(
            new Composition(new Alone(), Options.defaults().with(Composition.RING, 2)));
    private final WorkStealingWorker owner = (WorkStealingWorker) policy.worker(0);
    private final WorkStealingWorker thief = (WorkStealingWorker) policy.worker(1);
    private final List<Task<?>> takenByOwner = new ArrayList<>();
    private final List<Task<?>> takenByThief = new ArrayList<>();
    private int offers;
    private int injections;

    @Operation(nonParallelGroup = "owner")
    public void offer() {
      owner.offer(new Numbered(offers++));
    }

    @Operation(nonParallelGroup = "owner")
    public void requeue() {
      owner.requeue(new Numbered(offers++));
    }

    @Operation(nonParallelGroup = "owner")
    public void take() {
      keep(takenByOwner, owner.take());
    }

    @Operation(nonParallelGroup = "thief")
    public void search() {
      Task<?> task = thief.take();
      keep(takenByThief, task != null ? task : thief.search());
    }

    @Operation(nonParallelGroup = "outside")
    public void inject() {
      policy.inject(new Numbered(- ++injections));
    }

    private static void keep(List<Task<?>> taken, @Nullable Task<?> task) {
      if (task != null) {
        taken.add(task);
      }
    }

    @Validate
    public void everyTaskIsTakenOnce() {
      boolean[] seen = new boolean[offers + injections];
      takenByOwner.forEach(task -> mark(seen, task));
      takenByThief.forEach(task -> mark(seen, task));
      for (WorkStealingWorker worker : List.of(owner, thief)) {
        for (Task<?> task = worker.take(); task != null; task = worker.take()) {
          mark(seen, task);
        }
      }
      for (int i = 0; i < seen.length; i++) {
        if (!seen[i]) {
          throw new IllegalStateException(
              "lost " + (i < offers ? "offer " + i : "an injected one"));
        }
      }
    }

    private void mark(boolean[] seen, Task<?> task) {
      int number = ((Numbered) task).number;
      int place = number < 0 ? offers - number - 1 : number;
      if (seen[place]) {
        throw new IllegalStateException("taken twice: " + number);
      }
      seen[place] = true;
    }
  }

  /** What two workers see of a runtime whose threads are all awake. */
  private static final class Alone implements PolicyContext {
    private final WorkerCounters[] counters = {new WorkerCounters(), new WorkerCounters()};

    @Override
    public int workers() {
      return counters.length;
    }

    @Override
    public void unpark(int worker) {}

    @Override
    public WorkerCounters counters(int worker) {
      return counters[worker];
    }

    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public Distance distance(int worker, int other) {
      return Distance.CORE;
    }

    @Override
    public Options options() {
      return Options.defaults();
    }
  }
}
