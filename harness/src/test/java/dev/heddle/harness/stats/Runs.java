package dev.heddle.harness.stats;

import dev.heddle.harness.plan.Iterations;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedCell;
import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Observed;
import dev.heddle.harness.record.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes small runs for tests: one workload, {@code ping-pong}, at 2 cores; the baseline is cell 0
 * and runs twice in each block.
 */
public final class Runs {
  /** A strategy whose forks say that they ran somebody else's scheduler. */
  public static final String PEER = "peer";

  private Runs() {}

  /**
   * A plan of the baseline and other strategies; those named with a {@code -} are skipped, and
   * those with a {@code +} are workloads that are peers of this one.
   */
  public static Plan plan(int blocks, String... others) {
    List<PlannedCell> cells = new ArrayList<>(List.of(cell("global-queue", "")));
    for (String other : others) {
      cells.add(
          switch (other.charAt(0)) {
            case '-' -> cell(other.substring(1), "needs a kernel that is not here");
            case '+' -> peer(other.substring(1));
            default -> cell(other, "");
          });
    }
    List<PlannedFork> forks = new ArrayList<>();
    for (int block = 1; block <= blocks; block++) {
      int order = 0;
      forks.add(fork(block, ++order, 0, true));
      for (int cell = 0; cell < cells.size(); cell++) {
        if (cells.get(cell).runs()) {
          forks.add(fork(block, ++order, cell, false));
        }
      }
    }
    return new Plan(
        Plan.SCHEMA,
        "quick",
        "test-host",
        42,
        blocks,
        "global-queue",
        Cell.NONE,
        Cell.NONE,
        new Iterations(1, 100, 2, 100),
        List.of("-XX:+UseG1GC"),
        "G1",
        60,
        cells,
        forks);
  }

  private static PlannedCell cell(String strategy, String skipped) {
    return new PlannedCell(
        new Cell("ping-pong", strategy, "none", "none", 2, 2, Map.of()),
        "round trip",
        "Some.benchmark",
        0,
        skipped,
        "",
        List.of(),
        null);
  }

  private static PlannedCell peer(String workload) {
    return new PlannedCell(
        new Cell(workload, "none", "none", "none", 2, 0, Map.of()),
        "round trip",
        "Some.peer",
        0,
        "",
        "peer of ping-pong: by other means",
        List.of(),
        null);
  }

  private static PlannedFork fork(int block, int order, int cell, boolean twin) {
    return new PlannedFork(
        String.format(Locale.ROOT, "b%02d-%03d", block, order), block, order, cell, twin);
  }

  /** A fork that was measured. */
  public static ForkRecord ok(Plan plan, PlannedFork fork, double... nanosPerUnit) {
    return record(plan, fork, Status.OK, "", null, nanosPerUnit);
  }

  /** A fork that was measured and left a histogram log. */
  public static ForkRecord ok(Plan plan, PlannedFork fork, String hdr, double... nanosPerUnit) {
    return record(plan, fork, Status.OK, "", hdr, nanosPerUnit);
  }

  /** A fork of a gauge, whose time says nothing. */
  public static ForkRecord gauged(Plan plan, PlannedFork fork, double gauge) {
    ForkRecord time = ok(plan, fork, fork.block());
    return new ForkRecord(
        time.schema(),
        time.id(),
        time.block(),
        time.order(),
        time.cell(),
        time.twin(),
        time.status(),
        time.note(),
        time.startedAt(),
        time.wallSeconds(),
        time.unit(),
        time.nanosPerUnit(),
        time.units(),
        time.cpuNanos(),
        time.allocatedBytes(),
        time.counters(),
        time.observed(),
        time.hdr(),
        time.jmh(),
        List.of(gauge),
        time.lateness(),
        time.distributions());
  }

  /** The same fork, with its workers found on these CPUs. */
  public static ForkRecord pinned(ForkRecord fork, List<Integer> workerCpus) {
    return new ForkRecord(
        fork.schema(),
        fork.id(),
        fork.block(),
        fork.order(),
        fork.cell(),
        fork.twin(),
        fork.status(),
        fork.note(),
        fork.startedAt(),
        fork.wallSeconds(),
        fork.unit(),
        fork.nanosPerUnit(),
        fork.units(),
        fork.cpuNanos(),
        fork.allocatedBytes(),
        fork.counters(),
        observed(workerCpus, "", ""),
        fork.hdr(),
        fork.jmh(),
        fork.gauge(),
        fork.lateness(),
        fork.distributions());
  }

  private static Observed observed(List<Integer> workerCpus, String library, String caveat) {
    return new Observed(
        List.of(0, 1),
        2,
        2,
        workerCpus,
        12,
        "Some JVM 25",
        List.of(),
        List.of("G1"),
        1L << 30,
        library,
        caveat,
        "",
        "",
        List.of());
  }

  /** A fork that was not. */
  public static ForkRecord bad(Plan plan, PlannedFork fork, Status status, String note) {
    return record(plan, fork, status, note, null);
  }

  private static ForkRecord record(
      Plan plan,
      PlannedFork fork,
      Status status,
      String note,
      @Nullable String hdr,
      double... nanosPerUnit) {
    boolean peer = plan.cellOf(fork).cell().strategy().equals(PEER);
    return new ForkRecord(
        ForkRecord.SCHEMA,
        fork.id(),
        fork.block(),
        fork.order(),
        plan.cellOf(fork).cell(),
        fork.twin(),
        status,
        note,
        "2026-01-01T00:00:00Z",
        1.5,
        "round trip",
        Arrays.stream(nanosPerUnit).boxed().toList(),
        1_000,
        200_000,
        48_000,
        Map.of("polls", 4_000L, "steals", 10L, "parks", 2L, "unparks", 2L),
        observed(List.of(), peer ? "peer 4.2" : "", peer ? "slow on Mondays" : ""),
        hdr,
        null,
        null,
        null,
        Map.of());
  }

  /** All forks of a plan ok, cell i at (i + 1) x 100 ns, with a little spread over the blocks. */
  public static List<ForkRecord> allOk(Plan plan) {
    return plan.forks().stream()
        .map(fork -> {
          double level = 100 * (fork.cell() + 1) * (1 + 0.001 * (fork.block() % 3));
          return ok(plan, fork, level, level);
        })
        .toList();
  }
}
