package dev.heddle.workloads;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.WorkerPolicy;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The plainest policy that is right: one queue under a lock, and everybody is woken always. Or one
 * that is wrong: of every so many tasks that become runnable it queues one another number of times.
 */
final class QueuePolicy implements Policy, WorkerPolicy {
  private final PolicyContext context;
  private final int every;
  private final int copies;
  private final ArrayDeque<Task<?>> queue = new ArrayDeque<>();
  private int arrivals;

  /**
   * @param every one in how many is treated wrongly
   * @param copies how many times that one is queued; 1 is right
   */
  QueuePolicy(PolicyContext context, int every, int copies) {
    this.context = context;
    this.every = every;
    this.copies = copies;
  }

  @Override
  public WorkerPolicy worker(int index) {
    return this;
  }

  private void enqueue(Task<?> task) {
    synchronized (queue) {
      int times = ++arrivals % every == 0 ? copies : 1;
      for (int i = 0; i < times; i++) {
        queue.add(task);
      }
    }
    for (int worker = 0; worker < context.workers(); worker++) {
      context.unpark(worker);
    }
  }

  @Override
  public void offer(Task<?> task) {
    enqueue(task);
  }

  @Override
  public void inject(Task<?> task) {
    enqueue(task);
  }

  @Override
  public void requeue(Task<?> task) {
    enqueue(task);
  }

  @Override
  public @Nullable Task<?> take() {
    synchronized (queue) {
      return queue.poll();
    }
  }

  @Override
  public boolean sleep() {
    synchronized (queue) {
      return queue.isEmpty();
    }
  }
}
