package dev.heddle.harness.run;

import dev.heddle.harness.plan.Plan;
import java.time.Duration;

/**
 * How long a run still takes: the forks left, at the mean of those that this process has seen, and
 * before the first at what the plan says.
 */
final class TimeLeft {
  /** Start of the JVM and pre-touching of its heap, on a slow machine. */
  private static final double FORK_START_SECONDS = 1.2;

  private static final double MILLIS_PER_SECOND = 1_000;

  private final double planned;
  private double seconds;
  private int forks;

  TimeLeft(Plan plan) {
    planned = FORK_START_SECONDS + plan.iterations().total().toMillis() / MILLIS_PER_SECOND;
  }

  void saw(double wallSeconds) {
    seconds += wallSeconds;
    forks++;
  }

  Duration of(int forksLeft) {
    double mean = forks == 0 ? planned : seconds / forks;
    return Duration.ofMillis(Math.round(mean * forksLeft * MILLIS_PER_SECOND));
  }
}
