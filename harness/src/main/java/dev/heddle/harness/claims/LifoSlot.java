package dev.heddle.harness.claims;

import dev.heddle.harness.claims.Picture.Axis;
import java.util.ArrayList;
import java.util.List;

/** C6: what the LIFO slot is worth to tasks that send each other messages. */
final class LifoSlot implements Claim {
  private static final String RUN = "C06-lifo-slot";
  private static final String WITH = "work-stealing";
  private static final String WITHOUT = "work-stealing-no-lifo";
  private static final List<String> WORKLOADS = List.of("ping-pong", "mpsc");

  @Override
  public String id() {
    return "C6";
  }

  @Override
  public String statement() {
    return "the LIFO slot keeps message passing in cache: ping-pong and many senders to one receiver take less time with it";
  }

  @Override
  public String figure() {
    return "none";
  }

  @Override
  public String rule() {
    return "confirmed if ping-pong and mpsc both take more than 3 % longer (beyond the A/A control) without the slot; refuted if one of them does not";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    return List.of(
        Experiment.named(RUN, setting)
            .workloads(WORKLOADS.toArray(String[]::new))
            .strategies(WITH, WITHOUT)
            .cores(setting.two())
            .asked());
  }

  @Override
  public Ruling judge(Case weighed) {
    List<Part> parts = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    for (String workload : WORKLOADS) {
      Cells cells = weighed.cells(RUN, workload);
      Finding ratio =
          weighed.ratio(
              "time of %s, without / with the slot".formatted(workload),
              "above 1",
              cells.strategy(WITHOUT).time(),
              cells.strategy(WITH).time());
      findings.add(ratio);
      parts.add(Case.more("%s is slower without the slot".formatted(workload), ratio));
    }
    weighed.draw(
        Picture.of(
            "without the LIFO slot against with it", Axis.ratio("ratio of times"), findings));
    return Case.ruling(parts);
  }
}
