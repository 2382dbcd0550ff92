package dev.heddle.harness.stats;

import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.Status;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one series costs at each size, and the power of the size that comes closest to it.
 *
 * <p>The exponent is the slope of the least-squares line through log cost over log size: 0 is a
 * cost that does not depend on the size, 1 one that is proportional to it. The line need not fit;
 * {@code worstFactor} says how far it is off.
 *
 * @param label the series among those of its workload: strategy and timer, and what else differs
 * @param series what its cells have in common: a cell without a size
 * @param points by size, those without a cost too
 * @param exponent with its interval over blocks; unknown under {@value #MINIMAL_SIZES} sizes with a
 *     cost
 * @param coefficient the line's cost at size 1, so that cost = coefficient x size ^ exponent; null
 *     without an exponent
 * @param fittedSizes the sizes behind the exponent, ascending; empty without one
 * @param blocks blocks behind the exponent: those in which every fitted size was measured
 * @param worstFactor by how much the line misses the point it fits worst, as a factor of at least
 *     1; null without an exponent
 * @param note why there is no exponent, and which sizes have no cost; may be empty
 */
public record GrowthCurve(
    String label,
    Cell series,
    List<Point> points,
    Estimate exponent,
    @Nullable Double coefficient,
    List<Long> fittedSizes,
    int blocks,
    @Nullable Double worstFactor,
    String note) {

  /** Two points have a line through them whatever they are. */
  public static final int MINIMAL_SIZES = 3;

  /** Takes copies of the lists. */
  public GrowthCurve {
    points = List.copyOf(points);
    fittedSizes = List.copyOf(fittedSizes);
  }

  /** The ends of the fitted line, cost by size; none without an exponent. */
  public SortedMap<Long, Double> line() {
    SortedMap<Long, Double> ends = new TreeMap<>();
    Double slope = exponent.value();
    if (slope != null && coefficient != null) {
      for (long size : List.of(fittedSizes.getFirst(), fittedSizes.getLast())) {
        ends.put(size, coefficient * StrictMath.pow((double) size, slope));
      }
    }
    return ends;
  }

  /**
   * The cost at one size.
   *
   * @param size above zero
   * @param status of the cell
   * @param cost the cell's score, as in the tables
   */
  public record Point(long size, Status status, Estimate cost) {}
}
