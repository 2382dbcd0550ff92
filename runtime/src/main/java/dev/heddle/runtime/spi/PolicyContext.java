package dev.heddle.runtime.spi;

import dev.heddle.runtime.WorkerCounters;

/** What a policy may use of the runtime it serves. Thread-safe. */
public interface PolicyContext {

  /** How many workers there are; their indices are 0 to this minus 1. */
  int workers();

  /**
   * Ends this worker's wait, or its next one if it does not wait. Costs the caller microseconds if
   * the worker really waits, so a policy calls it only for a worker it knows to be parked.
   */
  void unpark(int worker);

  /** The counters of a worker, to be written by that worker's own steps only. */
  WorkerCounters counters(int worker);

  /**
   * Real time in nanoseconds, as {@link System#nanoTime}, whatever the runtime's {@link
   * dev.heddle.runtime.Clock} shows. For policies whose idea is a time; a look costs some 20 ns.
   */
  long nanoTime();

  /**
   * How far it is from one worker's CPU to another's. Symmetric; known only where workers are
   * pinned.
   *
   * @throws IllegalArgumentException in one line, if this runtime's workers are not pinned
   */
  Distance distance(int worker, int other);

  /** The options the strategy was asked for. */
  Options options();
}
