package dev.heddle.harness.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AdherenceTest {
  private static Adherence of(long sent, long onSchedule) {
    return Adherence.of(Map.of("load.sent", sent, "load.onSchedule", onSchedule)).orElseThrow();
  }

  @Test
  void underNineteenOfTwentyTheForkIsVoid() {
    assertThat(of(1_000, 950).violation()).isEmpty();
    assertThat(of(1_000, 949).violation().orElseThrow())
        .isEqualTo(
            "sent 94.9 % of its requests when they were due, under 95 %: the rate was another than asked for");
  }

  @Test
  void aClosedLoopHasNoSchedule() {
    assertThat(Adherence.of(Map.of("load.wallNanos", 1L))).isEmpty();
    assertThat(Adherence.of(Map.of("load.sent", 0L, "load.onSchedule", 0L))).isEmpty();
  }
}
