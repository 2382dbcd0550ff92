package dev.heddle.harness.claims;

import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.stats.Contrast;
import dev.heddle.harness.stats.Histograms;
import java.util.List;

/**
 * What one experiment left.
 *
 * @param plan of its run
 * @param contrast of its records
 */
public record Evidence(Plan plan, Contrast contrast) {

  /**
   * Of a run's records so far.
   *
   * @throws dev.heddle.harness.plan.BadInput if a record is of no fork of this plan
   */
  public static Evidence of(Plan plan, List<ForkRecord> forks, Histograms histograms) {
    return new Evidence(plan, Contrast.of(plan, forks, histograms));
  }
}
