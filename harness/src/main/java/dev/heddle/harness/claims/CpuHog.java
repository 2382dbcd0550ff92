package dev.heddle.harness.claims;

import dev.heddle.harness.claims.Picture.Axis;
import dev.heddle.harness.claims.Picture.Curve;
import dev.heddle.harness.claims.Picture.Point;
import dev.heddle.harness.stats.Quantity;
import dev.heddle.workloads.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * C1: what a CPU-heavy endpoint does to the others of a service, and whether the blocking pool
 * cures it. Three phases, each a workload of its own: requests in balance, one endpoint heavy, and
 * the heavy part in the blocking pool.
 */
final class CpuHog implements Claim {
  private static final String RUN = "C01-cpu-hog";
  private static final String STRATEGY = "work-stealing";
  private static final List<String> PHASES =
      List.of("cpu-hog-balanced", "cpu-hog-heavy", "cpu-hog-pool");

  /** Two workers, and the generator of requests beside them. */
  private static final int LEAST_CPUS = 3;

  /** Percent of polls: less than this is no more stealing. */
  private static final double POINTS = 1;

  private static final Quantity STEAL_SHARE =
      Quantity.counters("% of polls", "steals", "polls", 100);
  private static final Quantity MEDIAN =
      Quantity.quantile(Distribution.RESPONSE.label("light"), 50);

  @Override
  public String id() {
    return "C1";
  }

  @Override
  public String statement() {
    return "in a balanced service few task executions are stolen; an endpoint that is heavy on the CPU takes the share up and raises the latency of the other endpoints; moving the heavy part to the blocking pool cures it";
  }

  @Override
  public String figure() {
    return "3 % stolen in balance at 50,000 requests/s, 18 % with the heavy endpoint";
  }

  @Override
  public String rule() {
    return "confirmed if the steal share rises by more than 1 point from the first phase to the second, the light endpoint's p99 response time rises by more than 3 % (and beyond the A/A control), and falls again by more than that in the third; refuted if one of these does not happen. The direction is judged; the shares of 3 % and 18 % are shown beside ours, which are of 10,100 requests/s for each worker that has a CPU";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    if (setting.most() < 2) {
      return List.of();
    }
    int cores = setting.most() - 1; // the generator of requests has one
    return List.of(
        Experiment.named(RUN, setting)
            .workloads(PHASES.toArray(String[]::new))
            .strategies(STRATEGY)
            .cores(cores)
            .workers(Math.max(2, cores))
            .asked());
  }

  @Override
  public Ruling judge(Case weighed) {
    weighed.needCpus(2, "one of them for the generator of requests");
    List<Cells> phases =
        PHASES.stream().map(phase -> weighed.cells(RUN, phase).strategy(STRATEGY)).toList();
    weighed.draw(picture(phases));
    Cells balanced = phases.get(0);
    Cells heavy = phases.get(1);
    Cells pool = phases.get(2);
    weighed.mean("steal share, in balance", "3 %", balanced.of(STEAL_SHARE));
    weighed.mean("steal share, one endpoint heavy", "18 %", heavy.of(STEAL_SHARE));
    weighed.mean("steal share, heavy part in the pool", "", pool.of(STEAL_SHARE));
    Finding steals =
        weighed.difference(
            "steal share, heavy less balanced",
            "15 points",
            heavy.of(STEAL_SHARE),
            balanced.of(STEAL_SHARE));
    weighed.value("p50 of the light endpoint, in balance", "", balanced.of(MEDIAN));
    weighed.value("p50 of the light endpoint, one heavy", "", heavy.of(MEDIAN));
    weighed.value("p50 of the light endpoint, pool", "", pool.of(MEDIAN));
    weighed.value("p99 of the light endpoint, in balance", "", balanced.score());
    weighed.value("p99 of the light endpoint, one heavy", "", heavy.score());
    weighed.value("p99 of the light endpoint, pool", "", pool.score());
    Finding harm =
        weighed.ratio(
            "p99 of the light endpoint, heavy / balanced", "", heavy.score(), balanced.score());
    Finding cure =
        weighed.ratio("p99 of the light endpoint, heavy / pool", "", heavy.score(), pool.score());
    weighed.ratio("p99 of the light endpoint, pool / balanced", "", pool.score(), balanced.score());
    if (weighed.setting().most() < LEAST_CPUS) {
      throw new NotResolvable(
          "its two workers shared one CPU, so which of them ran, and what was there to be stolen, was the kernel's choice. It needs %d CPUs, two for workers and one for the generator of requests; this run uses %d. The figures and the plot are what was measured all the same"
              .formatted(LEAST_CPUS, weighed.setting().most()));
    }
    return Case.ruling(
        Case.above("the heavy endpoint raises the steal share", steals, POINTS),
        Case.more("it raises the light endpoint's p99", harm),
        Case.more("the blocking pool lowers it again", cure));
  }

  /** All forks one after the other: the three phases side by side, blocks within each. */
  private static Picture picture(List<Cells> phases) {
    List<Curve> curves = new ArrayList<>();
    List<String> names = List.of("balanced", "one endpoint heavy", "heavy part in the pool");
    curves.add(
        new Curve(
            "p50 of the light endpoint", false, false, points(phases, phase -> phase.of(MEDIAN))));
    curves.add(new Curve("p99 of the light endpoint", false, false, points(phases, Cells::score)));
    curves.add(
        new Curve(
            "stolen, % of polls (right)",
            true, false, points(phases, phase -> phase.of(STEAL_SHARE))));
    return new Picture(
        "cpu-hog on work-stealing: one point a block, three phases",
        Axis.named("phase", names),
        Axis.logarithmic("response time, us"),
        Axis.linear("stolen, % of polls"),
        curves);
  }

  private static List<Point> points(List<Cells> phases, Function<Cells, Measured> of) {
    List<Point> points = new ArrayList<>();
    for (int phase = 0; phase < phases.size(); phase++) {
      Measured measured = of.apply(phases.get(phase));
      Map<Integer, Double> byBlock = measured.contrast().byBlock(measured.side());
      int block = 0;
      for (double value : byBlock.values()) {
        double x = phase + 1 + spread(block++, byBlock.size());
        points.add(new Point(x, value, value, value));
      }
    }
    return points;
  }

  /** From -0.35 to 0.35 about the phase's place. */
  private static double spread(int block, int blocks) {
    return 0.7 * ((block + 0.5) / blocks - 0.5);
  }
}
