package dev.heddle.timers;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.RuntimeBuilder;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Promise;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.StrategyProvider;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A strategy and a number of workers: what a sleep is tested with. */
record Setup(StrategyProvider strategy, int workers) {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final List<String> JVM_FLAGS =
      ManagementFactory.getRuntimeMXBean().getInputArguments();

  static Stream<Setup> everyStrategy() {
    return with(1, 2, 8);
  }

  static Stream<Setup> everyStrategyThatHasASecondWorker() {
    return with(2, 8);
  }

  /** Those that look at what a timer woke from outside, however busy they are. */
  static Stream<Setup> everyStrategyThatTakesInjectedTasksInTurn() {
    return everyStrategy()
        .filter(setup ->
            setup.strategy.promises(Options.defaults()).contains(Promise.INJECTED_IN_TURN));
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
                .filter(count -> JVM_FLAGS.containsAll(strategy.jvmFlags(count)))
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
