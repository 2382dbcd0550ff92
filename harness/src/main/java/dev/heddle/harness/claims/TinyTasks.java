package dev.heddle.harness.claims;

import dev.heddle.harness.claims.Picture.Axis;
import dev.heddle.harness.claims.Picture.Curve;
import dev.heddle.harness.plan.Profile;
import dev.heddle.harness.plan.Scale;
import java.util.List;

/** C10: what scheduling costs beside tasks that do next to nothing. */
final class TinyTasks implements Claim {
  private static final String RUN = "C10-tiny-batch";
  private static final String WORKLOAD = "tiny-batch";

  /** Enough for a task's cost to be spread thin, and still hundreds of tasks. */
  private static final int LARGE = 1_000;

  @Override
  public String id() {
    return "C10";
  }

  @Override
  public String statement() {
    return "with 100,000 tiny tasks scheduling is most of the time, and putting several operations into a task pays";
  }

  @Override
  public String figure() {
    return "none";
  }

  @Override
  public String rule() {
    return "confirmed if an operation takes more than twice as long with one in a task as with 1,000 (so that most of the time is scheduling), and more than 3 % longer (beyond the A/A control) than with 10; refuted if one of these does not hold";
  }

  private static List<Integer> sizes(Profile profile) {
    return switch (profile) {
      case SMOKE, QUICK -> List.of(1, 10, LARGE);
      case STANDARD, PUBLISH -> List.of(1, 10, 100, LARGE, 10_000);
    };
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    return List.of(
        Experiment.named(RUN, setting)
            .workloads(WORKLOAD)
            .strategies("work-stealing")
            .scale(
                Scale.SIZE, sizes(setting.profile()).stream().mapToInt(Integer::intValue).toArray())
            .cores(setting.two())
            .brief()
            .asked());
  }

  @Override
  public Ruling judge(Case weighed) {
    List<Integer> sizes = sizes(weighed.setting().profile());
    Cells cells = weighed.cells(RUN, WORKLOAD);
    weighed.draw(
        new Picture(
            "100,000 operations in tasks of so many",
            Axis.logarithmic("operations in a task"),
            Axis.logarithmic("ns/op"),
            null,
            List.of(
                new Curve(
                    "work-stealing",
                    false,
                    true,
                    Picture.points(
                        sizes,
                        sizes.stream()
                            .map(size ->
                                weighed
                                    .value(
                                        "an operation, %,d in a task".formatted(size),
                                        "",
                                        cells.size(size).time())
                                    .measured())
                            .toList())))));
    Finding alone =
        weighed.ratio(
            "an operation, 1 / 1,000 in a task",
            "above 2",
            cells.size(1).time(),
            cells.size(LARGE).time());
    Finding ten =
        weighed.ratio(
            "an operation, 1 / 10 in a task",
            "above 1",
            cells.size(1).time(),
            cells.size(10).time());
    return Case.ruling(
        Case.above("scheduling is most of the time", alone, 2),
        Case.more("ten in a task pay", ten));
  }
}
