package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SchedulingLatencyTest {

  @Test
  void samplesOfAllWorkersComeOutInOneHistogram() {
    SchedulingLatency latency = new SchedulingLatency();
    latency.record(0, 100);
    latency.record(3, 300);
    latency.record(1, 200);
    Histogram taken = latency.take();
    assertThat(taken.getTotalCount()).isEqualTo(3);
    assertThat(taken.getCountAtValue(300)).isEqualTo(1);
  }

  @Test
  void samplesAreTakenOnce() {
    SchedulingLatency latency = new SchedulingLatency();
    latency.record(0, 100);
    latency.take();
    assertThat(latency.take().getTotalCount()).isZero();
  }

  @Test
  void discardedSamplesAreNeverSeenAgain() {
    SchedulingLatency latency = new SchedulingLatency();
    latency.record(0, 100);
    latency.discard();
    latency.record(0, 200);
    assertThat(latency.take().getMinValue()).isEqualTo(200);
  }
}
