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

  /** Whether there is anything for which a worker that is about to park must stay. */
  final BooleanSupplier workToStayFor = this::isWorkToStayFor;

  /** Whether there is anything for which a worker that has found enough must wake another one. */
  final BooleanSupplier workForAnother = this::isWorkForAnother;

  /** What the one who watches saw of the others' progress, and when. Its own to read and write. */
  final int[] progressSeen;

  long progressSeenNanos;

  WorkStealingPolicy(Composition composition) {
    injection = composition.newInjection();
    idle = composition.newIdle();
    wakeRule = composition.newWakeRule();
    workers = new WorkStealingWorker[composition.context().workers()];
    progressSeen = new int[workers.length];
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

  private boolean isWorkForAnother() {
    return isWorkToStayFor() || (!idle.isWatched() && isAnyQueueFilled());
  }

  private boolean isWorkToStayFor() {
    if (!injection.isEmpty()) {
      return true;
    }
    for (WorkStealingWorker worker : workers) {
      int tasks = worker.queue.stealable();
      if ((tasks > 0 && !worker.isFew(tasks)) || (worker.isSlotShared() && !worker.isSlotEmpty())) {
        return true;
      }
    }
    return false;
  }

  /** Whether anybody's queue has a task, and be it one. */
  boolean isAnyQueueFilled() {
    for (WorkStealingWorker worker : workers) {
      if (worker.queue.stealable() > 0) {
        return true;
      }
    }
    return false;
  }

  /** The calling worker, which watches, has seen how far the others are. */
  void seeProgress(long nowNanos) {
    for (int i = 0; i < workers.length; i++) {
      progressSeen[i] = workers[i].queue.progress();
    }
    progressSeenNanos = nowNanos;
  }
}
