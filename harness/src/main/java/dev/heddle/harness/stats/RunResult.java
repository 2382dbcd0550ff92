package dev.heddle.harness.stats;

import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.record.ForkRecord;
import java.util.List;

/**
 * All that a run says.
 *
 * @param cells in the order of the plan
 * @param controls one per baseline cell that runs, in the order of the plan
 * @param growth one per workload and number of cores whose cells differ in size; mostly none
 */
public record RunResult(List<CellResult> cells, List<Control> controls, List<Growth> growth) {

  /** Under this many paired blocks there is no word, only the interval. */
  public static final int VERDICT_BLOCKS = 5;

  /** The chance that an interval misses the true value. */
  public static final double ALPHA = 0.05;

  /** Takes copies of the lists. */
  public RunResult {
    cells = List.copyOf(cells);
    controls = List.copyOf(controls);
    growth = List.copyOf(growth);
  }

  /**
   * Computes everything. A pure function, given the histograms.
   *
   * @param plan of the run
   * @param forks its records so far
   * @param histograms where their logs are
   * @throws dev.heddle.harness.plan.BadInput if a record is of no fork of this plan
   */
  public static RunResult of(Plan plan, List<ForkRecord> forks, Histograms histograms) {
    return new Analysis(plan, RecordsByCell.of(plan, forks), histograms).run();
  }
}
