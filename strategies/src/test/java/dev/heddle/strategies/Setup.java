package dev.heddle.strategies;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.RuntimeBuilder;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.StrategyProvider;
import java.util.stream.Stream;

/** A strategy and a number of workers: what every behaviour is tested with. */
record Setup(StrategyProvider strategy, int workers) {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  static Stream<Setup> everyStrategy() {
    return with(1, 2);
  }

  static Stream<Setup> everyStrategyWithOneWorker() {
    return with(1);
  }

  static Stream<Setup> everyStrategyWithFewAndManyWorkers() {
    return with(1, 2, 8, 64);
  }

  static Stream<Setup> everyPolicy() {
    return everyStrategy().filter(setup -> setup.strategy instanceof PolicyProvider);
  }

  /** Every policy, and the adapters on a pool that replaces a thread while it blocks. */
  static Stream<Setup> everyStrategyThatBlocksInPlace() {
    return everyStrategy()
        .filter(setup ->
            setup.strategy instanceof PolicyProvider || setup.strategy instanceof ForkJoin);
  }

  private static Stream<Setup> with(int... workers) {
    return Providers.strategies().stream()
        .filter(strategy -> strategy.unavailable().isEmpty())
        .flatMap(strategy ->
            java.util.Arrays.stream(workers)
                .filter(count -> count == strategy.workers(count, PROCESSORS))
                .mapToObj(count -> new Setup(strategy, count)));
  }

  RuntimeBuilder builder() {
    return HeddleRuntime.builder().strategy(strategy.name()).workers(workers);
  }

  HeddleRuntime start() {
    return builder().build();
  }

  @Override
  public String toString() {
    return strategy.name() + " with " + workers;
  }
}
