package dev.heddle.runtime;

import java.util.Optional;

/**
 * The one door through which a worker waits. The worker loop knows nothing else of drivers: one is
 * plugged in by giving its workers parkers that wait in it.
 *
 * <p>{@link #park} and {@link #poll} are called by the worker alone, {@link #unpark} by any thread.
 */
public interface Parker {

  /** A deadline that never comes. */
  long NEVER = Long.MAX_VALUE;

  /**
   * Waits until {@link #unpark} was called since the last return, or until the deadline, or until
   * the driver has something, or for no reason at all: the caller {@linkplain #poll polls} and
   * looks again what there is to do. Interrupts do not end it. Calls no waker.
   *
   * @param deadlineNanos in the scale of {@link System#nanoTime}, or {@link #NEVER}
   */
  void park(long deadlineNanos);

  /** Ends the current or else the next {@link #park} at once. */
  void unpark();

  /**
   * Why another thread cannot go on in the place of the worker's own, such as a ring that only the
   * thread which made it may enter; empty if it can. Then {@link HeddleRuntime#blockInPlace} may
   * move the worker from thread to thread, never while it is parked, and with everything that its
   * earlier thread did before visible to the later one.
   */
  default Optional<String> boundToItsThread() {
    return Optional.empty();
  }

  /** Looks without waiting whether the driver has something, and wakes the tasks concerned. */
  default void poll() {}
}
