package dev.heddle.workloads;

/**
 * Takes answered requests, one by one. Called by one thread at a time, which has better to do: it
 * sends the next ones.
 */
@FunctionalInterface
public interface Answers {
  /**
   * A request was answered. All moments are in ns on one clock.
   *
   * @param endpoint the number of its endpoint
   * @param due when it was to be sent
   * @param sentAt when it was sent
   * @param begun when the work for it began
   * @param ended when that ended
   */
  void answered(int endpoint, long due, long sentAt, long begun, long ended);
}
