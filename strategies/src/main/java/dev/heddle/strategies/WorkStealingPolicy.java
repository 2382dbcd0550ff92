package dev.heddle.strategies;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.WorkerPolicy;
import dev.heddle.strategies.parts.Idle;
import dev.heddle.strategies.parts.Injection;
import dev.heddle.strategies.parts.LocalQueue;
import dev.heddle.strategies.parts.WakeRule;
import java.util.function.BooleanSupplier;

/**
 * Work stealing: each worker has a {@link LocalQueue} with a slot in front of it, all share an
 * {@link Injection}. What a worker does in which order stands in {@link WorkStealingWorker}; here
 * is what the workers share.
 */
final class WorkStealingPolicy implements Policy {
  final Injection injection;
  final Idle idle;
  final WakeRule wakeRule;
  private final WorkStealingWorker[] workers;

  /** Whether there is anything that some worker could take from where it is. */
  final BooleanSupplier anyWork = this::anyWork;

  WorkStealingPolicy(Composition composition) {
    injection = composition.newInjection();
    idle = composition.newIdle();
    wakeRule = composition.newWakeRule();
    workers = new WorkStealingWorker[composition.context().workers()];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = composition.newWorker(this, i);
    }
  }

  @Override
  public WorkerPolicy worker(int index) {
    return workers[index];
  }

  @Override
  public void inject(Task<?> task) {
    if (wakeRule.onInjection(injection.push(task))) {
      idle.wakeOne();
    }
  }

  @Override
  public long injectionDepth() {
    return injection.depth();
  }

  int workers() {
    return workers.length;
  }

  LocalQueue queue(int worker) {
    return workers[worker].queue;
  }

  WorkStealingWorker workerAt(int index) {
    return workers[index];
  }

  private boolean anyWork() {
    if (!injection.isEmpty()) {
      return true;
    }
    for (WorkStealingWorker worker : workers) {
      if (worker.queue.stealable() > 0 || (worker.isSlotShared() && !worker.isSlotEmpty())) {
        return true;
      }
    }
    return false;
  }
}
