package dev.heddle.runtime;

import dev.heddle.runtime.spi.TimerQueue;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Timers in one {@link TimerQueue} under one lock, and the watch over it.
 *
 * <p>Whoever may wait (each worker, or an adapter's one timer thread) has a {@link TimerWatch}.
 * While it is awake it looks at the timers after every turn. Of those that wait one is the
 * <em>holder</em>, which waits no longer than until the earliest deadline; the others stand by, and
 * wait for ever.
 *
 * <p>Why no timer is missed while anybody waits. A watch begins to wait, takes leave to run tasks,
 * and a timer is inserted or cancelled, all under the lock; these hold whenever it is free:
 *
 * <ol>
 *   <li>If there is a timer and somebody stands by, there is a holder. Who begins to wait becomes
 *       the holder if there is none. A holder that takes leave appoints one of those who stand by
 *       if there is a timer. Who inserts the first timer appoints one if there is no holder.
 *   <li>The holder waits until the earliest deadline at most, or has been unparked since it began
 *       to wait: it read that deadline under the lock, and whoever inserts an earlier one, or
 *       appoints it, unparks it. An unpark that comes before the park ends that park at once.
 *   <li>A holder that was unparked, or whose deadline has come, either waits anew, or fires what is
 *       due before it waits, or takes leave before it runs a task. It never runs a task as the
 *       holder, so no long poll keeps it from its duty.
 * </ol>
 *
 * <p>So a timer waits at most until the holder's thread runs; and if all are awake, until the first
 * of them ends its turn. The one appointed is the last in the order of the watches, because
 * strategies wake the first of their parked workers first: the holder seldom has to hand over.
 *
 * <p>Thread-safe. No waker is called under the lock.
 */
final class QueueTimers extends Timers {
  private final TimerQueue queue;
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock.
  private final List<TimerWatch> watches = new ArrayList<>();
  private final BitSet standby = new BitSet();
  private @Nullable TimerWatch holder;

  /** The deadline which the holder read last, or was unparked for. */
  private long heldNanos = Parker.NEVER;

  /**
   * The queue's next deadline. Written under the lock; read by all without, to see that there is
   * nothing to do.
   */
  private volatile long earliestNanos = Parker.NEVER;

  QueueTimers(TimerQueue queue, Clock clock) {
    super(clock);
    this.queue = queue;
  }

  /**
   * A watch for one more thread that may wait.
   *
   * @param unpark ends that thread's wait, or its next one
   */
  TimerWatch newWatch(Runnable unpark) {
    lock.lock();
    try {
      TimerWatch watch = new TimerWatch(this, watches.size(), unpark);
      watches.add(watch);
      return watch;
    } finally {
      lock.unlock();
    }
  }

  @Override
  int size() {
    lock.lock();
    try {
      return queue.size();
    } finally {
      lock.unlock();
    }
  }

  // ---- the side of the futures ---------------------------------------------------------------

  @Override
  void insert(TimerEntry entry, Waker waker) {
    TimerWatch toUnpark;
    lock.lock();
    try {
      toUnpark = enter(entry, waker);
    } finally {
      lock.unlock();
    }
    unpark(toUnpark);
  }

  /** Returns whom to unpark, without the lock. */
  private @Nullable TimerWatch enter(TimerEntry entry, Waker waker) {
    queue.insert(entry);
    entry.waker = waker;
    long next = queue.nextDeadlineNanos();
    if (next == earliestNanos) {
      return null;
    }
    earliestNanos = next;
    return holderFor(next);
  }

  private static void unpark(@Nullable TimerWatch watch) {
    if (watch != null) {
      watch.unpark();
    }
  }

  /** Whom to unpark for a new earliest deadline. */
  private @Nullable TimerWatch holderFor(long deadlineNanos) {
    if (holder == null) {
      return appoint();
    }
    if (heldNanos != Parker.NEVER && heldNanos - deadlineNanos <= 0) {
      return null;
    }
    heldNanos = deadlineNanos;
    return holder;
  }

  /** Makes the last of those who stand by the holder, who must be unparked then. */
  private @Nullable TimerWatch appoint() {
    int last = standby.length() - 1;
    if (last < 0) {
      holder = null;
      return null;
    }
    standby.clear(last);
    holder = watches.get(last);
    heldNanos = earliestNanos;
    return holder;
  }

  @Override
  boolean await(TimerEntry entry, Waker waker) {
    if (entry.fired) {
      return false;
    }
    TimerWatch toUnpark = null;
    lock.lock();
    try {
      if (entry.fired) {
        return false;
      }
      if (entry.waker != null) {
        entry.waker = waker;
      } else if (now() - entry.deadlineNanos() >= 0) {
        entry.fired = true;
        return false;
      } else {
        toUnpark = enter(entry, waker); // reset after it was due
      }
    } finally {
      lock.unlock();
    }
    unpark(toUnpark);
    return true;
  }

  @Override
  boolean reset(TimerEntry entry, long deadlineNanos) {
    TimerWatch toUnpark = null;
    Waker waker = null;
    boolean done = false;
    lock.lock();
    try {
      entry.fired = false;
      waker = entry.waker;
      entry.waker = null;
      if (waker != null) {
        queue.cancel(entry);
      }
      entry.deadlineNanos(deadlineNanos);
      if (waker != null) {
        toUnpark = enter(entry, waker);
      }
      done = true;
    } finally {
      if (!done) {
        entry.waker = null;
      }
      lock.unlock();
      if (!done && waker != null) {
        waker.wake(); // its poll tries again, and hears of it if that fails too
      }
    }
    unpark(toUnpark);
    return waker != null;
  }

  @Override
  boolean cancel(TimerEntry entry) {
    lock.lock();
    try {
      entry.waker = null;
      boolean wasHere = queue.cancel(entry);
      if (wasHere) {
        earliestNanos = queue.nextDeadlineNanos(); // a holder that wakes for nothing waits anew
      }
      return wasHere;
    } finally {
      lock.unlock();
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the same waker, not an equal one
  boolean wakes(TimerEntry entry, Waker waker) {
    return entry.waker == waker;
  }

  // ---- the side of the watches ---------------------------------------------------------------

  /** Whether anything may be due: one volatile load, and a look at the clock if there are any. */
  boolean due() {
    long earliest = earliestNanos;
    return earliest != Parker.NEVER && now() - earliest >= 0;
  }

  /** Takes out what is due. The taker is called under the lock. */
  void takeDue(Consumer<TimerEntry> taker) {
    lock.lock();
    try {
      queue.expire(now(), taker);
      earliestNanos = queue.nextDeadlineNanos();
    } finally {
      lock.unlock();
    }
  }

  /** A watch is about to wait, for the first time or anew. Returns until when. */
  @SuppressWarnings("ReferenceEquality") // this very watch
  long wait(TimerWatch watch) {
    lock.lock();
    try {
      if (holder == null) {
        standby.clear(watch.index());
        holder = watch;
      }
      if (holder == watch) {
        heldNanos = earliestNanos;
        watch.waitsUntilNanos = heldNanos;
      } else {
        standby.set(watch.index());
        watch.waitsUntilNanos = Parker.NEVER;
      }
      return watch.waitsUntilNanos;
    } finally {
      lock.unlock();
    }
  }

  /** The queue's next deadline, or {@link Parker#NEVER}. */
  long earliestNanos() {
    return earliestNanos;
  }

  /** The clock has jumped, so it ends the waits that real time does not. */
  void unparkDue() {
    List<TimerWatch> toUnpark = new ArrayList<>();
    lock.lock();
    try {
      for (TimerWatch watch : watches) {
        long until = watch.waitsUntilNanos;
        if (until != Parker.NEVER && now() - until >= 0) {
          toUnpark.add(watch);
        }
      }
    } finally {
      lock.unlock();
    }
    toUnpark.forEach(TimerWatch::unpark);
  }

  /** A watch that has waited is about to run tasks. */
  @SuppressWarnings("ReferenceEquality") // this very watch
  void leave(TimerWatch watch) {
    TimerWatch successor = null;
    lock.lock();
    try {
      standby.clear(watch.index());
      watch.waitsUntilNanos = Parker.NEVER;
      if (holder == watch) {
        holder = null;
        if (earliestNanos != Parker.NEVER) {
          successor = appoint();
        }
      }
    } finally {
      lock.unlock();
    }
    unpark(successor);
  }
}
