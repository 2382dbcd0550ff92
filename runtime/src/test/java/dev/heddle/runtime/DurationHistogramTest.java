package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class DurationHistogramTest {

  @Property
  void everyDurationFallsIntoTheOneBucketThatHoldsIt(@ForAll @LongRange(min = 0) long nanos) {
    int bucket = DurationHistogram.bucketOf(nanos);
    assertThat(bucket).isBetween(0, DurationHistogram.BUCKETS - 1);
    long from = bucket == 0 ? 0 : DurationHistogram.lastOf(bucket - 1) + 1;
    assertThat(nanos).isBetween(from, DurationHistogram.lastOf(bucket));
  }

  @Property
  void noBucketIsWiderThanAnEighth(@ForAll @LongRange(min = 8) long nanos) {
    int bucket = DurationHistogram.bucketOf(nanos);
    long from = DurationHistogram.lastOf(bucket - 1) + 1;
    assertThat(DurationHistogram.lastOf(bucket) - from).isLessThan(from / 8 + 1);
  }

  @Test
  void theEndsOfTheScale() {
    assertThat(DurationHistogram.bucketOf(Long.MAX_VALUE)).isEqualTo(DurationHistogram.BUCKETS - 1);
    assertThat(DurationHistogram.lastOf(DurationHistogram.BUCKETS - 1)).isEqualTo(Long.MAX_VALUE);
    assertThat(DurationHistogram.EMPTY.count()).isZero();
    assertThat(DurationHistogram.EMPTY.quantileNanos(0.5)).isZero();
  }

  @Test
  void quantilesAreRanks() {
    DurationRecorder recorder = new DurationRecorder();
    for (int i = 0; i < 90; i++) {
      recorder.record(5);
    }
    for (int i = 0; i < 10; i++) {
      recorder.record(1_000_000);
    }
    DurationHistogram histogram = recorder.snapshot();
    assertThat(histogram.count()).isEqualTo(100);
    assertThat(histogram.quantileNanos(0)).isEqualTo(5);
    assertThat(histogram.quantileNanos(0.9)).isEqualTo(5);
    assertThat(histogram.quantileNanos(0.91)).isBetween(1_000_000L, 1_125_000L);
    assertThat(histogram.quantileNanos(1)).isBetween(1_000_000L, 1_125_000L);
  }

  @Test
  void aClockThatWentBackCountsAsNoTime() {
    DurationRecorder recorder = new DurationRecorder();
    recorder.record(-3);
    assertThat(recorder.snapshot().quantileNanos(1)).isZero();
  }

  @Test
  void aDifferenceIsWhatCameBetween() {
    DurationRecorder recorder = new DurationRecorder();
    recorder.record(5);
    DurationHistogram before = recorder.snapshot();
    recorder.record(6);
    DurationHistogram between = recorder.snapshot().minus(before);
    assertThat(between.count()).isEqualTo(1);
    assertThat(between.count(DurationHistogram.bucketOf(6))).isEqualTo(1);
    assertThat(between.plus(before).count()).isEqualTo(2);
  }

  @Test
  void aQuantileIsAShare() {
    for (double wrong : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> DurationHistogram.EMPTY.quantileNanos(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("allowed is 0 to 1");
    }
  }
}
