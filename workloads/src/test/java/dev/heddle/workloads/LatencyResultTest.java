package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.Result;

class LatencyResultTest {

  @Test
  @SuppressWarnings("rawtypes") // as declared by JMH
  void percentilesOfMergedIterationsAreReadFromAllSamplesAndNotAveraged() {
    LatencyResult fast = new LatencyResult(histogram(LongStream.rangeClosed(1, 990)));
    LatencyResult slow = new LatencyResult(histogram(LongStream.generate(() -> 100_000).limit(10)));
    LatencyResult merged = fast.getIterationAggregator().aggregate(List.of(fast, slow));
    assertThat(
            merged.getDerivativeResults().stream()
                .collect(Collectors.toMap((Result r) -> r.getLabel(), (Result r) -> r.getScore())))
        .containsEntry("scheduling.latency:p50", 500.0)
        .containsEntry("scheduling.latency:p99", 990.0)
        .containsEntry("scheduling.latency:p99.9", 100_031.0)
        .containsEntry("scheduling.latency:max", 100_031.0)
        .containsEntry("scheduling.latency:count", 1_000.0);
  }

  private static Histogram histogram(LongStream values) {
    Histogram histogram = new Histogram(3);
    values.forEach(histogram::recordValue);
    return histogram;
  }
}
