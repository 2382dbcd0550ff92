package dev.heddle.workloads.load;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** One batch of requests, and what came of them. All by the generator's one worker. */
final class Requests {
  private static final int SIGNIFICANT_DIGITS = 3;

  final int count;
  final int bytes;

  /** From the intended start to the last byte of the answer, in ns. */
  final Histogram response = new Histogram(SIGNIFICANT_DIGITS);

  /** From the moment it was sent. */
  final Histogram service = new Histogram(SIGNIFICANT_DIGITS);

  /** From the intended start to the moment it was sent. */
  final Histogram lag = new Histogram(SIGNIFICANT_DIGITS);

  private int begun;
  private int answered;
  private @Nullable String wrong;

  /**
   * @param count how many
   * @param bytes how long each is
   */
  Requests(int count, int bytes) {
    this.count = count;
    this.bytes = bytes;
  }

  /** Whether there is one more to send. */
  boolean isLeft() {
    return begun < count;
  }

  /** The number of the next one. */
  int begin() {
    return begun++;
  }

  void answered(long intendedNanos, long sentNanos, long answeredNanos) {
    answered++;
    response.recordValue(answeredNanos - intendedNanos);
    service.recordValue(answeredNanos - sentNanos);
    lag.recordValue(sentNanos - intendedNanos);
  }

  void fail(Exception thrown) {
    if (wrong == null) {
      wrong = thrown.toString();
    }
    begun = count; // nobody sends any more
  }

  /** What went wrong, or null. */
  @Nullable String failure() {
    return wrong != null || answered == count
        ? wrong
        : "%d of %d requests were answered".formatted(answered, count);
  }
}
