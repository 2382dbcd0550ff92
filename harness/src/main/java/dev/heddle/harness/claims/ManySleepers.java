package dev.heddle.harness.claims;

import dev.heddle.harness.claims.Picture.Axis;
import java.util.ArrayList;
import java.util.List;

/** C15: whether 100,000 sleeping tasks overlap, and none is lost. */
final class ManySleepers implements Claim {
  private static final String RUN = "C15-sleepers";
  private static final String WORKLOAD = "sleepers";
  private static final List<String> STRATEGIES =
      List.of("work-stealing", "global-queue", "virtual-threads");

  /** They sleep 10 ms each; one after the other that is 10 ms for each of them. */
  private static final double NANOS_IN_TURN = 10e6;

  @Override
  public String id() {
    return "C15";
  }

  @Override
  public String statement() {
    return "100,000 tasks that sleep do not wait for one another, and the sum of their numbers comes to 4,999,950,000";
  }

  @Override
  public String figure() {
    return "100,000 tasks; 4,999,950,000";
  }

  @Override
  public String rule() {
    return "confirmed if, on each of three schedulers, every call of every fork passes the workload's own check (100,000 tasks awake, each once, with that sum) and a task takes less than a hundredth of the 10 ms that each would take in turn, so that more than 100 sleep at a time on average; refuted if it takes more. How many sleep at a time is 10 ms over the time of a task: not all 100,000 do, where spawning them takes longer than their sleep. A fork that fails its check, or hangs, leaves the claim open and says why";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    return List.of(
        Experiment.named(RUN, setting)
            .workloads(WORKLOAD)
            .strategies(STRATEGIES.toArray(String[]::new))
            .cores(setting.two())
            .brief()
            .asked());
  }

  @Override
  public Ruling judge(Case weighed) {
    List<Part> parts = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    for (String strategy : STRATEGIES) {
      Finding time =
          weighed.value(
              "a task on " + strategy, "", weighed.cells(RUN, WORKLOAD).strategy(strategy).time());
      findings.add(time);
      parts.add(
          Case.below(
              "on %s more than 100 sleep at a time, and the sum is right".formatted(strategy),
              time,
              NANOS_IN_TURN / 100));
    }
    weighed.draw(Picture.of("100,000 sleepers of 10 ms", Axis.logarithmic("ns/task"), findings));
    return Case.ruling(parts);
  }
}
