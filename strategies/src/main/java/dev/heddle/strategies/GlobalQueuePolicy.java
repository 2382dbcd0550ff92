package dev.heddle.strategies;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.WorkerPolicy;
import dev.heddle.strategies.parts.Idle;
import dev.heddle.strategies.parts.IdleWorkers;
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
  private final Idle idle;

  /** The queue's length, written under the lock: lets others see emptiness without it. */
  private volatile int length;

  /** Made once, because parking allocates nothing. */
  private final BooleanSupplier anyWork = this::isNotEmpty;

  GlobalQueuePolicy(PolicyContext context) {
    idle = new IdleWorkers(context);
  }

  @Override
  public WorkerPolicy worker(int index) {
    return new Side(index);
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

  private @Nullable Task<?> poll() {
    if (length == 0) {
      return null;
    }
    lock.lock();
    try {
      Task<?> task = queue.pollFirst();
      length = queue.size();
      return task;
    } finally {
      lock.unlock();
    }
  }

  private boolean isNotEmpty() {
    return length > 0;
  }

  @Override
  public long injectionDepth() {
    return length;
  }

  private final class Side implements WorkerPolicy {
    private final int index;
    private boolean searching;

    Side(int index) {
      this.index = index;
    }

    @Override
    public void offer(Task<?> task) {
      if (add(task) == 2) {
        idle.wakeOne();
      }
    }

    @Override
    public void requeue(Task<?> task) {
      offer(task);
    }

    @Override
    public @Nullable Task<?> take() {
      Task<?> task = poll();
      if (task != null && searching) {
        searching = false;
        idle.found(anyWork);
      }
      return task;
    }

    @Override
    public boolean sleep() {
      boolean wasSearching = searching;
      searching = false;
      if (idle.park(index, wasSearching, anyWork, anyWork)) {
        return true;
      }
      searching = idle.stayed(index);
      return false;
    }

    @Override
    public void awake() {
      searching = idle.unparked(index);
    }
  }
}
