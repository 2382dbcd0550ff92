package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.StrategyProvider;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class WorkloadsTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** A lost task never comes, so this only sets how long the test takes, not how it ends. */
  private static final Duration SHORT = Duration.ofSeconds(1);

  static Stream<Arguments> shapesAndStrategies() {
    return TestStrategies.right().stream()
        .flatMap(strategy ->
            Arrays.stream(Shape.values())
                .flatMap(shape ->
                    Stream.of(1, 2)
                        .filter(workers -> workers <= strategy.maxWorkers())
                        .map(workers -> Arguments.of(shape, strategy.name(), workers))));
  }

  @ParameterizedTest(name = "{0} on {1} with {2} workers")
  @MethodSource("shapesAndStrategies")
  void everyWorkloadFindsItsWorkDoneByEveryStrategy(Shape shape, String strategy, int workers)
      throws InterruptedException {
    try (HeddleRuntime runtime =
        HeddleRuntime.builder().strategy(strategy).workers(workers).build()) {
      shape.run(runtime, LONG);
      assertThat(runtime.counters().polls()).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void aLostTaskFailsTheWorkloadByName(Shape shape) {
    try (HeddleRuntime runtime = runtime(new TestStrategies.Dropping())) {
      assertThatThrownBy(() -> shape.run(runtime, SHORT))
          .isInstanceOf(WorkloadFailure.class)
          .hasMessageStartingWith(shape.workload + ": expected ")
          .hasMessageContaining(", found ")
          .hasMessageEndingWith(" after waiting for 1 seconds");
    }
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void aDoubledTaskFailsTheWorkloadByName(Shape shape) {
    try (HeddleRuntime runtime = runtime(new TestStrategies.Doubling())) {
      assertThatThrownBy(() -> shape.run(runtime, LONG))
          .isInstanceOf(WorkloadFailure.class)
          .hasMessageStartingWith(shape.workload + ": expected ")
          .hasMessageContaining(", found ");
    }
  }

  @Test
  void aDoubledTaskThatRunsTooLateForItsInvocationFailsTheNextOne() throws InterruptedException {
    Check check = new Check("a workload", LONG);
    check.finish();
    check.await(1, "tasks", () -> 1);
    check.failDoubled();
    check.finish();
    assertThatThrownBy(() -> check.await(1, "tasks", () -> 1))
        .isInstanceOf(WorkloadFailure.class)
        .hasMessageStartingWith("a workload: expected each task to finish once");
  }

  @Test
  void arrivalsNoticeThatOneCameTwiceAndAnotherNotAtAll() {
    Check check = new Check("a workload", LONG);
    Arrivals arrivals = new Arrivals(check, 3);
    arrivals.arrive(0);
    arrivals.arrive(1);
    assertThat(arrivals.arrive(1)).isFalse();
    assertThatThrownBy(() -> check.await(3, "tasks", arrivals::count))
        .isInstanceOf(WorkloadFailure.class)
        .hasMessage(
            "a workload: expected each of 3 tasks to finish once, "
                + "found 3 finishes with ids that sum to 2 instead of 3");
  }

  @Test
  void arrivalsCountUpToTheirLargestNumberOfTasks() {
    Check check = new Check("a workload", LONG);
    Arrivals arrivals = new Arrivals(check, Arrivals.MAX_TASKS);
    for (int id = 0; id < Arrivals.MAX_TASKS - 1; id++) {
      assertThat(arrivals.arrive(id)).isFalse();
    }
    assertThat(arrivals.arrive(Arrivals.MAX_TASKS - 1)).isTrue();
  }

  private static HeddleRuntime runtime(StrategyProvider strategy) {
    return HeddleRuntime.builder().strategy(strategy, Options.defaults()).workers(1).build();
  }
}
