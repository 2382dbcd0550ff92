package dev.heddle.harness.claims;

import dev.heddle.harness.claims.Picture.Axis;
import java.util.List;

/** C9: whether looking at the injection queue now and then bounds every task's wait. */
final class InjectionInterval implements Claim {
  private static final String RUN = "C09-starvation";
  private static final String WORKLOAD = "starvation";
  private static final String ON = "work-stealing";

  private static final String OFF = "work-stealing:interval=off";

  /** Polls after which the workload gives up, and the wait counts as without a bound. */
  private static final double GIVES_UP = 1_000_000;

  @Override
  public String id() {
    return "C9";
  }

  @Override
  public String statement() {
    return "looking at the injection queue every so many ticks bounds the wait of every task";
  }

  @Override
  public String figure() {
    return "none";
  }

  @Override
  public String rule() {
    return "on one CPU, beside two tasks that keep waking each other: confirmed if with the interval the longest wait is below a tenth of the 1,000,000 polls after which the workload gives up, and without one above half of them; refuted if one of these does not hold.";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    return List.of(
        Experiment.named(RUN, setting)
            .workloads(WORKLOAD)
            .strategies(ON, OFF)
            .cores(1)
            .brief()
            .asked());
  }

  @Override
  public Ruling judge(Case weighed) {
    Finding on =
        weighed.value(
            "longest wait with the interval",
            "bounded",
            weighed.cells(RUN, WORKLOAD).strategy(ON).score());
    Finding off =
        weighed.value(
            "longest wait without one",
            "unbounded",
            weighed.cells(RUN, WORKLOAD).strategy(OFF).score());
    weighed.draw(
        Picture.of(
            "longest wait of an injected task",
            Axis.logarithmic("polls of others"),
            List.of(on, off)));
    return Case.ruling(
        Case.below("with the interval every wait is bounded", on, GIVES_UP / 10),
        Case.above("without one a task waits as long as others keep busy", off, GIVES_UP / 2));
  }
}
