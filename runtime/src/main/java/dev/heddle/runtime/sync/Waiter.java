package dev.heddle.runtime.sync;

import dev.heddle.runtime.Waker;
import dev.heddle.runtime.observe.WaitsFor;
import org.jspecify.annotations.Nullable;

/**
 * A future that waits in a {@link WaitList}, and is its own place in it.
 *
 * <p>The owner of the list's lock enters it, {@linkplain #settle settles} it once, and takes it
 * out. Whoever polls it may look without the lock at whether it is settled, and leaves everything
 * else alone from then on: links and waker belong to the one who settled it and is about to wake
 * it.
 *
 * @param <W> the type of the waiters in the list
 */
abstract class Waiter<W extends Waiter<W>> implements WaitsFor {
  static final int WAITING = 0;

  @Nullable W previous;
  @Nullable W next;

  /** The waker of the latest poll; written under the lock of the list, while waiting. */
  @Nullable Waker waker;

  /** Volatile: the poll that sees an outcome sees what its cause wrote before. */
  private volatile int outcome = WAITING;

  /** What became of it: {@link #WAITING}, or what it was settled with. */
  final int outcome() {
    return outcome;
  }

  final boolean isWaiting() {
    return outcome == WAITING;
  }

  /** Ends the waiting. Under the lock of the list; the waker is called after it. */
  final void settle(int how) {
    outcome = how;
  }

  /**
   * Whether it still waits, with this waker from now on.
   *
   * @param lock the lock of the list
   */
  @SuppressWarnings("ReferenceEquality") // the same waker, not an equal one
  final boolean keepsWaiting(Object lock, Waker mine) {
    if (waker == mine) {
      return isWaiting(); // only this thread writes the waker, so it may read it
    }
    synchronized (lock) {
      waker = mine;
      return isWaiting();
    }
  }

  /** What it waits for, in a word or two; null if it is not in the list, as far as can be seen. */
  abstract @Nullable String waitingFor();

  /** Reads without the lock what is written under it: who asks wants no more than a hint. */
  @Override
  @SuppressWarnings("ReferenceEquality") // the same waker, not an equal one
  public final @Nullable String waitsFor(Waker asked) {
    return waker == asked && isWaiting() ? waitingFor() : null;
  }

  /**
   * Wakes a chain of settled waiters, the first first. Called without any lock, because a waker may
   * be anybody's code.
   */
  static <W extends Waiter<W>> void wakeAll(@Nullable W first) {
    W at = first;
    while (at != null) {
      W following = at.next;
      at.next = null; // else one that lives on would keep all the others
      at.previous = null;
      Waker waiting = at.waker;
      if (waiting != null) {
        wake(waiting);
      }
      at = following;
    }
  }

  /**
   * Calls a waker, whose own failure is neither the caller's nor that of those still to be woken:
   * it goes to the thread's handler of uncaught exceptions.
   */
  static void wake(Waker waker) {
    try {
      waker.wake();
    } catch (Throwable thrown) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
    }
  }
}
