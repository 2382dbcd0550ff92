package dev.heddle.runtime;

import dev.heddle.runtime.spi.TimerQueue;
import org.jspecify.annotations.Nullable;

/**
 * A timer in a {@link TimerQueue}: its deadline, whom to wake, and a number that belongs to the
 * queue which holds it, so that queueing needs no second object.
 *
 * <p>Guarded by whatever guards the queue.
 */
public class TimerEntry {
  /** The {@link #position()} of an entry that no queue holds. */
  public static final int NOT_QUEUED = -1;

  private long deadlineNanos;
  private int position = NOT_QUEUED;

  /**
   * Whom to wake when it is due, or what the runtime's timers keep in place of that; theirs. Null
   * unless it is still to come.
   */
  @Nullable Waker waker;

  /** Whether it was due, and not reset since; set under the lock, read without. */
  volatile boolean fired;

  /** It is due, and in no queue any more. Returns whom to wake, if anybody waits for it. */
  final @Nullable Waker fire() {
    Waker toWake = waker;
    waker = null;
    fired = true;
    return toWake;
  }

  /**
   * An entry that is in no queue.
   *
   * @param deadlineNanos in the scale of the runtime's {@link Clock}
   */
  public TimerEntry(long deadlineNanos) {
    deadlineNanos(deadlineNanos);
  }

  /** When it is due, in the scale of the runtime's {@link Clock}; never {@link Parker#NEVER}. */
  public final long deadlineNanos() {
    return deadlineNanos;
  }

  /**
   * Sets when it is due, of an entry that is used again.
   *
   * @throws IllegalStateException if a queue holds it
   */
  public final void deadlineNanos(long nanos) {
    if (position != NOT_QUEUED) {
      throw new IllegalStateException("a queue holds this timer; cancel it first");
    }
    // The scale wraps, so even the largest value may come to pass. As it stands for "never", such a
    // timer fires a nanosecond late.
    deadlineNanos = nanos == Parker.NEVER ? nanos + 1 : nanos;
  }

  /** Where the queue keeps it, in the queue's own terms, from 0; or {@link #NOT_QUEUED}. */
  public final int position() {
    return position;
  }

  /** Sets {@link #position()}; the queue's. */
  public final void position(int value) {
    position = value;
  }
}
