package dev.heddle.runtime;

/**
 * What a future sees of the task that polls it. Valid during the call of {@link Future#poll} it is
 * passed to, on that thread; only {@link #waker()} may be kept.
 */
public interface Context {

  /** The waker of the polling task: the same object at every poll of one task. */
  Waker waker();

  /** The runtime that polls, for spawning more tasks into it. */
  HeddleRuntime runtime();

  /**
   * Asks for another poll after the other runnable tasks, and after the driver, had their turn.
   *
   * @return {@link Poll#PENDING}, so that a poll can end with {@code return context.yieldNow()}
   */
  Poll yieldNow();
}
