package dev.heddle.harness.run;

import dev.heddle.harness.plan.Iterations;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedCell;
import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Status;
import dev.heddle.runtime.Pinning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Small plans made by hand, whose forks take a moment and a small heap. */
public final class TestPlans {
  private TestPlans() {}

  /** One fork of each strategy, in this order, on one CPU; the first is the baseline. */
  public static Plan of(long forkDeadlineSeconds, String... strategies) {
    return of(Map.of(), 1, 1, List.of(), forkDeadlineSeconds, strategies);
  }

  /** One fork of a strategy that needs these flags. */
  public static Plan withFlags(List<String> jvmFlags, String strategy) {
    return of(Map.of(), 1, 1, jvmFlags, 300, strategy);
  }

  /** One fork of a strategy whose workers are held to so many CPUs. */
  public static Plan pinned(int cores, int workers, String strategy) {
    return of(Map.of(Cell.PIN, Pinning.CORES.label()), cores, workers, List.of(), 300, strategy);
  }

  /** One fork of {@code echo} on one CPU, over this driver. */
  public static Plan echo(String driver) {
    Cell cell =
        new Cell(
            "echo",
            "work-stealing",
            Cell.NONE,
            driver,
            1,
            1,
            Map.of(Cell.CONNECTIONS, 2, Cell.PAYLOAD, 8));
    PlannedCell planned =
        new PlannedCell(
            cell,
            "request",
            "dev.heddle.workloads.Echo.closed",
            0,
            "",
            "",
            // It starts a JVM within its deadline.
            List.of("-Dheddle.deadline.seconds=120"),
            null);
    return plan(300, List.of(planned), List.of(new PlannedFork("b01-001", 1, 1, 0, false)));
  }

  private static Plan of(
      Map<String, Object> params,
      int cores,
      int workers,
      List<String> jvmFlags,
      long forkDeadlineSeconds,
      String... strategies) {
    List<PlannedCell> cells = new ArrayList<>();
    List<PlannedFork> forks = new ArrayList<>();
    for (int i = 0; i < strategies.length; i++) {
      Cell cell = new Cell("chained-spawn", strategies[i], "none", "none", cores, workers, params);
      cells.add(
          new PlannedCell(
              cell,
              "spawn",
              "dev.heddle.workloads.ChainedSpawn.chainedSpawn",
              0,
              "",
              "",
              jvmFlags,
              null));
      forks.add(new PlannedFork("b01-%03d".formatted(i + 1), 1, i + 1, i, false));
    }
    return plan(forkDeadlineSeconds, cells, forks);
  }

  private static Plan plan(
      long forkDeadlineSeconds, List<PlannedCell> cells, List<PlannedFork> forks) {
    Cell baseline = cells.getFirst().cell();
    return new Plan(
        Plan.SCHEMA,
        "smoke",
        "test",
        1,
        1,
        baseline.strategy(),
        baseline.timer(),
        baseline.driver(),
        new Iterations(1, 10, 2, 10),
        List.of(
            "-XX:+UseG1GC",
            "-Xmx64m",
            "-XX:+ExitOnOutOfMemoryError",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "-Dheddle.deadline.seconds=2"),
        "G1",
        forkDeadlineSeconds,
        cells,
        forks);
  }

  /** A record as of a fork that went well, without measurements. */
  static ForkRecord record(Plan plan, PlannedFork fork) {
    return new ForkRecord(
        ForkRecord.SCHEMA,
        fork.id(),
        fork.block(),
        fork.order(),
        plan.cellOf(fork).cell(),
        fork.twin(),
        Status.OK,
        "",
        "2026-01-01T00:00:00Z",
        1,
        "spawn",
        List.of(1.0),
        1,
        1,
        1,
        Map.of(),
        null,
        null,
        null,
        null,
        null,
        Map.of());
  }
}
