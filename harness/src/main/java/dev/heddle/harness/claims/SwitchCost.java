package dev.heddle.harness.claims;

import dev.heddle.harness.claims.Picture.Axis;
import java.util.List;

/** C8: what it costs to go from one task to the next, and from one thread to the next. */
final class SwitchCost implements Claim {
  private static final String TASKS = "C08-tasks";
  private static final String THREADS = "C08-threads";

  /** Half a microsecond: what is longer rounds to microseconds. */
  private static final double HALF_A_MICRO = 500;

  @Override
  public String id() {
    return "C8";
  }

  @Override
  public String statement() {
    return "switching between tasks takes nanoseconds, switching between threads microseconds";
  }

  @Override
  public String figure() {
    return "nanoseconds; microseconds";
  }

  @Override
  public String rule() {
    return "on one CPU, so that both really switch: confirmed if a yield among 200 tasks takes less than half a microsecond and a hand-over between two platform threads more; refuted if one of these does not hold. The orders of magnitude are judged, by whole intervals";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    return List.of(
        Experiment.named(TASKS, setting)
            .workloads("yield-many")
            .strategies("work-stealing")
            .cores(1)
            .brief()
            .asked(),
        Experiment.named(THREADS, setting).workloads("thread-hand-over").cores(1).brief().asked());
  }

  @Override
  public Ruling judge(Case weighed) {
    Finding task =
        weighed.value("a yield of a task", "ns", weighed.cells(TASKS, "yield-many").time());
    Finding thread =
        weighed.value(
            "a hand-over to another thread",
            "us",
            weighed.cells(THREADS, "thread-hand-over").time());
    weighed.draw(Picture.of("one switch", Axis.logarithmic("ns"), List.of(task, thread)));
    return Case.ruling(
        Case.below("a task switches in nanoseconds", task, HALF_A_MICRO),
        Case.above("a thread takes microseconds", thread, HALF_A_MICRO));
  }
}
