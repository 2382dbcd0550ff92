package dev.heddle.strategies;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.WorkerPolicy;
import java.util.function.BooleanSupplier;

/**
 * Work stealing after Tokio's multi-thread scheduler. Each worker has a {@link Ring} and, if
 * wanted, a LIFO slot in front of it; all share an {@link InjectionQueue}. What a worker does in
 * which order stands in {@link WorkStealingWorker}; here is what the workers share.
 */
final class WorkStealingPolicy implements Policy {
  final InjectionQueue injection;
  final IdleWorkers idle;
  private final WorkStealingWorker[] workers;

  /** Whether there is anything that some worker could take from where it is. */
  final BooleanSupplier anyWork = this::anyWork;

  WorkStealingPolicy(PolicyContext context, int ringCapacity, boolean lifo) {
    int count = context.workers();
    injection = new InjectionQueue(count);
    idle = new IdleWorkers(context);
    workers = new WorkStealingWorker[count];
    for (int i = 0; i < count; i++) {
      Ring ring = new Ring(ringCapacity, count > 1);
      workers[i] = new WorkStealingWorker(this, i, ring, lifo, context.counters(i));
    }
  }

  @Override
  public WorkerPolicy worker(int index) {
    return workers[index];
  }

  @Override
  public void inject(Task<?> task) {
    if (injection.push(task)) {
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

  Ring ring(int worker) {
    return workers[worker].ring;
  }

  private boolean anyWork() {
    if (!injection.isEmpty()) {
      return true;
    }
    for (WorkStealingWorker worker : workers) {
      if (worker.ring.size() > 0) {
        return true;
      }
    }
    return false;
  }
}
