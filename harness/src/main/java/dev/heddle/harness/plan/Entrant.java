package dev.heddle.harness.plan;

import dev.heddle.harness.record.Cell;
import dev.heddle.runtime.Pinning;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.TimerServiceProvider;
import dev.heddle.workloads.Axes;
import dev.heddle.workloads.TimerUse;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a cell enters into a comparison: a strategy, timers, both, or, of a workload that has one
 * row only, neither.
 *
 * @param strategy null if there is no runtime
 * @param timer null if nothing sleeps
 */
record Entrant(@Nullable ChosenStrategy strategy, @Nullable ChosenTimer timer) {

  String strategySpec() {
    return strategy == null ? Cell.NONE : strategy.spec();
  }

  String timerSpec() {
    return timer == null ? Cell.NONE : timer.spec();
  }

  /** How many workers it has of those asked for; none without a runtime. */
  int workers(int asked, int cores) {
    return strategy == null ? 0 : strategy.provider().workers(asked, cores);
  }

  List<String> jvmFlags(int workers) {
    return strategy == null ? List.of() : strategy.jvmFlags(workers);
  }

  /** Why it cannot do what the workload asks for, or empty if it can. */
  Optional<String> unable(Axes workload, Pinning pinning) {
    return Stream.of(unableStrategy(pinning), unableTimer(workload), unableTogether())
        .flatMap(Optional::stream)
        .findFirst();
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

  private Optional<String> unableTogether() {
    return strategy != null
            && timer != null
            && timer.perWorker()
            && strategy.provider() instanceof SchedulerProvider
        ? Optional.of(
            "has threads of its own, which wait for no timers: only placement=global is possible")
        : Optional.empty();
  }
}
