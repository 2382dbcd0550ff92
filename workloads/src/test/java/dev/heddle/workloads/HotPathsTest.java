package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.spi.StrategyProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HotPathsTest {
  private final HotPaths hotPaths = new HotPaths();

  static Stream<String> strategies() {
    return TestStrategies.right().stream()
        .filter(strategy -> TestStrategies.canHave(strategy, 1))
        .map(StrategyProvider::name);
  }

  static Stream<String> strategiesWithTwoWorkers() {
    return TestStrategies.right().stream()
        .filter(strategy -> TestStrategies.canHave(strategy, 2))
        .map(StrategyProvider::name);
  }

  @ParameterizedTest
  @MethodSource("strategies")
  void everyWakeUpAndEveryParkedWorkersTaskIsPolled(String strategy) throws Exception {
    try (HeddleRuntime runtime = runtime(strategy, 1)) {
      hotPaths.wakes(runtime, 1_000);
      hotPaths.parks(runtime, 20);
      runtime.close(); // a poll counts from its end on, and the last ones may just be ending
      assertThat(runtime.counters().polls()).isGreaterThanOrEqualTo(1_020);
    }
  }

  @ParameterizedTest
  @MethodSource("strategiesWithTwoWorkers")
  void whatOneWorkerHoldsAnotherTakes(String strategy) throws Exception {
    try (HeddleRuntime runtime = runtime(strategy, 2)) {
      hotPaths.steals(runtime, 20);
      runtime.close();
      assertThat(runtime.counters().polls()).isGreaterThanOrEqualTo(20 * 16);
    }
  }

  @Test
  void aStealOfOneWorkerIsRefused() {
    try (HeddleRuntime runtime = runtime("test-plain", 1)) {
      assertThatThrownBy(() -> hotPaths.steals(runtime, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a steal needs 2 or more");
    }
  }

  private static HeddleRuntime runtime(String strategy, int workers) {
    return HeddleRuntime.builder().strategy(strategy).workers(workers).build();
  }
}
