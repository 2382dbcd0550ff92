package dev.heddle.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;

class StrategySpecTest {

  @Test
  void aNameAloneHasNoVariant() {
    assertThat(StrategySpec.parse("work-stealing:ring=64"))
        .extracting(StrategySpec::strategy, StrategySpec::jvmFlags)
        .containsExactly("work-stealing:ring=64", List.of());
  }

  @Test
  void whatFollowsAnAtSignIsTheJvmsAndNotTheStrategys() {
    StrategySpec spec = StrategySpec.parse("work-stealing:ring=64@metrics=off@headers=compact");
    assertThat(spec.strategy()).isEqualTo("work-stealing:ring=64");
    assertThat(spec.jvmFlags())
        .containsExactly("-Dheddle.metrics=off", "-XX:+UseCompactObjectHeaders");
  }

  @Test
  void anUnknownVariantIsAnsweredWithTheNearestOne() {
    refuses("work-stealing@metrics=of", "did you mean 'metrics=off'?");
  }

  @Test
  void aVariantNamedTwiceIsRefused() {
    refuses("work-stealing@metrics=off@metrics=off", "names a JVM variant twice");
  }

  private static void refuses(String spec, String reason) {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> StrategySpec.parse(spec))
        .withMessageContaining(reason);
  }
}
