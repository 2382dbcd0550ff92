package dev.heddle.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How long a worker has been seen with the same count of polls and not waiting: in one poll, or
 * looking for the next. Written by the ticker's thread alone, read by any; the worker takes no part
 * in it.
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

  private long polls = -1;

  @SuppressWarnings("UnusedVariable") // through SEEN_NANOS
  private long seenNanos;

  private boolean lookedAt;

  /**
   * A tick.
   *
   * @param pollsNow the worker's count of polls
   * @param waiting whether the worker waits
   * @param onTimeNanos what this tick adds to the time seen; 0 if it came late
   * @return the time seen so far
   */
  long ticked(long pollsNow, boolean waiting, long onTimeNanos) {
    if (pollsNow != polls) {
      polls = pollsNow;
      lookedAt = false;
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

  /** The count of polls that was seen. By the ticker's thread only. */
  long polls() {
    return polls;
  }

  /** True once per count of polls. By the ticker's thread only. */
  boolean firstLook() {
    boolean first = !lookedAt;
    lookedAt = true;
    return first;
  }
}
