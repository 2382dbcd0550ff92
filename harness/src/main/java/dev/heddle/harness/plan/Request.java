package dev.heddle.harness.plan;

import dev.heddle.runtime.Pinning;
import java.time.Duration;
import java.util.List;
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
 * @param sizes how large workloads are; each workload's own if empty
 * @param everything whether what is not named means everything instead of the headline set
 * @param cores numbers of CPUs
 * @param workers numbers of workers; as many as cores if empty
 * @param pinning whether workers are held to CPUs
 * @param blocks how often each cell is run
 * @param namedBaseline the strategy the others are compared with
 * @param namedBaselineTimer the timers the others are compared with
 * @param forkDeadline when a fork counts as hung
 */
public record Request(
    Profile profile,
    List<String> strategies,
    List<String> workloads,
    List<String> timers,
    List<Integer> sizes,
    boolean everything,
    List<Integer> cores,
    List<Integer> workers,
    Pinning pinning,
    Optional<Integer> blocks,
    Optional<String> namedBaseline,
    Optional<String> namedBaselineTimer,
    Optional<Duration> forkDeadline) {

  /** What is compared with unless the user says otherwise. */
  public static final String DEFAULT_BASELINE = "global-queue";

  /** The same for timers, and what a runtime has whose tasks sleep. */
  public static final String DEFAULT_BASELINE_TIMER = "timer-wheel";

  /** Takes copies of the lists. */
  public Request {
    strategies = List.copyOf(strategies);
    workloads = List.copyOf(workloads);
    timers = List.copyOf(timers);
    sizes = List.copyOf(sizes);
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
}
