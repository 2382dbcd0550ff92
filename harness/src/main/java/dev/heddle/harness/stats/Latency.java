package dev.heddle.harness.stats;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Quantiles of one merged histogram, in nanoseconds. A quantile q is known only if at least {@value
 * #SAMPLES_BEYOND} samples lie beyond it: n (1 - q) &gt;= {@value #SAMPLES_BEYOND}.
 *
 * @param count samples
 * @param p50 the median
 * @param p99 99 %
 * @param p999 99.9 %
 * @param max the largest sample
 * @param p9999 99.99 %
 */
public record Latency(
    long count,
    @Nullable Long p50,
    @Nullable Long p99,
    @Nullable Long p999,
    @Nullable Long max,
    @Nullable Long p9999) {

  /** How many samples must lie beyond a quantile. */
  public static final int SAMPLES_BEYOND = 100;

  /** No sample. */
  public static final Latency NONE = new Latency(0, null, null, null, null, null);

  /** Reads the quantiles of samples in nanoseconds. */
  public static Latency of(Histogram nanos) {
    long count = nanos.getTotalCount();
    return count == 0
        ? NONE
        : new Latency(
            count,
            quantile(nanos, 50, 2),
            quantile(nanos, 99, 100),
            quantile(nanos, 99.9, 1_000),
            nanos.getMaxValue(),
            quantile(nanos, 99.99, 10_000));
  }

  /** A share of 1 / {@code oneIn} of the samples lies beyond the percentile. */
  private static @Nullable Long quantile(Histogram nanos, double percentile, int oneIn) {
    return nanos.getTotalCount() < (long) SAMPLES_BEYOND * oneIn
        ? null
        : Long.valueOf(nanos.getValueAtPercentile(percentile));
  }
}
