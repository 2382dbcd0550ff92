package dev.heddle.runtime;

/**
 * How often which duration was seen, in buckets an eighth wide: a duration is known to 12.5 % at
 * worst, and from 0 to 7 ns exactly. Immutable.
 *
 * @see RuntimeMetrics
 */
public final class DurationHistogram {
  /** Buckets per power of two, as a power of two. */
  private static final int SUB_BITS = 3;

  private static final int SUBS = 1 << SUB_BITS;

  /** Enough for every long that is not negative. */
  static final int BUCKETS = (Long.SIZE - SUB_BITS) * SUBS;

  /** Without a single duration. */
  static final DurationHistogram EMPTY = new DurationHistogram(new long[BUCKETS]);

  private final long[] counts;
  private final long count;

  DurationHistogram(long[] counts) {
    this.counts = counts;
    long sum = 0;
    for (long bucket : counts) {
      sum += bucket;
    }
    count = sum;
  }

  static int bucketOf(long nanos) {
    if (nanos < SUBS) {
      return (int) nanos;
    }
    int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - SUB_BITS;
    return ((shift + 1) << SUB_BITS) + (int) ((nanos >>> shift) - SUBS);
  }

  /** The greatest duration that falls into a bucket; the last one's is all a long can hold. */
  static long lastOf(int bucket) {
    if (bucket < SUBS) {
      return bucket;
    }
    int shift = (bucket >>> SUB_BITS) - 1;
    return ((long) ((bucket & (SUBS - 1)) + SUBS + 1) << shift) - 1;
  }

  /** How many durations were recorded. */
  public long count() {
    return count;
  }

  /** How many buckets there are. */
  public int buckets() {
    return counts.length;
  }

  /** How many durations fell into a bucket, from 0. */
  public long count(int bucket) {
    return counts[bucket];
  }

  /** The greatest duration of a bucket, in ns. */
  public long upperBoundNanos(int bucket) {
    return lastOf(bucket);
  }

  /**
   * The upper end of the bucket below or in which the given share of the durations lies, in ns; 0
   * if there are none.
   *
   * @param quantile in 0..1; 1 is the longest
   * @throws IllegalArgumentException if it is not
   */
  public long quantileNanos(double quantile) {
    if (!(quantile >= 0 && quantile <= 1)) {
      throw new IllegalArgumentException("quantile was " + quantile + "; allowed is 0 to 1");
    }
    long rank = Math.max(1, (long) Math.ceil(quantile * count));
    long seen = 0;
    for (int bucket = 0; bucket < counts.length; bucket++) {
      seen += counts[bucket];
      if (seen >= rank) {
        return upperBoundNanos(bucket);
      }
    }
    return 0;
  }

  @Override
  public String toString() {
    return count == 0
        ? "no samples"
        : count
            + " samples, median "
            + quantileNanos(0.5)
            + " ns, 99 % "
            + quantileNanos(0.99)
            + " ns, longest "
            + quantileNanos(1)
            + " ns";
  }

  /** Both together. */
  public DurationHistogram plus(DurationHistogram other) {
    long[] sum = counts.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += other.counts[i];
    }
    return new DurationHistogram(sum);
  }

  /** What was recorded since an earlier snapshot of the same runtime. */
  public DurationHistogram minus(DurationHistogram earlier) {
    long[] difference = counts.clone();
    for (int i = 0; i < difference.length; i++) {
      difference[i] -= earlier.counts[i];
    }
    return new DurationHistogram(difference);
  }
}
