package dev.heddle.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How long a worker has not seen that ticks passed, while not waiting: in one poll, or looking for
 * the next. Written by the ticker's thread alone, read by any; the worker takes no part in it.
 */
final class PollWatch {
  private static final VarHandle SEEN_NANOS;

  static {
    try {
      SEEN_NANOS = MethodHandles.lookup().findVarHandle(PollWatch.class, "seenNanos", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private long looks = -1;

  @SuppressWarnings("UnusedVariable") // through SEEN_NANOS
  private long seenNanos;

  private boolean lookedAt;
  private boolean idle;

  /**
   * A tick.
   *
   * @param looksNow {@link Worker#looks}
   * @param waiting whether the worker waits
   * @param onTimeNanos what this tick adds to the time seen; 0 if it came late
   * @return the time seen so far
   */
  long ticked(long looksNow, boolean waiting, long onTimeNanos) {
    if (looksNow != looks) {
      looks = looksNow;
      lookedAt = false;
      idle = false;
      return see(0);
    }
    return see(waiting ? 0 : seenNanos() + onTimeNanos);
  }

  private long see(long nanos) {
    SEEN_NANOS.setOpaque(this, nanos);
    return nanos;
  }

  /** The time seen so far, in ns. */
  long seenNanos() {
    return (long) SEEN_NANOS.getOpaque(this);
  }

  /** The count of looks that was seen. By the ticker's thread only. */
  long looks() {
    return looks;
  }

  /** The worker was looked at, and is in no poll. By the ticker's thread only. */
  void foundIdle() {
    idle = true;
  }

  /** Whether that is so since the count of looks that was seen. By the ticker's thread only. */
  boolean isIdle() {
    return idle;
  }

  /** True once per count of looks. By the ticker's thread only. */
  boolean firstLook() {
    boolean first = !lookedAt;
    lookedAt = true;
    return first;
  }
}
