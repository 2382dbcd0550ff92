package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** An {@link ArrayDeque} under a lock: a FIFO for all together. O(1). */
public final class LockedFifo extends SharedFifo {
  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<Task<?>> queue = new ArrayDeque<>();

  /** The queue's length, written under the lock: lets others see emptiness without it. */
  private volatile int length;

  @Override
  public int add(Task<?> task) {
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
  public @Nullable Task<?> poll() {
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

  @Override
  public int length() {
    return length;
  }
}
