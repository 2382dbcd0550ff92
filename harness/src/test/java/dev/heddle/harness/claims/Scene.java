package dev.heddle.harness.claims;

import dev.heddle.harness.plan.Iterations;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedCell;
import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.plan.Request;
import dev.heddle.harness.plan.Scale;
import dev.heddle.harness.plan.WorkerCount;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Status;
import dev.heddle.workloads.Distribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * Made-up results of a claim's experiments: its requests multiplied out, with a record for each
 * fork. Immutable; each change is a new scene.
 */
record Scene(
    Setting setting,
    int blocks,
    ToDoubleFunction<Cell> score,
    Function<Cell, Map<String, Long>> counters,
    ToDoubleFunction<Cell> cpuNanos,
    Predicate<Cell> bad,
    Status status,
    double spread) {
  private static final int UNITS = 1_000;

  static Scene of(Setting setting, ToDoubleFunction<Cell> score) {
    return new Scene(
        setting, 5, score, cell -> Map.of(), score, cell -> false, Status.FAILED, 0.002);
  }

  Scene counters(Function<Cell, Map<String, Long>> each) {
    return new Scene(setting, blocks, score, each, cpuNanos, bad, status, spread);
  }

  Scene blocks(int number) {
    return new Scene(setting, number, score, counters, cpuNanos, bad, status, spread);
  }

  /** By how much forks differ for no reason. */
  Scene spread(double share) {
    return new Scene(setting, blocks, score, counters, cpuNanos, bad, status, share);
  }

  /** Which cells are skipped, or have one fork that ended like this. */
  Scene with(Status how, Predicate<Cell> which) {
    return new Scene(setting, blocks, score, counters, cpuNanos, which, how, spread);
  }

  Outcome judge(Claim claim) {
    Map<String, Evidence> runs = new TreeMap<>();
    for (Experiment experiment : claim.experiments(setting)) {
      Plan plan = plan(experiment.request());
      runs.put(experiment.name(), Evidence.of(plan, records(plan), Scene::histogram));
    }
    return Outcome.of(claim, setting, runs, Map.of(), List.of());
  }

  /** All cells of a claim. */
  List<Cell> cells(Claim claim) {
    return claim.experiments(setting).stream()
        .flatMap(experiment -> plan(experiment.request()).cells().stream())
        .map(PlannedCell::cell)
        .distinct()
        .toList();
  }

  /** Of a thousand times the same, which the name of the log says. */
  private static Histogram histogram(String log) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(Long.parseLong(log), 1_000);
    return histogram;
  }

  /** What is asked for, multiplied out; the first of each axis is the baseline. */
  Plan plan(Request request) {
    List<PlannedCell> cells = new ArrayList<>();
    for (String workload : request.workloads()) {
      for (int cores : request.cores()) {
        for (WorkerCount count : orOne(request.workers(), WorkerCount.of(cores))) {
          int workers = count.on(cores);
          for (Map<String, Object> params : params(request)) {
            int baseline = cells.size();
            for (String driver : orOne(request.drivers(), Cell.NONE)) {
              for (String timer : orOne(request.timers(), Cell.NONE)) {
                for (String strategy : orOne(request.strategies(), Cell.NONE)) {
                  Cell cell = new Cell(workload, strategy, timer, driver, cores, workers, params);
                  boolean skipped = status == Status.SKIPPED && bad.test(cell);
                  cells.add(
                      new PlannedCell(
                          cell,
                          "unit",
                          "Some.benchmark",
                          baseline,
                          skipped ? "is not available here" : "",
                          "",
                          List.of(),
                          null));
                }
              }
            }
          }
        }
      }
    }
    return plan(cells);
  }

  private Plan plan(List<PlannedCell> cells) {
    List<PlannedFork> forks = new ArrayList<>();
    for (int block = 1; block <= blocks; block++) {
      int order = 0;
      for (int cell = 0; cell < cells.size(); cell++) {
        if (cells.get(cell).runs()) {
          forks.add(fork(block, ++order, cell, false));
          if (cells.get(cell).baseline() == cell) {
            forks.add(fork(block, ++order, cell, true));
          }
        }
      }
    }
    return new Plan(
        Plan.SCHEMA,
        setting.profile().label(),
        "test-host",
        42,
        blocks,
        "some",
        Cell.NONE,
        Cell.NONE,
        new Iterations(1, 100, 2, 100),
        List.of(),
        "G1",
        60,
        cells,
        forks);
  }

  private static PlannedFork fork(int block, int order, int cell, boolean twin) {
    return new PlannedFork(
        String.format(Locale.ROOT, "b%02d-%03d", block, order), block, order, cell, twin);
  }

  private static <T> List<T> orOne(List<T> named, T otherwise) {
    return named.isEmpty() ? List.of(otherwise) : named;
  }

  private static List<Map<String, Object>> params(Request request) {
    List<Map<String, Object>> all = List.of(Map.of());
    for (Scale scale : Scale.values()) {
      List<Object> values = request.scales().getOrDefault(scale, List.of());
      if (!values.isEmpty()) {
        all =
            all.stream()
                .flatMap(begun ->
                    values.stream()
                        .map(value -> {
                          Map<String, Object> whole = new LinkedHashMap<>(begun);
                          whole.put(scale.param(), value);
                          return whole;
                        }))
                .toList();
      }
    }
    return all;
  }

  List<ForkRecord> records(Plan plan) {
    return plan.forks().stream().map(fork -> record(plan, fork)).toList();
  }

  private ForkRecord record(Plan plan, PlannedFork fork) {
    Cell cell = plan.cellOf(fork).cell();
    boolean fails = bad.test(cell) && fork.block() == 1 && !fork.twin();
    Status ended = fails ? status : Status.OK;
    // Forks differ a little, and not in step with one another.
    long seed = 1_000L * fork.block() + 2L * fork.cell() + (fork.twin() ? 1 : 0);
    double noise = 1 + spread * new SplittableRandom(seed).nextGaussian();
    double level = score.applyAsDouble(cell) * noise;
    String log = Long.toString(Math.round(1_000 * level));
    return new ForkRecord(
        ForkRecord.SCHEMA,
        fork.id(),
        fork.block(),
        fork.order(),
        cell,
        fork.twin(),
        ended,
        fails ? "made to end like this" : "",
        "2026-01-01T00:00:00Z",
        1.5,
        "unit",
        ended == Status.OK ? List.of(level, level) : List.of(),
        UNITS,
        Math.round(UNITS * cpuNanos.applyAsDouble(cell) * noise),
        1,
        counters.apply(cell),
        null,
        null,
        null,
        null,
        null,
        Map.of(Distribution.RESPONSE.label("light"), log, Distribution.SCHEDULING.label(), log));
  }
}
