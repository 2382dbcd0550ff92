package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.StrategyProvider;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class WorkloadsTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** How often each is run: {@code -Dheddle.workload.rounds}. */
  private static final int ROUNDS = Integer.getInteger("heddle.workload.rounds", 1);

  /** For those whose tasks sleep. */
  private static final String TIMER = "timer-wheel";

  /** A lost task never comes, so this only sets how long the test takes, not how it ends. */
  private static final Duration SHORT = Duration.ofSeconds(1);

  static Stream<Arguments> shapesAndStrategies() {
    return TestStrategies.right().stream()
        .flatMap(strategy ->
            Arrays.stream(Shape.values())
                .flatMap(shape ->
                    Stream.of(2, 1, 8)
                        .filter(workers -> TestStrategies.canHave(strategy, workers))
                        // With sockets each one starts a process: once must do.
                        .limit(shape.hasSockets() ? 1 : 3)
                        .map(workers -> Arguments.of(shape, strategy.name(), workers))));
  }

  @ParameterizedTest(name = "{0} on {1} with {2} workers")
  @MethodSource("shapesAndStrategies")
  void everyWorkloadFindsItsWorkDoneByEveryStrategy(Shape shape, String strategy, int workers)
      throws Exception {
    try (HeddleRuntime runtime =
        HeddleRuntime.builder()
            .strategy(strategy)
            .timer(TIMER)
            .driver(shape.driver)
            .workers(workers)
            .build()) {
      for (int round = 0; round < ROUNDS; round++) {
        shape.run(runtime, LONG);
      }
      assertThat(runtime.counters().polls()).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void aLostTaskFailsTheWorkloadByName(Shape shape) {
    try (HeddleRuntime runtime = runtime(shape, new TestStrategies.Dropping())) {
      assertThatThrownBy(() -> shape.run(runtime, SHORT))
          .isInstanceOf(WorkloadFailure.class)
          .hasMessageStartingWith(shape.workload + ": expected ")
          .hasMessageContaining(", found ")
          .hasMessageEndingWith(" within 1 s");
    }
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void aDoubledTaskFailsTheWorkloadByName(Shape shape) {
    // Where chance says how often a task runs, such as the network's, once too often shows at its
    // end only. So there all are doubled, or by chance none of the doubled ones is at its end.
    StrategyProvider doubling =
        shape.isPolledAsItComes() ? new TestStrategies.Doubling(1) : new TestStrategies.Doubling();
    try (HeddleRuntime runtime = runtime(shape, doubling)) {
      assertThatThrownBy(() -> shape.run(runtime, LONG))
          .isInstanceOf(WorkloadFailure.class)
          .hasMessageStartingWith(shape.workload + ": expected ")
          .hasMessageContaining(", found ");
    }
  }

  private static HeddleRuntime runtime(Shape shape, StrategyProvider strategy) {
    return HeddleRuntime.builder()
        .strategy(strategy, Options.defaults())
        .timer(TIMER)
        .driver(shape.driver)
        .workers(1)
        .build();
  }
}
