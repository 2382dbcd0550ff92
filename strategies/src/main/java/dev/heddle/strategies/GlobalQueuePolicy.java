package dev.heddle.strategies;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One FIFO under one lock. It wakes workers by the same rule as work stealing does, so that the two
 * differ in their queues alone: a worker that queues a first task will take it itself, the second
 * one is for another worker.
 */
final class GlobalQueuePolicy implements Policy {
  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<Task<?>> queue = new ArrayDeque<>();
  private final IdleWorkers idle;
  private final BooleanSupplier anyWork = this::anyWork;

  /** The queue's length, written under the lock: lets others see emptiness without it. */
  private volatile int length;

  GlobalQueuePolicy(PolicyContext context) {
    idle = new IdleWorkers(context);
  }

  @Override
  public void offer(Task<?> task, int worker) {
    if (add(task) == 2) {
      idle.wakeOne();
    }
  }

  @Override
  public void requeue(Task<?> task, int worker) {
    offer(task, worker);
  }

  @Override
  public void inject(Task<?> task) {
    add(task);
    idle.wakeOne();
  }

  /** Returns the length after. */
  private int add(Task<?> task) {
    lock.lock();
    try {
      queue.addLast(task);
      int after = queue.size();
      length = after;
      return after;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable Task<?> take(int worker) {
    if (length == 0) {
      return null;
    }
    Task<?> task;
    lock.lock();
    try {
      task = queue.pollFirst();
      length = queue.size();
    } finally {
      lock.unlock();
    }
    if (task != null && idle.isSearching(worker)) {
      idle.found(worker, anyWork);
    }
    return task;
  }

  /** There is nowhere else to look. */
  @Override
  public @Nullable Task<?> search(int worker) {
    return null;
  }

  @Override
  public boolean sleep(int worker) {
    return idle.park(worker, anyWork, anyWork);
  }

  @Override
  public void awake(int worker) {
    idle.unparked(worker);
  }

  private boolean anyWork() {
    return length > 0;
  }
}
