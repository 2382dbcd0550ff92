package dev.heddle.timers;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.RuntimeBuilder;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Promise;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.StrategyProvider;
import dev.heddle.runtime.spi.TimerProvider;
import dev.heddle.runtime.spi.TimerQueueProvider;
import dev.heddle.runtime.spi.TimerServiceProvider;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A strategy, a number of workers and timers: what a sleep is tested with. Every strategy with one
 * kind of timers, and all timers with one strategy.
 *
 * @param timer as it is typed
 */
record Setup(StrategyProvider strategy, int workers, String timer) {
  private static final String PER_WORKER = ":placement=per-worker";

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final List<String> JVM_FLAGS =
      ManagementFactory.getRuntimeMXBean().getInputArguments();

  static Stream<Setup> everyStrategy() {
    return with("binary-heap", 1, 2, 8);
  }

  static Stream<Setup> everyStrategyAndEveryTimer() {
    return Stream.concat(everyStrategy(), everyTimer());
  }

  /** All timers with one strategy, and each in every placement that it can have. */
  static Stream<Setup> everyTimer() {
    StrategyProvider strategy = Providers.strategy("work-stealing");
    return Providers.timers().stream()
        .filter(timer -> timer.unavailable().isEmpty() && !timer.name().equals("none"))
        .flatMap(timer ->
            timer instanceof TimerQueueProvider
                ? Stream.of(timer.name(), timer.name() + PER_WORKER)
                : Stream.of(timer.name()))
        .map(timer -> new Setup(strategy, 2, timer));
  }

  /** Those whose timers wait for no certain worker, which may be busy, and for no turn of its. */
  static Stream<Setup> everyoneWhoCannotKeepATimerWaiting() {
    return Stream.concat(
        with("binary-heap", 2, 8), everyTimer().filter(setup -> !setup.timer.endsWith(PER_WORKER)));
  }

  /** Foreign threads fire these. */
  static Stream<Setup> everyService() {
    return Providers.timers().stream()
        .filter(TimerServiceProvider.class::isInstance)
        .map(TimerProvider::name)
        .flatMap(timer ->
            Stream.of("work-stealing", "fork-join")
                .map(strategy -> new Setup(Providers.strategy(strategy), 2, timer)));
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

  private static Stream<Setup> with(String timer, int... workers) {
    return Providers.strategies().stream()
        .filter(strategy -> strategy.unavailable().isEmpty())
        .flatMap(strategy ->
            IntStream.of(workers)
                .filter(count -> count == strategy.workers(count, PROCESSORS))
                .filter(count -> JVM_FLAGS.containsAll(strategy.jvmFlags(count)))
                .mapToObj(count -> new Setup(strategy, count, timer)));
  }

  static Setup of(String strategy, int workers) {
    return new Setup(Providers.strategy(strategy), workers, "binary-heap");
  }

  RuntimeBuilder builder() {
    return HeddleRuntime.builder().strategy(strategy.name()).workers(workers).timer(timer);
  }

  @Override
  public String toString() {
    return strategy.name() + " with " + workers + " and " + timer;
  }
}
