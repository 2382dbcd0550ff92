package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.HeddleRuntime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DefaultsTest {
  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategyWithOneWorker")
  void unlessToldThereAreAsManyWorkersAsProcessorsOrAsTheStrategyCanHave(Setup setup) {
    int processors = Runtime.getRuntime().availableProcessors();
    try (HeddleRuntime runtime =
        HeddleRuntime.builder().strategy(setup.strategy().name()).build()) {
      assertThat(runtime.workers()).isEqualTo(setup.strategy().workers(processors, processors));
    }
  }
}
