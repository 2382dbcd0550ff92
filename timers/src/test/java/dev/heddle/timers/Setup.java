package dev.heddle.timers;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.RuntimeBuilder;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.StrategyProvider;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A strategy and a number of workers: what a sleep is tested with. */
record Setup(StrategyProvider strategy, int workers) {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  static Stream<Setup> everyStrategy() {
    return with(1, 2, 8);
  }

  static Stream<Setup> everyStrategyThatHasASecondWorker() {
    return with(2, 8);
  }

  static Stream<Setup> everyPolicy() {
    return everyStrategy().filter(setup -> setup.strategy instanceof PolicyProvider);
  }

  static Stream<Setup> everyAdapter() {
    return everyStrategy().filter(setup -> setup.strategy instanceof SchedulerProvider);
  }

  private static Stream<Setup> with(int... workers) {
    return Providers.strategies().stream()
        .filter(strategy -> strategy.unavailable().isEmpty())
        .flatMap(strategy ->
            IntStream.of(workers)
                .filter(count -> count == strategy.workers(count, PROCESSORS))
                .mapToObj(count -> new Setup(strategy, count)));
  }

  RuntimeBuilder builder() {
    return HeddleRuntime.builder().strategy(strategy.name()).workers(workers);
  }

  @Override
  public String toString() {
    return strategy.name() + " with " + workers;
  }
}
