package dev.heddle.runtime.sync;

import dev.heddle.runtime.Waker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A number of permits, handed out strictly in the order of asking: what mutex, semaphore and
 * bounded channel have in common.
 *
 * <p>One int holds the free permits and whether anybody waits. While nobody waits, taking and
 * giving back are one compare-and-set each. While somebody waits there are no free permits: what is
 * given back goes to the first waiter, under a short lock, also when it is not yet all that one
 * wants. That permits are handed over, not left to whoever is fastest, is Tokio's idea: neither one
 * that wants many nor one that comes back late is starved.
 *
 * <p>Thread-safe. Wakers are called outside the lock.
 */
final class Permits {
  /** The state has two bits beside the number. */
  static final int MAX = Integer.MAX_VALUE >> 2;

  /** What waiters are settled with. */
  static final int GRANTED = 1;

  static final int REFUSED = 2;

  private static final int SOMEBODY_WAITS = 1;
  private static final int CLOSED = 1 << 1;
  private static final int SHIFT = 2;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Permits.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int most;

  /**
   * Its own lock, which also guards every change of {@link #SOMEBODY_WAITS} and {@link #CLOSED}.
   */
  private final WaitList<Acquire<?>> waiting = new WaitList<>();

  private int state;

  /**
   * @param free how many there are to be had at first
   * @param most how many there can be free at most
   */
  Permits(int free, int most) {
    this.most = most;
    STATE.setRelease(this, free << SHIFT); // also for one who gets this object through a data race
  }

  /** The lock of the waiters. */
  Object lock() {
    return waiting;
  }

  int free() {
    return free((int) STATE.getVolatile(this));
  }

  private static int free(int state) {
    return state >>> SHIFT;
  }

  boolean isClosed() {
    return ((int) STATE.getVolatile(this) & CLOSED) != 0;
  }

  /** Whether {@link #tryTake} has its answer at once: enough permits, or none ever again. */
  boolean isDecided(int count) {
    return isDecided((int) STATE.getVolatile(this), count);
  }

  private static boolean isDecided(int state, int count) {
    return (state & CLOSED) != 0 || free(state) >= count;
  }

  /** Takes this many if they are free, which they are not while somebody waits. */
  boolean tryTake(int count) {
    for (; ; ) {
      int s = (int) STATE.getOpaque(this); // only a guess for the compare-and-set
      if ((s & CLOSED) != 0 || free(s) < count) {
        return false;
      }
      // Full RMW. As an acquire: what was done under the permits before they were given back is
      // visible to the one who has them now.
      if (STATE.compareAndSet(this, s, s - (count << SHIFT))) {
        return true;
      }
    }
  }

  /**
   * Enters a waiter, with what is free as its first part.
   *
   * @return false if it need not wait: {@link #isDecided}
   */
  boolean enter(Acquire<?> waiter, Waker waker) {
    synchronized (waiting) {
      for (; ; ) {
        int s = (int) STATE.getOpaque(this);
        if (isDecided(s, waiter.wanted)) {
          return false;
        }
        // From here on whoever gives back comes for the lock.
        if (STATE.compareAndSet(this, s, SOMEBODY_WAITS)) {
          waiter.missing = waiter.wanted - free(s);
          waiter.waker = waker;
          waiting.append(waiter);
          return true;
        }
      }
    }
  }

  /**
   * A waiter is given up: takes it out, or gives to others what it was handed meanwhile.
   *
   * @param waiter one that was entered and does not hold its permits yet
   */
  void leave(Acquire<?> waiter) {
    Acquire<?> served;
    synchronized (waiting) {
      int back;
      if (waiter.isWaiting()) {
        waiting.remove(waiter);
        back = waiter.wanted - waiter.missing;
      } else {
        back = waiter.outcome() == GRANTED ? waiter.wanted : 0;
      }
      served = handOut(back);
    }
    Waiter.wakeAll(served);
  }

  /**
   * Gives permits back, or adds new ones.
   *
   * @throws IllegalStateException if there would be more free than there can be
   */
  void give(int count) {
    for (; ; ) {
      int s = (int) STATE.getOpaque(this);
      if ((s & SOMEBODY_WAITS) != 0) {
        break;
      }
      checkRoom(s, count);
      // Full RMW. As a release: see tryTake.
      if (STATE.compareAndSet(this, s, s + (count << SHIFT))) {
        return;
      }
    }
    Acquire<?> served;
    synchronized (waiting) {
      served = handOut(count);
    }
    Waiter.wakeAll(served);
  }

  private void checkRoom(int s, int count) {
    if (count > most - free(s)) {
      throw new IllegalStateException(
          "giving back "
              + count
              + " would make more than "
              + most
              + " free: each permit is given back once");
    }
  }

  /** Hands permits to the waiters in turn, and returns the chain of those who now have all. */
  private @Nullable Acquire<?> handOut(int count) {
    Acquire<?> at = waiting.first();
    Acquire<?> lastServed = null;
    int left = count;
    while (at != null && left > 0) {
      int part = Math.min(left, at.missing);
      at.missing -= part;
      left -= part;
      if (at.missing == 0) {
        at.settle(GRANTED);
        lastServed = at;
        at = at.next;
      }
    }
    Acquire<?> served = lastServed == null ? null : waiting.removeThrough(lastServed);
    if (waiting.isEmpty()) {
      addFree(left, 0);
    }
    return served;
  }

  /** Under the lock, with nobody in the list: what is left is free for all. */
  private void addFree(int count, int flags) {
    for (; ; ) {
      int s = (int) STATE.getOpaque(this);
      checkRoom(s, count);
      int next = ((free(s) + count) << SHIFT) | (s & CLOSED) | flags;
      if (STATE.compareAndSet(this, s, next)) {
        return;
      }
    }
  }

  /** From now on nobody gets a permit, and whoever waits is refused. Idempotent. */
  void close() {
    Acquire<?> refused;
    synchronized (waiting) {
      int back = 0;
      for (Acquire<?> at = waiting.first(); at != null; at = at.next) {
        back += at.wanted - at.missing;
        at.settle(REFUSED);
      }
      refused = waiting.removeAll();
      addFree(back, CLOSED);
    }
    Waiter.wakeAll(refused);
  }
}
