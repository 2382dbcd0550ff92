package dev.heddle.runtime.observe;

import dev.heddle.runtime.DurationHistogram;

/**
 * A histogram in a few numbers, in ns; each is the upper end of a bucket an eighth wide.
 *
 * @param count how many durations were recorded; if there are none the others are 0
 * @param p50 half were no longer
 * @param p90 nine in ten were no longer
 * @param p99 all but one in a hundred were no longer
 * @param p999 all but one in a thousand were no longer
 * @param max none was longer
 */
public record Quantiles(long count, long p50, long p90, long p99, long p999, long max) {

  /** Those of a histogram. */
  public static Quantiles of(DurationHistogram histogram) {
    return new Quantiles(
        histogram.count(),
        histogram.quantileNanos(0.5),
        histogram.quantileNanos(0.9),
        histogram.quantileNanos(0.99),
        histogram.quantileNanos(0.999),
        histogram.quantileNanos(1));
  }
}
