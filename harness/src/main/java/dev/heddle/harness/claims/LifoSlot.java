package dev.heddle.harness.claims;

import dev.heddle.harness.claims.Picture.Axis;
import dev.heddle.harness.stats.Quantity;
import dev.heddle.workloads.Distribution;
import java.util.ArrayList;
import java.util.List;

/**
 * C6: what the LIFO slot is worth to tasks that send each other messages: how soon they are read.
 */
final class LifoSlot implements Claim {
  private static final String RUN = "C06-lifo-slot";
  private static final String WITH = "work-stealing";
  private static final String WITHOUT = "work-stealing-no-lifo";
  private static final List<String> WORKLOADS = List.of("ping-pong", "mpsc");
  private static final Quantity WAIT = Quantity.quantile(Distribution.SCHEDULING.label(), 50);

  @Override
  public String id() {
    return "C6";
  }

  @Override
  public String statement() {
    return "by the LIFO slot whoever is sent a message is polled sooner, in ping-pong and with many senders to one receiver";
  }

  @Override
  public String figure() {
    return "none";
  }

  @Override
  public String rule() {
    return "confirmed if the median wait from wake-up to poll is more than 3 % longer (beyond the A/A control) without the slot, in ping-pong and in mpsc; refuted if one of them is not. The time for each message, in which the other tasks' turns are as well, is shown beside it and not judged; nor is it that the cache is the reason, which takes hardware counters";
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
    List<Finding> drawn = new ArrayList<>();
    for (String workload : WORKLOADS) {
      Cells with = weighed.cells(RUN, workload).strategy(WITH);
      Cells without = weighed.cells(RUN, workload).strategy(WITHOUT);
      drawn.add(
          weighed.value("median wait in %s, with the slot".formatted(workload), "", with.of(WAIT)));
      drawn.add(
          weighed.value("median wait in %s, without".formatted(workload), "", without.of(WAIT)));
      Finding ratio =
          weighed.ratio(
              "median wait in %s, without / with".formatted(workload),
              "above 1",
              without.of(WAIT),
              with.of(WAIT));
      parts.add(Case.more("tasks of %s wait longer without the slot".formatted(workload), ratio));
      weighed.ratio(
          "time for a message of %s, without / with".formatted(workload),
          "",
          without.time(),
          with.time());
    }
    weighed.draw(Picture.of("from wake-up to poll, median", Axis.logarithmic("us"), drawn));
    return Case.ruling(parts);
  }
}
