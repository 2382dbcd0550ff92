package dev.heddle.workloads;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The shared counter of the shapes in which the last of many tasks signals.
 *
 * <p>One atomic word holds how many tasks arrived and the sum of their ids, so that one addition,
 * which the shape needs anyway, also tells whether each arrived once: if one came twice, then by
 * the time the count is full another is missing, and the sum is off.
 *
 * <p>Thread-safe. What a task wrote before it arrived is visible to the last one.
 */
final class Arrivals {
  /** Ids 0..n-1 with n up to 2^20 sum to less than this many bits can hold. */
  private static final int SUM_BITS = 40;

  static final int MAX_TASKS = 1 << (SUM_BITS / 2);

  private final Check check;
  private final int expected;
  private final AtomicLong word = new AtomicLong();

  /**
   * @param expected how many tasks will arrive, with the ids 0 to this minus 1
   */
  Arrivals(Check check, int expected) {
    if (expected < 1 || expected > MAX_TASKS) {
      throw new IllegalArgumentException(
          "tasks was %d; allowed is 1 to %d".formatted(expected, MAX_TASKS));
    }
    this.check = check;
    this.expected = expected;
  }

  /** Returns true for the task that completes the count, which then signals. */
  boolean arrive(int id) {
    long after = word.addAndGet((1L << SUM_BITS) + id);
    return after >>> SUM_BITS >= expected && completes(after);
  }

  private boolean completes(long after) {
    long count = after >>> SUM_BITS;
    long sum = after & ((1L << SUM_BITS) - 1);
    long expectedSum = (long) expected * (expected - 1) / 2;
    if (count != expected || sum != expectedSum) {
      check.fail(
          "expected each of %d tasks to finish once, found %d finishes with ids that sum to %d instead of %d"
              .formatted(expected, count, sum, expectedSum));
      return false;
    }
    return true;
  }

  /** How many have arrived so far. */
  long count() {
    return word.get() >>> SUM_BITS;
  }
}
