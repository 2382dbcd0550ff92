package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The queue into which tasks come from outside the workers, and into which full rings overflow.
 * Unbounded, FIFO for each producer, and without an allocation: tasks are linked by {@link
 * Task#link}.
 *
 * <p>Producers push onto a Treiber stack of chains, lock-free; a task by itself is a chain of one.
 * Consumers take from a list in arrival order under a try-lock; when it is empty, its holder takes
 * the whole stack at once and reverses it, chain by chain. A consumer that does not get the lock
 * goes away: whoever holds it is taking tasks.
 */
@SuppressWarnings("ReferenceEquality") // the same task, not an equal one
public final class InjectionQueue extends InjectionList {
  private static final VarHandle TOP;
  private static final VarHandle LOCK;
  private static final VarHandle FRONT;
  private static final VarHandle LENGTH;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      TOP = lookup.findVarHandle(InjectionTop.class, "top", Task.class);
      LOCK = lookup.findVarHandle(InjectionList.class, "lock", int.class);
      LENGTH = lookup.findVarHandle(InjectionList.class, "length", int.class);
      FRONT = lookup.findVarHandle(InjectionList.class, "front", Task.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** A bound to a walk along links that others change meanwhile. */
  private static final int COUNTED_AT_MOST = 1 << 20;

  private final int workers;

  /** An empty queue for so many workers. */
  public InjectionQueue(int workers) {
    this.workers = workers;
  }

  /**
   * Adds a task. Any thread.
   *
   * @return whether nothing had been pushed since the consumers last took the stack: then, and only
   *     then, one of them must be told
   */
  @Override
  public boolean push(Task<?> task) {
    return push(task, task);
  }

  /** Adds a chain of at least one task as a whole, in order; returns as {@link #push(Task)}. */
  @Override
  public boolean push(Chain chain) {
    Task<?> first = Objects.requireNonNull(chain.first);
    Task<?> last = Objects.requireNonNull(chain.last);
    if (first != last) {
      // Kept in the first task while it is on the stack, so that taking it off need not walk it.
      first.attachment(last);
      first.tag(chain.length);
    }
    return push(first, last);
  }

  private boolean push(Task<?> first, Task<?> last) {
    Task<?> top = (Task<?>) TOP.getOpaque(this);
    for (; ; ) {
      last.link(top);
      // Release, as part of the CAS: who sees the top sees the links.
      Task<?> witness = (Task<?>) TOP.compareAndExchange(this, top, first);
      if (witness == top) {
        return top == null;
      }
      top = witness;
    }
  }

  /** Whether there is nothing: a guess, right if asked after a full fence that follows the push. */
  @Override
  public boolean isEmpty() {
    return TOP.getAcquire(this) == null && FRONT.getAcquire(this) == null;
  }

  /**
   * How many tasks there are, about: what is taken during the count may be counted twice or not at
   * all. O(tasks), and never more than {@value #COUNTED_AT_MOST} of those not yet in the list.
   */
  @Override
  public long depth() {
    int inList = (int) LENGTH.getOpaque(this);
    int onStack = 0;
    Task<?> first = (Task<?>) TOP.getAcquire(this);
    while (first != null && onStack < COUNTED_AT_MOST) {
      // A chain is told by its attachment, which a consumer may be clearing just now.
      boolean chain = first.attachment() instanceof Task<?>;
      onStack += chain ? Math.max(1, first.tag()) : 1;
      first = chain && first.attachment() instanceof Task<?> last ? last.link() : first.link();
    }
    return (long) inList + onStack;
  }

  /** Takes the oldest task, or null if there is none or another consumer is taking. */
  @Override
  public @Nullable Task<?> poll() {
    if (isEmpty() || !tryLock()) {
      return null;
    }
    refill();
    Task<?> task = removeFirst();
    unlock();
    return task;
  }

  /**
   * Takes a fair share: the oldest task is the result, more go into the worker's queue, at most
   * {@value #MAX_BATCH} and a worker's share of what was on the stack when it was taken over. Of
   * what is left, as in Tokio, the shares would be ever smaller, and the tasks of two workers more
   * mixed.
   *
   * @return null if there is none or another consumer is taking
   */
  @Override
  public @Nullable Task<?> pollBatch(LocalQueue queue, int room) {
    if (isEmpty() || !tryLock()) {
      return null;
    }
    refill();
    Task<?> task = removeFirst();
    if (task != null) {
      int more = Math.min(Math.min(share, room), MAX_BATCH - 1);
      more = Math.min(more, length);
      if (more > 0) {
        FRONT.setRelease(this, queue.pushLinked(front, more));
        length -= more;
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
    Task<?> chain = (Task<?>) TOP.getAndSet(this, null);
    Task<?> reversed = null;
    int count = 0;
    while (chain != null) {
      Task<?> last = chain;
      if (chain.attachment() instanceof Task<?> end) {
        last = end;
        count += chain.tag();
        chain.attachment(null);
        chain.tag(0);
      } else {
        count++;
      }
      Task<?> next = last.link();
      last.link(reversed);
      reversed = chain;
      chain = next;
    }
    length = count;
    share = count / workers;
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
abstract class InjectionPad0 extends Injection {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** The stack, which producers write. */
abstract class InjectionTop extends InjectionPad0 {
  @Nullable Task<?> top;
}

/** Padding between the stack and the list. */
abstract class InjectionPad1 extends InjectionTop {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** The list in arrival order, which consumers write under the lock. */
abstract class InjectionList extends InjectionPad1 {
  int lock;
  int length;

  /** A worker's share of what the list held when it was filled. */
  int share;

  @Nullable Task<?> front;
}
