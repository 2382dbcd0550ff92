package dev.heddle.harness.stats;

import dev.heddle.harness.plan.Iterations;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedCell;
import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.ForkRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes runs of one workload, {@code timer-expire}, at one core: each series at each size. */
public final class SizedRuns {
  private SizedRuns() {}

  /** What a fork of a cell measures in a block, in ns per unit. */
  @FunctionalInterface
  public interface Cost {
    /** The iterations of a fork. */
    double[] of(Cell cell, int block);
  }

  /** A plan of timers without a runtime. */
  public static Plan timers(int blocks, List<String> timers, long... sizes) {
    return plan(
        blocks,
        timers.stream()
            .map(timer -> new Cell("timer-expire", "none", timer, "none", 1, 1, Map.of()))
            .toList(),
        sizes);
  }

  /** A plan of any series; a size that is above a hundred million is skipped. */
  public static Plan plan(int blocks, List<Cell> series, long... sizes) {
    List<PlannedCell> cells = new ArrayList<>();
    for (long size : sizes) {
      int baseline = cells.size();
      for (Cell one : series) {
        cells.add(
            new PlannedCell(
                new Cell(
                    one.workload(),
                    one.strategy(),
                    one.timer(),
                    one.driver(),
                    one.cores(),
                    one.workers(),
                    Map.of("size", size)),
                "timer",
                "Some.benchmark",
                baseline,
                size > 100_000_000 ? "needs more memory than there is" : "",
                "",
                List.of(),
                null));
      }
    }
    List<PlannedFork> forks = new ArrayList<>();
    for (int block = 1; block <= blocks; block++) {
      for (int cell = 0; cell < cells.size(); cell++) {
        if (cells.get(cell).runs()) {
          String id = String.format(Locale.ROOT, "b%02d-%03d", block, cell + 1);
          forks.add(new PlannedFork(id, block, cell + 1, cell, false));
        }
      }
    }
    return new Plan(
        Plan.SCHEMA,
        "quick",
        "test-host",
        42,
        blocks,
        series.getFirst().strategy(),
        series.getFirst().timer(),
        Cell.NONE,
        new Iterations(1, 100, 2, 100),
        List.of("-XX:+UseG1GC"),
        "G1",
        60,
        cells,
        forks);
  }

  /** All forks of a plan, ok. */
  public static List<ForkRecord> forks(Plan plan, Cost cost) {
    return plan.forks().stream()
        .map(fork -> Runs.ok(plan, fork, cost.of(plan.cellOf(fork).cell(), fork.block())))
        .toList();
  }

  /** The size of a cell. */
  public static double size(Cell cell) {
    return cell.params().get("size") instanceof Number size ? size.doubleValue() : Double.NaN;
  }

  /** What the run says of the only workload it has. */
  static Growth growth(Plan plan, List<ForkRecord> forks) {
    List<Growth> all = RunResult.of(plan, forks, log -> null).growth();
    if (all.size() != 1) {
      throw new AssertionError("one workload, but " + all);
    }
    return all.getFirst();
  }
}
