package dev.heddle.runtime;

/**
 * What one call of {@link Future#poll} came to.
 *
 * <p>Two constants and no payload: the value stays in the future and is read with {@link
 * Future#value}, so that polling never allocates.
 */
public enum Poll {
  /** The future is finished: its value can be read, and it must not be polled again. */
  READY,
  /** The future waits: it has stored the waker of the {@link Context} and will call it. */
  PENDING
}
