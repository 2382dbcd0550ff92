package dev.heddle.harness.claims;

import dev.heddle.harness.claims.Picture.Axis;
import java.util.List;

/** C7: what a task and a thread take of memory. */
final class Footprint implements Claim {
  private static final String MANY = "C07-footprint";
  private static final String MILLION = "C07-million-tasks";
  private static final String THREAD = "C07-thread";
  private static final String IN_USE = "thread-footprint";
  private static final String RESERVED = "thread-footprint-reserved";
  private static final String TASKS = "work-stealing";
  private static final String VIRTUAL = "virtual-threads";

  /** Bytes: "hundreds" end here. */
  private static final double THOUSAND = 1_000;

  /** Bytes: "megabytes" begin here. */
  private static final double MEGABYTE = 1e6;

  @Override
  public String id() {
    return "C7";
  }

  @Override
  public String statement() {
    return "a task takes hundreds of bytes and a thread megabytes; a million tasks fit into memory";
  }

  @Override
  public String figure() {
    return "hundreds of bytes; megabytes; a million";
  }

  @Override
  public String rule() {
    return "confirmed if an idle task takes less than 1,000 B, a million of them are all alive at once and checked by the workload, each at less than 1,000 B too, and a platform thread takes more than 1 MB of memory that is really in use; refuted if one of these does not hold. Here the figures are judged, by whole intervals. What a thread only reserves, mostly its stack, is shown beside it";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    return List.of(
        Experiment.named(MANY, setting)
            .workloads("task-footprint-100k")
            .strategies(TASKS, VIRTUAL)
            .cores(setting.two())
            .brief()
            .asked(),
        Experiment.named(MILLION, setting)
            .workloads("task-footprint-1m")
            .strategies(TASKS)
            .cores(setting.two())
            .brief()
            .asked(),
        Experiment.named(THREAD, setting)
            .workloads(IN_USE, RESERVED)
            .cores(setting.two())
            .brief()
            .asked());
  }

  @Override
  public Ruling judge(Case weighed) {
    Finding few =
        weighed.value(
            "a task, of 100,000",
            "hundreds of B",
            weighed.cells(MANY, "task-footprint-100k").strategy(TASKS).score());
    Finding virtual =
        weighed.value(
            "a virtual thread, of 100,000",
            "",
            weighed.cells(MANY, "task-footprint-100k").strategy(VIRTUAL).score());
    Finding many =
        weighed.value(
            "a task, of 1,000,000",
            "hundreds of B",
            weighed.cells(MILLION, "task-footprint-1m").score());
    Finding thread =
        weighed.value(
            "a platform thread, memory in use", "megabytes", weighed.cells(THREAD, IN_USE).score());
    Finding reserved =
        weighed.value(
            "a platform thread, addresses reserved",
            "megabytes",
            weighed.cells(THREAD, RESERVED).score());
    weighed.draw(
        Picture.of(
            "memory of one", Axis.logarithmic("B"), List.of(few, many, virtual, thread, reserved)));
    return Case.ruling(
        Case.below("a task takes less than 1,000 B", few, THOUSAND),
        Case.below("a million tasks fit, each in less than 1,000 B", many, THOUSAND),
        Case.above("a platform thread has more than 1 MB in use", thread, MEGABYTE));
  }
}
