package dev.heddle.harness.claims;

import dev.heddle.harness.claims.Picture.Axis;
import java.util.List;

/** What C11 and C12 have in common: how late bystanders wake beside blocking work, and its cure. */
final class Bystanders {
  private static final String STRATEGY = "work-stealing";

  private Bystanders() {}

  static String rule(String harm, String cure) {
    return "confirmed if bystanders that sleep wake later at p99 beside %s than beside %s, by more than 3 %% (and beyond the A/A control); refuted if not"
        .formatted(harm, cure);
  }

  static Experiment.Ask ask(String run, Setting setting, String harm, String cure) {
    return Experiment.named(run, setting)
        .workloads(harm, cure)
        .strategies(STRATEGY)
        .cores(setting.two());
  }

  static Ruling judge(Case weighed, String run, String harm, String cure) {
    Measured harmed = weighed.cells(run, harm).score();
    Measured cured = weighed.cells(run, cure).score();
    Finding worse = weighed.value("bystanders beside " + harm, "", harmed);
    Finding better = weighed.value("bystanders beside " + cure, "", cured);
    Finding ratio = weighed.ratio("p99, %s / %s".formatted(harm, cure), "above 1", harmed, cured);
    weighed.draw(
        Picture.of(
            "how late bystanders wake, p99", Axis.logarithmic("us"), List.of(worse, better)));
    return Case.ruling(Case.more("bystanders wake later beside " + harm, ratio));
  }
}
