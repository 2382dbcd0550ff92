package dev.heddle.harness.plan;

import dev.heddle.harness.record.Cell;
import dev.heddle.runtime.Pinning;
import dev.heddle.runtime.spi.StrategyProvider;
import dev.heddle.workloads.WorkloadInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ListSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Makes a plan of a request: a pure function of what is asked for, what there is, the number of
 * CPUs and the seed.
 */
public final class Planner {
  /** The most workers that can be asked for. */
  public static final int MAX_WORKERS = 4096;

  /** What a run without names compares. Names only: the strategies are found at run time. */
  private static final List<String> HEADLINE_STRATEGIES =
      List.of("global-queue", "work-stealing", "work-stealing-no-lifo", "fork-join");

  private static final List<String> HEADLINE_WORKLOADS =
      List.of("spawn-many-remote", "yield-many", "ping-pong", "chained-spawn");

  /** Timers and drivers are an axis of the plan; where a workload needs none, this is its value. */
  private static final String NONE = "none";

  private static final Duration SHORTEST_DEADLINE = Duration.ofSeconds(60);
  private static final int DEADLINE_FACTOR = 10;
  private static final int MAX_BLOCKS = 1000;

  private final Catalogue catalogue;
  private final int cpus;

  /**
   * A planner for one host.
   *
   * @param catalogue what there is
   * @param cpus how many CPUs may be used
   */
  public Planner(Catalogue catalogue, int cpus) {
    this.catalogue = catalogue;
    this.cpus = cpus;
  }

  /**
   * The plan of a request.
   *
   * @throws BadInput if something is unknown, out of range or contradicts itself
   */
  public Plan plan(Request request, String hostLabel, long seed) {
    List<PlannedCell> cells = cells(request);
    Profile profile = request.profile();
    int blocks = request.blocks().orElse(profile.blocks());
    requireRange("--blocks", blocks, 1, MAX_BLOCKS, "");
    Duration deadline = request.forkDeadline().orElseGet(() -> deadline(profile.iterations()));
    return new Plan(
        Plan.SCHEMA,
        profile.label(),
        hostLabel,
        seed,
        blocks,
        catalogue.strategy("--baseline", request.baseline()).spec(),
        profile.iterations(),
        ForkJvm.flags(deadline),
        ForkJvm.COLLECTOR,
        deadline.toSeconds(),
        cells,
        forks(cells, blocks, seed));
  }

  private static Duration deadline(Iterations iterations) {
    Duration generous = iterations.total().multipliedBy(DEADLINE_FACTOR);
    return generous.compareTo(SHORTEST_DEADLINE) < 0 ? SHORTEST_DEADLINE : generous;
  }

  private List<PlannedCell> cells(Request request) {
    boolean everything = request.everything() || request.profile() == Profile.SMOKE;
    List<String> strategies =
        chosen(request.strategies(), everything ? catalogue.strategyNames() : HEADLINE_STRATEGIES);
    List<String> workloads =
        chosen(request.workloads(), everything ? catalogue.workloadNames() : HEADLINE_WORKLOADS);
    List<WorkloadInfo> infos = workloads.stream().map(catalogue::workload).toList();
    ChosenStrategy baseline = availableBaseline(request);
    Map<String, ChosenStrategy> compared = new LinkedHashMap<>();
    // The baseline belongs to every comparison, named among the strategies or not, and comes first,
    // since the others point to it.
    compared.put(baseline.spec(), baseline);
    for (String strategy : strategies) {
      catalogue.strategies(strategy).forEach(one -> compared.putIfAbsent(one.spec(), one));
    }
    compared.values().forEach(strategy -> requirePinning(strategy, request.pinning()));

    List<PlannedCell> cells = new ArrayList<>();
    for (WorkloadInfo workload : infos) {
      for (int cores : cores(request.cores())) {
        for (int workers : workers(request.workers(), cores)) {
          addGroup(cells, workload, cores, workers, request.pinning(), compared.values());
        }
      }
    }
    return cells;
  }

  /** Adds the cells that are compared with one another: one of each strategy, baseline first. */
  private static void addGroup(
      List<PlannedCell> cells,
      WorkloadInfo workload,
      int cores,
      int workers,
      Pinning pinning,
      Collection<ChosenStrategy> compared) {
    int baseline = -1;
    for (ChosenStrategy strategy : compared) {
      int index = indexOrAdd(cells, workload, cores, workers, pinning, strategy, baseline);
      baseline = baseline < 0 ? index : baseline;
    }
  }

  /** The cell's index; a strategy with few workers has one cell for several numbers asked for. */
  private static int indexOrAdd(
      List<PlannedCell> cells,
      WorkloadInfo workload,
      int cores,
      int askedWorkers,
      Pinning pinning,
      ChosenStrategy strategy,
      int baselineIndex) {
    StrategyProvider provider = strategy.provider();
    int workers = provider.workers(askedWorkers, cores);
    Map<String, Object> params =
        pinning == Pinning.NONE ? Map.of() : Map.of(Cell.PIN, pinning.label());
    Cell cell = new Cell(workload.name(), strategy.spec(), NONE, NONE, cores, workers, params);
    for (int i = 0; i < cells.size(); i++) {
      if (cells.get(i).cell().equals(cell)) {
        return i;
      }
    }
    int index = cells.size();
    String note =
        workers == askedWorkers
            ? ""
            : "has %s here".formatted(workers == 1 ? "1 worker" : workers + " workers");
    cells.add(
        new PlannedCell(
            cell,
            workload.unit(),
            workload.benchmark(),
            baselineIndex < 0 ? index : baselineIndex,
            strategy.unavailable(pinning).orElse(""),
            note,
            strategy.jvmFlags(workers),
            workload.gauge().isEmpty() ? null : workload.gauge()));
    return index;
  }

  private static List<String> chosen(List<String> named, List<String> otherwise) {
    return List.copyOf(new LinkedHashSet<>(named.isEmpty() ? otherwise : named));
  }

  private ChosenStrategy availableBaseline(Request request) {
    ChosenStrategy chosen = catalogue.strategy("--baseline", request.baseline());
    chosen
        .unavailable(request.pinning())
        .ifPresent(reason -> {
          throw new BadInput(
              "baseline '%s' is unavailable here: %s; name another with --baseline"
                  .formatted(request.baseline(), reason));
        });
    return chosen;
  }

  private static void requirePinning(ChosenStrategy strategy, Pinning pinning) {
    if (pinning == Pinning.NONE && strategy.provider().needsPinning(strategy.options())) {
      throw new BadInput(
          "strategy '%s' goes by the distance between workers' CPUs; pin them with --pin %s"
              .formatted(strategy.spec(), Pinning.CORES.label()));
    }
  }

  private List<Integer> cores(List<Integer> asked) {
    if (asked.isEmpty()) {
      List<Integer> powersOfTwo = new ArrayList<>();
      for (int cores = 1; cores <= cpus; cores *= 2) {
        powersOfTwo.add(cores);
      }
      return powersOfTwo;
    }
    asked.forEach(cores ->
        requireRange("--cores", cores, 1, cpus, ": that is how many CPUs this run may use"));
    return List.copyOf(new TreeSet<>(asked));
  }

  private static List<Integer> workers(List<Integer> asked, int cores) {
    asked.forEach(workers -> requireRange("--workers", workers, 1, MAX_WORKERS, ""));
    return asked.isEmpty() ? List.of(cores) : List.copyOf(new TreeSet<>(asked));
  }

  private static void requireRange(String option, int value, int min, int max, String why) {
    if (value < min || value > max) {
      throw new BadInput(
          "%s was %d; allowed is %d to %d%s".formatted(option, value, min, max, why));
    }
  }

  private static List<PlannedFork> forks(List<PlannedCell> cells, int blocks, long seed) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    List<PlannedFork> forks = new ArrayList<>();
    for (int block = 1; block <= blocks; block++) {
      record Draw(int cell, boolean twin) {}
      List<Draw> draws = new ArrayList<>();
      for (int i = 0; i < cells.size(); i++) {
        if (cells.get(i).runs()) {
          draws.add(new Draw(i, false));
          if (cells.get(i).baseline() == i) {
            draws.add(new Draw(i, true));
          }
        }
      }
      ListSampler.shuffle(random, draws);
      for (int i = 0; i < draws.size(); i++) {
        int order = i + 1;
        forks.add(
            new PlannedFork(
                "b%02d-%03d".formatted(block, order),
                block,
                order,
                draws.get(i).cell(),
                draws.get(i).twin()));
      }
    }
    return forks;
  }
}
