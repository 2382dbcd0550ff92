package dev.heddle.runtime;

/**
 * Tells whoever polls a future that polling it again is worthwhile.
 *
 * <p>Thread-safe, callable from any thread and any number of times, also after the future is
 * finished; it neither blocks nor throws. What the caller wrote before {@code wake()} is visible to
 * the poll that follows. Several wake-ups before that poll may be merged into one.
 */
@FunctionalInterface
public interface Waker {
  /** Makes the future's task runnable. A task's own waker takes O(1) and allocates nothing. */
  void wake();
}
