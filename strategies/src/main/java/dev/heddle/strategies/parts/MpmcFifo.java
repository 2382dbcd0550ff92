package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * JCTools' bounded queue for many producers and consumers (Vyukov's, in which every slot has a
 * sequence number of its own), and behind it a list under a lock for what does not fit. Lock-free
 * as long as everything fits.
 *
 * <p>While the list holds something, new tasks go behind it, and consumers empty the array first:
 * so the order is FIFO, but for tasks that are added while the list is about to be empty or the
 * array about to be full, which may change places with others added at the same moment.
 */
public final class MpmcFifo extends SharedFifo {
  private final MpmcVarHandleArrayQueue<Task<?>> array;
  private final LockedInjection list = new LockedInjection(1);

  /**
   * An empty queue.
   *
   * @param capacity of the array; a power of two, at least 2
   */
  public MpmcFifo(int capacity) {
    array = new MpmcVarHandleArrayQueue<>(capacity);
  }

  @Override
  public int add(Task<?> task) {
    if (!list.isEmpty() || !array.offer(task)) {
      list.push(task);
    }
    return length();
  }

  @Override
  public @Nullable Task<?> poll() {
    Task<?> task = array.poll();
    return task != null ? task : list.poll();
  }

  @Override
  public int length() {
    return array.size() + (int) list.depth();
  }
}
