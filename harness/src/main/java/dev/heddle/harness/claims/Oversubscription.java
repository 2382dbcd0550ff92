package dev.heddle.harness.claims;

import dev.heddle.harness.claims.Picture.Axis;
import java.util.ArrayList;
import java.util.List;

/** C3: what more workers than cores cost. */
final class Oversubscription implements Claim {
  private static final String TREE = "C03-oversubscribe";
  private static final String STRATEGY = "work-stealing";

  @Override
  public String id() {
    return "C3";
  }

  @Override
  public String statement() {
    return "twice as many workers as cores is slower than as many";
  }

  @Override
  public String figure() {
    return "11 % on 16 cores";
  }

  @Override
  public String rule() {
    return "confirmed if skynet and ping-pong both take more than 3 % longer (beyond the A/A control) with twice the workers on the same cores; refuted if one of them does not. The direction is judged; 11 % are of 16 cores and are shown beside ours";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    return List.of(
        Experiment.named(TREE, setting)
            .workloads("skynet")
            .strategies(STRATEGY)
            .cores(setting.most())
            .workers(setting.most(), 2 * setting.most())
            .asked(),
        Messages.workers(setting));
  }

  @Override
  public Ruling judge(Case weighed) {
    int cores = weighed.setting().most();
    List<Part> parts = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    for (Cells cells :
        List.of(
            weighed.cells(TREE, "skynet"), weighed.cells(Messages.WORKERS, Messages.WORKLOAD))) {
      Finding ratio =
          weighed.ratio(
              "time of %s, %d workers / %d".formatted(cells, 2 * cores, cores),
              "1.11 on 16 cores",
              cells.workers(2 * cores).time(),
              cells.workers(cores).time());
      findings.add(ratio);
      parts.add(Case.more("%s is slower with twice the workers".formatted(cells), ratio));
    }
    weighed.draw(
        Picture.of(
            "%d workers against %d, on %d cores".formatted(2 * cores, cores, cores),
            Axis.ratio("ratio of times"),
            findings));
    return Case.ruling(parts);
  }
}
