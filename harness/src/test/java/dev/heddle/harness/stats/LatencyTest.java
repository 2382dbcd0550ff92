package dev.heddle.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class LatencyTest {

  private static Histogram samples(int count) {
    Histogram histogram = new Histogram(3);
    histogram.setAutoResize(true);
    for (int nanos = 1; nanos <= count; nanos++) {
      histogram.recordValue(nanos);
    }
    return histogram;
  }

  @Test
  void no_sample_says_nothing() {
    assertThat(Latency.of(samples(0))).isEqualTo(new Latency(0, null, null, null, null, null));
  }

  @Test
  void a_median_of_199_samples_is_not_known() {
    assertThat(Latency.of(samples(199)).p50()).isNull();
  }

  @Test
  void a_median_of_200_samples_is_known() {
    assertThat(Latency.of(samples(200)).p50()).isEqualTo(100);
  }

  @Test
  void the_99th_percentile_needs_10_000_samples() {
    assertThat(Latency.of(samples(9_999)).p99()).isNull();
    assertThat(Latency.of(samples(10_000)).p99()).isNotNull();
  }

  @Test
  void the_99_9th_percentile_needs_100_000_samples() {
    assertThat(Latency.of(samples(99_999)).p999()).isNull();
    assertThat(Latency.of(samples(100_000)).p999()).isNotNull();
  }

  @Test
  void the_99_99th_percentile_needs_1_000_000_samples() {
    assertThat(Latency.of(samples(999_999)).p9999()).isNull();
    assertThat(Latency.of(samples(1_000_000)).p9999()).isNotNull();
  }

  @Test
  void the_maximum_is_known_from_one_sample_on() {
    assertThat(Latency.of(samples(1)).max()).isEqualTo(1);
  }
}
