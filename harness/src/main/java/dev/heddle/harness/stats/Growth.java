package dev.heddle.harness.stats;

import java.util.List;

/**
 * How the cost of a workload grows with its size, at one number of cores.
 *
 * @param workload name of the workload
 * @param cores how many CPUs the forks may run on
 * @param unit what a cost is in, such as {@code ns/timer}
 * @param curves one for each series: the cells that differ in nothing but their size; in the order
 *     of the plan
 * @param crossovers one for each pair of series that differ in one thing only, such as the timer;
 *     in the order of the curves. Of two series that differ in more, a difference would be nobody's
 */
public record Growth(
    String workload, int cores, String unit, List<GrowthCurve> curves, List<Crossover> crossovers) {

  /** Takes copies of the lists. */
  public Growth {
    curves = List.copyOf(curves);
    crossovers = List.copyOf(crossovers);
  }
}
