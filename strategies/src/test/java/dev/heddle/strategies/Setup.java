package dev.heddle.strategies;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.RuntimeBuilder;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Promise;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.StrategyProvider;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A strategy and a number of workers: what every behaviour is tested with. Where a JVM allows a
 * strategy one number only, other JVMs run the same tests with the others: see the module's pom.
 */
record Setup(StrategyProvider strategy, int workers) {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final List<String> JVM_FLAGS =
      ManagementFactory.getRuntimeMXBean().getInputArguments();

  /** Names of the strategies to test, with commas between; all if empty. */
  private static final List<String> ONLY =
      Arrays.stream(System.getProperty("heddle.test.strategies", "").split(",", -1))
          .filter(name -> !name.isEmpty())
          .toList();

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

  /** Those on a pool of somebody else's. */
  static Stream<Setup> everyAdapter() {
    return everyStrategy().filter(setup -> setup.strategy instanceof SchedulerProvider);
  }

  /** Those that promise to look at tasks from outside, however busy they are. */
  static Stream<Setup> everyStrategyThatTakesInjectedTasksInTurn() {
    return everyStrategy().filter(setup -> setup.promises(Promise.INJECTED_IN_TURN));
  }

  static Stream<Setup> everyOneWorkerThatTakesInjectedTasksInTurn() {
    return everyStrategyThatTakesInjectedTasksInTurn().filter(setup -> setup.workers == 1);
  }

  /** Those that let tasks wait while others wake each other, for as long as they do. */
  static Stream<Setup> everyStrategyThatMayStarveTasks() {
    return everyStrategy()
        .filter(setup ->
            !setup.promises(Promise.INJECTED_IN_TURN) || !setup.promises(Promise.LOCAL_IN_TURN));
  }

  /** Those whose worker's tasks go on elsewhere while it blocks. */
  static Stream<Setup> everyStrategyThatBlocksInPlace() {
    return everyStrategy().filter(setup -> setup.promises(Promise.BLOCKS_IN_PLACE));
  }

  /** Those that refuse to block in place. */
  static Stream<Setup> everyStrategyThatDoesNotBlockInPlace() {
    return everyStrategy().filter(setup -> !setup.promises(Promise.BLOCKS_IN_PLACE));
  }

  private static Stream<Setup> with(int... workers) {
    return Providers.strategies().stream()
        .filter(strategy -> strategy.unavailable().isEmpty())
        .filter(strategy -> ONLY.isEmpty() || ONLY.contains(strategy.name()))
        .flatMap(strategy ->
            Arrays.stream(workers)
                .filter(count -> count == strategy.workers(count, PROCESSORS))
                .filter(count -> JVM_FLAGS.containsAll(strategy.jvmFlags(count)))
                .mapToObj(count -> new Setup(strategy, count)));
  }

  boolean promises(Promise promise) {
    return strategy.promises(Options.defaults()).contains(promise);
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
