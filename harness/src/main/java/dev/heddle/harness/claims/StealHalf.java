package dev.heddle.harness.claims;

import dev.heddle.harness.claims.Picture.Axis;
import dev.heddle.harness.claims.Picture.Curve;
import dev.heddle.harness.plan.Scale;
import dev.heddle.harness.stats.Quantity;
import java.util.ArrayList;
import java.util.List;

/** C2: what it is worth to steal half of a queue at once. */
final class StealHalf implements Claim {
  private static final String RUN = "C02-steal-half";
  private static final String WORKLOAD = "spread";
  private static final String HALF = "work-stealing";
  private static final String ONE = "work-stealing-steal-one";
  private static final List<Integer> TASKS = List.of(1_000, 10_000);

  /** With one thief any steal at all makes everybody busy. */
  private static final int LEAST_WORKERS = 4;

  private static final Quantity OPERATIONS =
      Quantity.counters("visits/stolen task", "stealOperations", "steals", 1);

  @Override
  public String id() {
    return "C2";
  }

  @Override
  public String statement() {
    return "stealing half of a queue at once spends less synchronisation on each stolen task than stealing one, and balances faster";
  }

  @Override
  public String figure() {
    return "none";
  }

  @Override
  public String rule() {
    return "confirmed if stealing one takes more than 3 %% more visits for each stolen task, and more than 3 %% longer (beyond the A/A control) until all workers are busy, at 1,000 and at 10,000 tasks; refuted if one of these does not hold. How fast work spreads is judged from %d workers on: with one or two thieves a single visit of each makes all busy, however much it takes"
        .formatted(LEAST_WORKERS);
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    return setting.most() < 2
        ? List.of()
        : List.of(
            Experiment.named(RUN, setting)
                .workloads(WORKLOAD)
                .strategies(HALF, ONE)
                .scale(Scale.SIZE, TASKS.stream().mapToInt(Integer::intValue).toArray())
                .cores(setting.most())
                .asked());
  }

  @Override
  public Ruling judge(Case weighed) {
    weighed.needCpus(2, "as one worker has nobody to steal from");
    List<Part> parts = new ArrayList<>();
    List<Curve> curves = new ArrayList<>();
    for (String strategy : List.of(HALF, ONE)) {
      curves.add(
          new Curve(
              strategy,
              false,
              true,
              Picture.points(
                  TASKS,
                  TASKS.stream()
                      .map(size -> {
                        Measured score =
                            weighed.cells(RUN, WORKLOAD).strategy(strategy).size(size).score();
                        return score.contrast().value(score.side());
                      })
                      .toList())));
    }
    weighed.draw(
        new Picture(
            "spread: time until all workers are busy",
            Axis.logarithmic("tasks of the one worker"),
            Axis.logarithmic("us"),
            null,
            curves));
    for (int size : TASKS) {
      Cells half = weighed.cells(RUN, WORKLOAD).strategy(HALF).size(size);
      Cells one = weighed.cells(RUN, WORKLOAD).strategy(ONE).size(size);
      Finding visits =
          weighed.ratio(
              "visits for each stolen task, one / half, of %,d".formatted(size),
              "above 1",
              one.of(OPERATIONS),
              half.of(OPERATIONS));
      Finding time =
          weighed.ratio(
              "time until all are busy, one / half, of %,d".formatted(size),
              "above 1",
              one.score(),
              half.score());
      parts.add(Case.more("stealing one visits more often, of %,d tasks".formatted(size), visits));
      String balances = "it balances more slowly, of %,d tasks".formatted(size);
      parts.add(
          weighed.setting().most() < LEAST_WORKERS
              ? Part.open(
                  balances,
                  "needs at least %d CPUs, as with one thief any visit makes all busy; this run uses %d"
                      .formatted(LEAST_WORKERS, weighed.setting().most()))
              : Case.more(balances, time));
    }
    return Case.ruling(parts);
  }
}
