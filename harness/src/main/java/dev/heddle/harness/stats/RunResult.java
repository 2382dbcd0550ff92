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

  /**
   * Under this many blocks there is no interval, and so no word: only the estimate. Three blocks
   * hold ten different resamples, and what an interval of them says comes from Student's t with two
   * degrees of freedom, whose quantile is 4.3: a ratio of 40 may get one from 20 to 10,000.
   */
  public static final int INTERVAL_BLOCKS = 5;

  /** What rows, curves and crossovers say that have no interval for that reason. */
  public static final String NO_INTERVAL = "fewer than " + INTERVAL_BLOCKS + " blocks: no interval";

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
