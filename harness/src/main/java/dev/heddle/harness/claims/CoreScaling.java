package dev.heddle.harness.claims;

import dev.heddle.harness.claims.Picture.Axis;
import dev.heddle.harness.claims.Picture.Curve;
import dev.heddle.harness.stats.Estimate;
import dev.heddle.harness.stats.Scalability;
import java.util.ArrayList;
import java.util.List;

/** C5: how a single queue and work stealing scale with cores. */
final class CoreScaling implements Claim {
  private static final String RUN = "C05-core-sweep";
  private static final String WORKLOAD = "spawn-many-local";
  private static final String QUEUE = "global-queue";
  private static final String STEALING = "work-stealing";

  /** Of that many times one core's throughput: what counts as close to linear. */
  private static final double CLOSE_TO_LINEAR = 0.8;

  @Override
  public String id() {
    return "C5";
  }

  @Override
  public String statement() {
    return "a single global queue stops scaling as cores grow, while work stealing stays close to linear";
  }

  @Override
  public String figure() {
    return "none";
  }

  @Override
  public String rule() {
    return "from %d numbers of cores on, by the Universal Scalability Law: confirmed if the global queue's peak lies within the cores measured and work stealing has at least %.0f %% of linear at the most cores; refuted if one of these does not hold, both by whole intervals. With fewer numbers of cores never resolved, whatever the curve looks like: nothing is extrapolated"
        .formatted(Scalability.MINIMAL_POINTS, 100 * CLOSE_TO_LINEAR);
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    return List.of(
        Experiment.named(RUN, setting)
            .workloads(WORKLOAD)
            .strategies(QUEUE, STEALING)
            .cores(setting.cores().stream().mapToInt(Integer::intValue).toArray())
            .asked());
  }

  @Override
  public Ruling judge(Case weighed) {
    List<Integer> cores = weighed.setting().cores();
    List<List<Measured>> strategies = new ArrayList<>();
    List<Curve> curves = new ArrayList<>();
    for (String strategy : List.of(QUEUE, STEALING)) {
      List<Measured> times =
          cores.stream()
              .map(n -> weighed.cells(RUN, WORKLOAD).strategy(strategy).cores(n).time())
              .toList();
      strategies.add(times);
      List<Estimate> speedUps = new ArrayList<>();
      for (int i = 0; i < cores.size(); i++) {
        speedUps.add(
            i == 0
                ? new Estimate(1.0, 1.0, 1.0)
                : weighed
                    .ratio(
                        "speed-up of %s at %d cores over %d"
                            .formatted(strategy, cores.get(i), cores.getFirst()),
                        "",
                        times.getFirst(),
                        times.get(i))
                    .measured());
      }
      curves.add(new Curve(strategy, false, true, Picture.points(cores, speedUps)));
    }
    weighed.draw(
        new Picture(
            WORKLOAD + ": speed-up by cores, as measured",
            Axis.linear("cores"),
            Axis.linear("speed-up over %d".formatted(cores.getFirst())),
            null,
            curves));
    if (cores.size() < Scalability.MINIMAL_POINTS) {
      throw new NotResolvable(
          "needs at least %d numbers of cores, and so a host with %d CPUs for a sweep by powers of two; this run has %s: the curve is shown, nothing is extrapolated"
              .formatted(
                  Scalability.MINIMAL_POINTS,
                  1 << (Scalability.MINIMAL_POINTS - 1),
                  cores.size() == 1 ? "one" : cores.size()));
    }
    Scalability queue = fitted(weighed, QUEUE, strategies.getFirst());
    Scalability stealing = fitted(weighed, STEALING, strategies.getLast());
    int blocks = strategies.getFirst().getFirst().blocks();
    Finding peak =
        weighed.found(QUEUE + ", peak by the fit", "", "cores", queue.peak(), blocks, null);
    Finding share =
        weighed.found(
            "%s, share of linear at %d cores".formatted(STEALING, cores.getLast()),
            "close to 1",
            "of linear",
            stealing.efficiency(),
            blocks,
            null);
    return Case.ruling(
        Case.below("the global queue peaks within the cores measured", peak, cores.getLast()),
        Case.above("work stealing stays close to linear", share, CLOSE_TO_LINEAR));
  }

  private static Scalability fitted(Case weighed, String strategy, List<Measured> times) {
    Measured any = times.getFirst();
    Scalability fit = any.contrast().scalability(times.stream().map(Measured::side).toList());
    if (fit == null) {
      throw new NotResolvable(
          "%s has too few blocks with every number of cores for a fit".formatted(strategy));
    }
    weighed.found(strategy + ", contention", "", "s", fit.contention(), any.blocks(), null);
    weighed.found(strategy + ", coherency", "", "k", fit.coherency(), any.blocks(), null);
    return fit;
  }
}
