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

  /**
   * Takes one unit of the budget of this poll, {@value Task#BUDGET} in all. A leaf future calls
   * this when it is about to become ready, and before it takes anything: a message, a permit. So a
   * future that always finds its children ready leaves the worker to other tasks now and then,
   * without a yield of its own. The idea is Tokio's, where each leaf takes part as well.
   *
   * @return false once the budget is used up: the task will be polled again as after {@link
   *     #yieldNow}, and the leaf returns {@link Poll#PENDING} without having taken anything
   */
  boolean takeBudget();
}
