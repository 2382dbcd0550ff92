package dev.heddle.harness.run;

import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.record.Cell;
import java.time.Duration;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How long a run still takes: each fork that is left at the mean of its cell's, since a call may be
 * longer than the iteration it is measured in; while there are none of its cell, at the mean of
 * all; and before the first at what the plan says.
 */
final class TimeLeft {
  /** Start of the JVM and pre-touching of its heap, on a slow machine. */
  private static final double FORK_START_SECONDS = 1.2;

  /** Start of a load generator's JVM, and of its connections, likewise. */
  private static final double GENERATOR_START_SECONDS = 1.5;

  private static final double MILLIS_PER_SECOND = 1_000;

  private final Plan plan;
  private final DoubleSummaryStatistics all = new DoubleSummaryStatistics();
  private final Map<Cell, DoubleSummaryStatistics> ofCell = new HashMap<>();

  TimeLeft(Plan plan) {
    this.plan = plan;
  }

  void saw(Cell cell, double wallSeconds) {
    all.accept(wallSeconds);
    ofCell.computeIfAbsent(cell, each -> new DoubleSummaryStatistics()).accept(wallSeconds);
  }

  Duration of(List<PlannedFork> left) {
    double seconds = left.stream().mapToDouble(fork -> seconds(plan.cellOf(fork).cell())).sum();
    return Duration.ofMillis(Math.round(seconds * MILLIS_PER_SECOND));
  }

  private double seconds(Cell cell) {
    DoubleSummaryStatistics seen = ofCell.getOrDefault(cell, all);
    return seen.getCount() > 0
        ? seen.getAverage()
        : FORK_START_SECONDS
            + (cell.hasDriver() ? GENERATOR_START_SECONDS : 0)
            + plan.iterations().total().toMillis() / MILLIS_PER_SECOND;
  }
}
