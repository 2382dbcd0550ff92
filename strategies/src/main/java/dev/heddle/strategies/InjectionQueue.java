package dev.heddle.strategies;

import dev.heddle.runtime.Task;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The queue into which tasks come from outside the workers, and into which full rings overflow.
 * Unbounded, FIFO for each producer, and without an allocation: tasks are linked by {@link
 * Task#link}.
 *
 * <p>Producers push onto a Treiber stack, lock-free. Consumers take from a list in arrival order
 * under a try-lock; when it is empty, its holder takes the whole stack at once and reverses it. A
 * consumer that does not get the lock goes away: whoever holds it is taking tasks.
 */
final class InjectionQueue extends InjectionList {
  private static final VarHandle TOP;
  private static final VarHandle LOCK;
  private static final VarHandle FRONT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      TOP = lookup.findVarHandle(InjectionTop.class, "top", Task.class);
      LOCK = lookup.findVarHandle(InjectionList.class, "lock", int.class);
      FRONT = lookup.findVarHandle(InjectionList.class, "front", Task.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The most tasks a worker takes at once. */
  private static final int MAX_BATCH = 128;

  private final int workers;

  InjectionQueue(int workers) {
    this.workers = workers;
  }

  /**
   * Adds a task. Any thread.
   *
   * @return whether nothing had been pushed since the consumers last took the stack: then, and only
   *     then, one of them must be told
   */
  boolean push(Task<?> task) {
    return push(task, task);
  }

  /** Adds a chain of tasks as one, in order. */
  boolean push(Chain chain) {
    Task<?> at = chain.first;
    Task<?> reversed = null;
    Task<?> first = at;
    while (at != null) {
      Task<?> next = at.link();
      at.link(reversed);
      reversed = at;
      at = next;
    }
    return first != null && reversed != null && push(reversed, first);
  }

  /** Adds tasks linked from {@code newest} to {@code oldest}. */
  @SuppressWarnings("ReferenceEquality") // the same task, not an equal one
  private boolean push(Task<?> newest, Task<?> oldest) {
    Task<?> top = (Task<?>) TOP.getOpaque(this);
    for (; ; ) {
      oldest.link(top);
      // Release, as part of the CAS: who sees the top sees the links.
      Task<?> witness = (Task<?>) TOP.compareAndExchange(this, top, newest);
      if (witness == top) {
        return top == null;
      }
      top = witness;
    }
  }

  /** Whether there is nothing: a guess, right if asked after a full fence that follows the push. */
  boolean isEmpty() {
    return TOP.getAcquire(this) == null && FRONT.getAcquire(this) == null;
  }

  /** Takes the oldest task, or null if there is none or another consumer is taking. */
  @Nullable Task<?> poll() {
    if (isEmpty() || !tryLock()) {
      return null;
    }
    refill();
    Task<?> task = removeFirst();
    unlock();
    return task;
  }

  /**
   * Takes a fair share: the oldest task is the result, more go into the worker's ring, as many as
   * it has room for, at most {@value #MAX_BATCH} and a worker's share of what waits.
   *
   * @return null if there is none or another consumer is taking
   */
  @Nullable Task<?> pollBatch(Ring ring) {
    if (isEmpty() || !tryLock()) {
      return null;
    }
    refill();
    Task<?> task = removeFirst();
    if (task != null) {
      int more = Math.min(Math.min(length / workers, ring.free()), MAX_BATCH - 1);
      for (; more > 0; more--) {
        Task<?> next = removeFirst();
        if (next == null || !ring.push(next)) {
          throw new IllegalStateException("fewer tasks or less room than counted under the lock");
        }
      }
    }
    unlock();
    return task;
  }

  private boolean tryLock() {
    return (int) LOCK.getOpaque(this) == 0 && LOCK.compareAndSet(this, 0, 1);
  }

  private void unlock() {
    LOCK.setRelease(this, 0);
  }

  /** With the lock: if the list is empty, it becomes what the stack holds. */
  private void refill() {
    if (front != null) {
      return;
    }
    Task<?> at = (Task<?>) TOP.getAndSet(this, null);
    Task<?> reversed = null;
    int count = 0;
    while (at != null) {
      Task<?> next = at.link();
      at.link(reversed);
      reversed = at;
      at = next;
      count++;
    }
    length = count;
    FRONT.setRelease(this, reversed);
  }

  private @Nullable Task<?> removeFirst() {
    Task<?> task = front;
    if (task != null) {
      FRONT.setRelease(this, task.link());
      task.link(null);
      length--;
    }
    return task;
  }
}

/** Padding in front of the stack. */
class InjectionPad0 {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** The stack, which producers write. */
class InjectionTop extends InjectionPad0 {
  @Nullable Task<?> top;
}

/** Padding between the stack and the list. */
class InjectionPad1 extends InjectionTop {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** The list in arrival order, which consumers write under the lock. */
class InjectionList extends InjectionPad1 {
  int lock;
  int length;
  @Nullable Task<?> front;
}
