package dev.heddle.harness.plan;

import dev.heddle.runtime.Pinning;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the user asked for, before it is checked against what there is. An empty list or value was
 * not given.
 *
 * @param profile the profile
 * @param strategies names of strategies, with options and variants of the JVM if any
 * @param workloads names of workloads
 * @param timers names of timers, with options if any; where there is a runtime the baseline timer
 *     alone if empty, else all
 * @param drivers names of drivers, with options if any; the baseline driver alone if empty
 * @param scales at which values workloads are run; for what is not there, each workload's own
 * @param everything whether what is not named means everything instead of the headline set
 * @param cores numbers of CPUs
 * @param workers numbers of workers, or multiples of the cores; as many as cores if empty
 * @param pinning whether workers are held to CPUs
 * @param blocks how often each cell is run
 * @param namedBaseline the strategy the others are compared with
 * @param namedBaselineTimer the timers the others are compared with
 * @param namedBaselineDriver the driver the others are compared with
 * @param forkDeadline when a fork counts as hung
 */
public record Request(
    Profile profile,
    List<String> strategies,
    List<String> workloads,
    List<String> timers,
    List<String> drivers,
    Map<Scale, List<Object>> scales,
    boolean everything,
    List<Integer> cores,
    List<WorkerCount> workers,
    Pinning pinning,
    Optional<Integer> blocks,
    Optional<String> namedBaseline,
    Optional<String> namedBaselineTimer,
    Optional<String> namedBaselineDriver,
    Optional<Duration> forkDeadline) {

  /** What is compared with unless the user says otherwise. */
  public static final String DEFAULT_BASELINE = "global-queue";

  /** The same for timers, and what a runtime has whose tasks sleep. */
  public static final String DEFAULT_BASELINE_TIMER = "timer-wheel";

  /** The same for drivers, and what a runtime has that has sockets. */
  public static final String DEFAULT_BASELINE_DRIVER = "selector";

  /** Takes copies of the lists. */
  public Request {
    strategies = List.copyOf(strategies);
    workloads = List.copyOf(workloads);
    timers = List.copyOf(timers);
    drivers = List.copyOf(drivers);
    scales = Map.copyOf(scales);
    cores = List.copyOf(cores);
    workers = List.copyOf(workers);
  }

  /** The strategy the others are compared with: the one named, or else the usual one. */
  String baseline() {
    return namedBaseline.orElse(DEFAULT_BASELINE);
  }

  /** The timers the others are compared with: those named, or else the usual ones. */
  String baselineTimer() {
    return namedBaselineTimer.orElse(DEFAULT_BASELINE_TIMER);
  }

  /** The driver the others are compared with: the one named, or else the usual one. */
  String baselineDriver() {
    return namedBaselineDriver.orElse(DEFAULT_BASELINE_DRIVER);
  }

  /** The values that were asked for; none if the workload's own are meant. */
  List<Object> values(Scale scale) {
    return scales.getOrDefault(scale, List.of());
  }
}
