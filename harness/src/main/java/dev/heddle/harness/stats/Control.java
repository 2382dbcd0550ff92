package dev.heddle.harness.stats;

import dev.heddle.harness.plan.PlannedCell;
import dev.heddle.harness.record.Status;
import org.jspecify.annotations.Nullable;

/**
 * The A/A control of one baseline cell: its second copy against its first.
 *
 * @param baseline the cell that ran twice in each block
 * @param status the worst fork of the second copy
 * @param note why the status is not ok; may be empty
 * @param pairedBlocks blocks in which both copies were ok
 * @param ratio what "no difference" looked like
 * @param band ratios that this run cannot tell from 1: to both sides half the width of the ratio's
 *     interval, but at least {@value #MINIMAL_MARGIN}, and the whole of that interval, which may be
 *     skewed or not about 1; null if the ratio has no interval
 */
public record Control(
    PlannedCell baseline,
    Status status,
    String note,
    int pairedBlocks,
    Estimate ratio,
    @Nullable Interval band) {

  /** Differences below this are called none, however quiet the host. */
  public static final double MINIMAL_MARGIN = 0.03;

  static @Nullable Interval band(Estimate ratio) {
    Double lo = ratio.lo();
    Double hi = ratio.hi();
    if (lo == null || hi == null) {
      return null;
    }
    double margin = Math.max(MINIMAL_MARGIN, (hi - lo) / 2);
    return new Interval(Math.min(lo, Math.max(0, 1 - margin)), Math.max(hi, 1 + margin));
  }
}
