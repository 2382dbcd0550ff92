package dev.heddle.harness.stats;

import org.jspecify.annotations.Nullable;

/**
 * A value and its 95 % interval.
 *
 * @param value null if nothing is known
 * @param lo null under {@value RunResult#INTERVAL_BLOCKS} blocks
 * @param hi likewise
 */
public record Estimate(@Nullable Double value, @Nullable Double lo, @Nullable Double hi) {

  /** Nothing is known. */
  public static final Estimate UNKNOWN = new Estimate(null, null, null);

  /** A value without an interval. */
  static Estimate of(double value) {
    return new Estimate(value, null, null);
  }

  static Estimate of(double value, Interval interval) {
    return new Estimate(value, interval.lo(), interval.hi());
  }
}
