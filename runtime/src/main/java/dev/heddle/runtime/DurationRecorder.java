package dev.heddle.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Counts durations for {@link DurationHistogram}. Written by one thread, with opaque stores; read
 * by any at any time.
 */
final class DurationRecorder {
  private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

  /** Some kilobytes, so made for the first duration only. */
  private volatile long @Nullable [] counts;

  /** One duration more; a negative one, from a clock that went back, counts as 0. */
  void record(long nanos) {
    long[] mine = counts;
    if (mine == null) {
      mine = new long[DurationHistogram.BUCKETS];
      counts = mine;
    }
    int bucket = DurationHistogram.bucketOf(Math.max(0, nanos));
    COUNT.setOpaque(mine, bucket, mine[bucket] + 1);
  }

  DurationHistogram snapshot() {
    long[] seen = counts;
    if (seen == null) {
      return DurationHistogram.EMPTY;
    }
    long[] copy = new long[seen.length];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = (long) COUNT.getOpaque(seen, i);
    }
    return new DurationHistogram(copy);
  }
}
