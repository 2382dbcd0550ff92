package dev.heddle.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts durations for {@link DurationHistogram}. Written by one thread, with opaque stores; read
 * by any at any time.
 */
final class DurationRecorder {
  private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] counts = new long[DurationHistogram.BUCKETS];

  /** One duration more; a negative one, from a clock that went back, counts as 0. */
  void record(long nanos) {
    int bucket = DurationHistogram.bucketOf(Math.max(0, nanos));
    COUNT.setOpaque(counts, bucket, counts[bucket] + 1);
  }

  DurationHistogram snapshot() {
    long[] copy = new long[counts.length];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = (long) COUNT.getOpaque(counts, i);
    }
    return new DurationHistogram(copy);
  }
}
