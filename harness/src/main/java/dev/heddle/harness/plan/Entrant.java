package dev.heddle.harness.plan;

import dev.heddle.harness.record.Cell;
import dev.heddle.runtime.Pinning;
import dev.heddle.runtime.spi.DriverProvider.Placement;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.TimerServiceProvider;
import dev.heddle.workloads.Axes;
import dev.heddle.workloads.TimerUse;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a cell enters into a comparison: a strategy, timers, a driver, several of them, or, of a
 * workload that has one row only, none.
 *
 * @param strategy null if there is no runtime
 * @param timer null if nothing sleeps
 * @param driver null if there are no sockets
 */
record Entrant(
    @Nullable ChosenStrategy strategy, @Nullable ChosenTimer timer, @Nullable ChosenDriver driver) {

  /** The driver is the one that the strategy has: see {@link ChosenDriver#under}. */
  Entrant {
    driver = driver == null || strategy == null ? driver : driver.under(strategy.provider());
  }

  /**
   * Why it cannot do what is asked for.
   *
   * @param option that names another instead, where it is the baseline
   * @param spec what is in the way
   * @param reason in one line
   */
  record Inability(String option, String spec, String reason) {}

  String strategySpec() {
    return strategy == null ? Cell.NONE : strategy.spec();
  }

  String timerSpec() {
    return timer == null ? Cell.NONE : timer.spec();
  }

  String driverSpec() {
    return driver == null ? Cell.NONE : driver.spec();
  }

  /** How many workers it has of those asked for; none without a runtime. */
  int workers(int asked, int cores) {
    return strategy == null ? 0 : strategy.provider().workers(asked, cores);
  }

  List<String> jvmFlags(int workers) {
    return strategy == null ? List.of() : strategy.jvmFlags(workers);
  }

  /** Why it cannot do what the workload asks for, or empty if it can. */
  Optional<Inability> unable(Axes workload, Pinning pinning) {
    return Stream.of(
            unableStrategy(pinning).map(this::ofStrategy),
            unableTimer(workload)
                .map(reason -> new Inability("--baseline-timer", timerSpec(), reason)),
            unableDriver().map(reason -> new Inability("--baseline-driver", driverSpec(), reason)),
            unableTogether().map(this::ofStrategy))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Inability ofStrategy(String reason) {
    return new Inability("--baseline", strategySpec(), reason);
  }

  private Optional<String> unableStrategy(Pinning pinning) {
    return strategy == null ? Optional.empty() : strategy.unavailable(pinning);
  }

  private Optional<String> unableTimer(Axes workload) {
    if (timer == null) {
      return Optional.empty();
    }
    Optional<String> unavailable = timer.provider().unavailable();
    if (unavailable.isPresent()) {
      return unavailable;
    }
    if (workload.timers() == TimerUse.BY_HAND && timer.provider() instanceof TimerServiceProvider) {
      return Optional.of(
          "has a thread of its own that goes by the real clock, and here time passes by hand");
    }
    return strategy == null && timer.perWorker()
        ? Optional.of("has a queue for each worker, and here are no workers")
        : Optional.empty();
  }

  private Optional<String> unableDriver() {
    return driver == null ? Optional.empty() : driver.provider().unavailable();
  }

  private Optional<String> unableTogether() {
    if (strategy == null || !(strategy.provider() instanceof SchedulerProvider)) {
      return Optional.empty();
    }
    if (timer != null && timer.perWorker()) {
      return Optional.of(
          "has threads of its own, which wait for no timers: only placement=global is possible");
    }
    return driver != null && driver.placement() != Placement.DEDICATED
        ? Optional.of(
            "has threads of its own, which cannot wait in a driver: only placement=dedicated is possible")
        : Optional.empty();
  }
}
