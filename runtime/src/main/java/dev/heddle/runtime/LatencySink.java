package dev.heddle.runtime;

/**
 * Receives sampled scheduling latencies: the time from a task becoming runnable to its poll.
 *
 * <p>Calls for one worker come from one thread at a time; calls for different workers come at the
 * same time. An implementation keeps one recorder per worker and needs no lock.
 */
@FunctionalInterface
public interface LatencySink {

  /**
   * One sample.
   *
   * @param worker the index of the worker that polls, from 0; an adapter whose pool replaces
   *     threads may use more indices than there are workers at a time
   * @param nanos runnable to polled, in nanoseconds
   */
  void record(int worker, long nanos);
}
