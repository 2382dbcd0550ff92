package dev.heddle.harness.plan;

import dev.heddle.harness.record.Cell;
import dev.heddle.runtime.Pinning;
import dev.heddle.workloads.Axes;
import dev.heddle.workloads.ManyDescriptors;
import dev.heddle.workloads.WorkloadInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ListSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * Makes a plan of a request: a pure function of what is asked for, what there is, the host's CPUs
 * and memory, and the seed.
 */
public final class Planner {
  /** The most workers that can be asked for. */
  public static final int MAX_WORKERS = 4096;

  /** What a run without names compares. Names only: the strategies are found at run time. */
  private static final List<String> HEADLINE_STRATEGIES =
      List.of("global-queue", "work-stealing", "work-stealing-no-lifo", "fork-join");

  private static final List<String> HEADLINE_WORKLOADS =
      List.of("spawn-many-remote", "yield-many", "ping-pong", "chained-spawn");

  private static final Duration SHORTEST_DEADLINE = Duration.ofSeconds(60);
  private static final int DEADLINE_FACTOR = 10;
  private static final int MAX_BLOCKS = 1000;

  private final Catalogue catalogue;
  private final int cpus;
  private final long memoryBytes;

  /**
   * A planner for one host.
   *
   * @param catalogue what there is
   * @param cpus how many CPUs may be used
   * @param memoryBytes how much memory there is
   */
  public Planner(Catalogue catalogue, int cpus, long memoryBytes) {
    this.catalogue = catalogue;
    this.cpus = cpus;
    this.memoryBytes = memoryBytes;
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
        baseline(cells, Cell::strategy),
        baseline(cells, Cell::timer),
        baseline(cells, Cell::driver),
        profile.iterations(),
        ForkJvm.flags(deadline),
        ForkJvm.COLLECTOR,
        deadline.toSeconds(),
        cells,
        forks(cells, blocks, seed));
  }

  /** What all are compared with; none if no cell has any. */
  private static String baseline(List<PlannedCell> cells, Function<Cell, String> part) {
    return cells.stream()
        .map(cell -> part.apply(cells.get(cell.baseline()).cell()))
        .filter(name -> !name.equals(Cell.NONE))
        .findFirst()
        .orElse(Cell.NONE);
  }

  private static Duration deadline(Iterations iterations) {
    Duration generous = iterations.total().multipliedBy(DEADLINE_FACTOR);
    return generous.compareTo(SHORTEST_DEADLINE) < 0 ? SHORTEST_DEADLINE : generous;
  }

  private List<PlannedCell> cells(Request request) {
    boolean everything = request.everything() || request.profile() == Profile.SMOKE;
    List<WorkloadInfo> workloads =
        chosen(request.workloads(), everything ? catalogue.workloadNames() : HEADLINE_WORKLOADS)
            .stream()
            .map(catalogue::workload)
            .toList();
    // Peers last: they are compared with cells that are there by then.
    Set<String> names = workloads.stream().map(WorkloadInfo::name).collect(Collectors.toSet());
    workloads =
        workloads.stream()
            .sorted(Comparator.comparing(workload -> names.contains(workload.peerOf())))
            .toList();
    requireTaken("--strategies", request.strategies(), workloads, Axes::strategies);
    requireTaken("--timers", request.timers(), workloads, Axes::takesTimers);
    requireTaken("--drivers", request.drivers(), workloads, Axes::drivers);
    for (Scale scale : Scale.values()) {
      requireTaken(scale.option(), request.values(scale), workloads, scale::isTaken);
    }
    requireTaken("--workers", request.workers(), workloads, Axes::strategies);
    requireTaken(
        "--pin",
        request.pinning() == Pinning.NONE ? List.of() : List.of(request.pinning()),
        workloads,
        Axes::strategies);
    requireTaken(
        "--baseline", request.namedBaseline().stream().toList(), workloads, Axes::strategies);
    requireTaken(
        "--baseline-timer",
        request.namedBaselineTimer().stream().toList(),
        workloads,
        Axes::takesTimers);
    requireTaken(
        "--baseline-driver",
        request.namedBaselineDriver().stream().toList(),
        workloads,
        Axes::drivers);
    List<PlannedCell> cells = new ArrayList<>();
    for (WorkloadInfo workload : workloads) {
      List<Entrant> entrants = entrants(request, workload, everything);
      for (int cores : cores(request.cores())) {
        for (int workers : workers(request.workers(), cores)) {
          for (Map<String, Object> scale : scales(request, workload)) {
            Terms terms = new Terms(workload, cores, workers, scale, request.pinning());
            addGroup(cells, terms, entrants);
          }
        }
      }
    }
    if (cells.stream().noneMatch(PlannedCell::runs)) {
      PlannedCell first = cells.getFirst();
      throw new BadInput(
          "nothing of this can run here: %s %s"
              .formatted(first.cell().workload(), first.skipped()));
    }
    return cells;
  }

  /** What was named must matter to some workload, or the user meant something else. */
  private void requireTaken(
      String option, List<?> named, List<WorkloadInfo> workloads, Predicate<Axes> takes) {
    if (!named.isEmpty() && workloads.stream().noneMatch(one -> takes.test(one.axes()))) {
      throw new BadInput(
          "%s was given, but does not matter to %s; it does to %s"
              .formatted(
                  option, names(workloads, axes -> true), names(catalogue.workloads(), takes)));
    }
  }

  private static String names(List<WorkloadInfo> workloads, Predicate<Axes> which) {
    String names =
        workloads.stream()
            .filter(workload -> which.test(workload.axes()))
            .map(WorkloadInfo::name)
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "none" : names;
  }

  /**
   * What is compared on a workload, baseline first, since the others point to it. It belongs to
   * every comparison, whether it was named or not.
   */
  private List<Entrant> entrants(Request request, WorkloadInfo workload, boolean everything) {
    Axes axes = workload.axes();
    List<@Nullable ChosenStrategy> strategies = new ArrayList<>();
    if (axes.strategies()) {
      strategies.addAll(strategies(request, everything));
    } else {
      strategies.add(null);
    }
    List<@Nullable ChosenTimer> timers = new ArrayList<>();
    if (axes.takesTimers()) {
      timers.addAll(timers(request, axes));
    } else {
      timers.add(null);
    }
    List<@Nullable ChosenDriver> drivers = new ArrayList<>();
    if (axes.drivers()) {
      drivers.addAll(drivers(request));
    } else {
      drivers.add(null);
    }
    List<Entrant> entrants = new ArrayList<>();
    for (@Nullable ChosenDriver driver : drivers) {
      for (@Nullable ChosenTimer timer : timers) {
        for (@Nullable ChosenStrategy strategy : strategies) {
          entrants.add(new Entrant(strategy, timer, driver));
        }
      }
    }
    requireAbleBaseline(request, workload, entrants.getFirst());
    return entrants;
  }

  private Collection<ChosenStrategy> strategies(Request request, boolean everything) {
    Map<String, ChosenStrategy> compared = new LinkedHashMap<>();
    ChosenStrategy baseline = catalogue.strategy("--baseline", request.baseline());
    compared.put(baseline.spec(), baseline);
    for (String spec :
        chosen(
            request.strategies(), everything ? catalogue.strategyNames() : HEADLINE_STRATEGIES)) {
      catalogue.strategies(spec).forEach(one -> compared.putIfAbsent(one.spec(), one));
    }
    compared.values().forEach(strategy -> requirePinning(strategy, request.pinning()));
    return compared.values();
  }

  /** Without a runtime they are what is compared, and so all of them unless some are named. */
  private Collection<ChosenTimer> timers(Request request, Axes axes) {
    Map<String, ChosenTimer> compared = new LinkedHashMap<>();
    ChosenTimer baseline = catalogue.timer("--baseline-timer", request.baselineTimer());
    compared.put(baseline.spec(), baseline);
    boolean all = !axes.strategies() || request.everything();
    for (String spec : chosen(request.timers(), all ? catalogue.timerNames() : List.of())) {
      catalogue.timers(spec).forEach(one -> compared.putIfAbsent(one.spec(), one));
    }
    return compared.values();
  }

  private Collection<ChosenDriver> drivers(Request request) {
    Map<String, ChosenDriver> compared = new LinkedHashMap<>();
    ChosenDriver baseline = catalogue.driver("--baseline-driver", request.baselineDriver());
    compared.put(baseline.spec(), baseline);
    for (String spec :
        chosen(request.drivers(), request.everything() ? catalogue.driverNames() : List.of())) {
      catalogue.drivers(spec).forEach(one -> compared.putIfAbsent(one.spec(), one));
    }
    return compared.values();
  }

  private static void requireAbleBaseline(
      Request request, WorkloadInfo workload, Entrant baseline) {
    baseline
        .unable(workload.axes(), request.pinning())
        .ifPresent(unable -> {
          throw new BadInput(
              "baseline '%s' is unavailable here: %s; name another with %s"
                  .formatted(unable.spec(), unable.reason(), unable.option()));
        });
  }

  /** The combinations of values a workload is run at, by parameter; an empty one without any. */
  private static List<Map<String, Object>> scales(Request request, WorkloadInfo workload) {
    List<Map<String, Object>> scales = List.of(Map.of());
    for (Scale scale : Scale.values()) {
      List<Map.Entry<String, Object>> settings = settings(request, workload, scale);
      if (!settings.isEmpty()) {
        scales =
            scales.stream()
                .flatMap(begun ->
                    settings.stream()
                        .map(setting -> {
                          Map<String, Object> whole = new TreeMap<>(begun);
                          whole.put(setting.getKey(), setting.getValue());
                          return whole;
                        }))
                .toList();
      }
    }
    return scales;
  }

  /** The settings of which each combination has one; none if the workload does not have it. */
  private static List<Map.Entry<String, Object>> settings(
      Request request, WorkloadInfo workload, Scale scale) {
    return switch (scale) {
      case RATE -> List.of(); // which has no combinations of its own
      case LOAD ->
          Stream.concat(
                  request.values(Scale.LOAD).isEmpty() && !request.values(Scale.RATE).isEmpty()
                      ? Stream.empty()
                      : named(scale, values(request, workload, scale)),
                  named(Scale.RATE, values(request, workload, Scale.RATE)))
              .toList();
      default -> named(scale, values(request, workload, scale)).toList();
    };
  }

  private static Stream<Map.Entry<String, Object>> named(Scale scale, List<Object> values) {
    return values.stream().map(value -> Map.entry(scale.param(), value));
  }

  private static List<Object> values(Request request, WorkloadInfo workload, Scale scale) {
    if (!scale.isTaken(workload.axes())) {
      return List.of();
    }
    List<Object> asked = request.values(scale);
    asked.forEach(value -> scale.require(value, workload.name(), workload.axes()));
    List<Object> usual = scale.usual(workload.axes());
    return !asked.isEmpty()
        ? List.copyOf(new TreeSet<>(asked))
        // Whether everything runs shows at the smallest, and takes the least time there.
        : request.profile() == Profile.SMOKE && !usual.isEmpty() ? usual.subList(0, 1) : usual;
  }

  /** Under what terms entrants are compared with one another. */
  private record Terms(
      WorkloadInfo workload,
      int cores,
      int askedWorkers,
      Map<String, Object> scale,
      Pinning pinning) {

    /** A number of the scale, or 0 if that has none. */
    int number(String param) {
      return scale.get(param) instanceof Integer number ? number : 0;
    }

    Cell cell(Entrant entrant) {
      Map<String, Object> params = new TreeMap<>(scale);
      if (pinning != Pinning.NONE && entrant.strategy() != null) {
        params.put(Cell.PIN, pinning.label());
      }
      return new Cell(
          workload.name(),
          entrant.strategySpec(),
          entrant.timerSpec(),
          entrant.driverSpec(),
          cores,
          entrant.workers(askedWorkers, cores),
          params);
    }
  }

  /** Adds the cells that are compared with one another: one of each entrant, baseline first. */
  private void addGroup(List<PlannedCell> cells, Terms terms, List<Entrant> entrants) {
    int baseline = baselineOfPeer(cells, terms);
    for (Entrant entrant : entrants) {
      int index = indexOrAdd(cells, terms, entrant, baseline);
      baseline = baseline < 0 ? index : baseline;
    }
  }

  /**
   * The cell that a peer's are compared with: the baseline of the workload it is a peer of, at its
   * scale, on as many CPUs, and of several the one with most nearly a worker for each. Less than 0
   * if there is none, so that the workload is compared within itself.
   */
  private static int baselineOfPeer(List<PlannedCell> cells, Terms terms) {
    return IntStream.range(0, cells.size())
        .filter(index -> {
          Cell cell = cells.get(index).cell();
          return cells.get(index).baseline() == index
              && cell.workload().equals(terms.workload.peerOf())
              && cell.cores() == terms.cores
              && Cell.scale(cell.params()).equals(terms.scale);
        })
        .boxed()
        .min(
            Comparator.comparingInt(
                index -> Math.abs(cells.get(index).cell().workers() - terms.cores)))
        .orElse(-1);
  }

  /** The cell's index; a strategy with few workers has one cell for several numbers asked for. */
  private int indexOrAdd(List<PlannedCell> cells, Terms terms, Entrant entrant, int baselineIndex) {
    Cell cell = terms.cell(entrant);
    for (int i = 0; i < cells.size(); i++) {
      if (cells.get(i).cell().equals(cell)) {
        return i;
      }
    }
    int index = cells.size();
    WorkloadInfo workload = terms.workload;
    Heap heap = Heap.of(workload.axes(), terms.number(Cell.SIZE));
    List<String> flags = new ArrayList<>(heap.jvmFlags());
    flags.addAll(entrant.jvmFlags(cell.workers()));
    String skipped =
        entrant
            .unable(workload.axes(), terms.pinning)
            .map(Entrant.Inability::reason)
            .or(workload::unavailable)
            .or(() -> ManyDescriptors.tooFewFor(terms.number(Cell.CONNECTIONS)))
            .or(() -> heap.tooLargeFor(memoryBytes, Scale.SIZE.isTaken(workload.axes())))
            .orElse("");
    cells.add(
        new PlannedCell(
            cell,
            workload.unit(),
            workload.benchmark(),
            baselineIndex < 0 ? index : baselineIndex,
            skipped,
            note(entrant, cell, terms, skipped.isEmpty() ? heap : Heap.USUAL),
            flags,
            workload.gauge().isEmpty() ? null : workload.gauge()));
    return index;
  }

  private static String note(Entrant entrant, Cell cell, Terms terms, Heap heap) {
    List<String> notes = new ArrayList<>();
    if (!terms.workload.peerOf().isEmpty()) {
      notes.add("peer of %s: %s".formatted(terms.workload.peerOf(), terms.workload.summary()));
    }
    if (entrant.strategy() != null && cell.workers() != terms.askedWorkers) {
      notes.add(
          "has %s here".formatted(cell.workers() == 1 ? "1 worker" : cell.workers() + " workers"));
    }
    if (!heap.jvmFlags().isEmpty()) {
      notes.add("has " + heap);
    }
    return String.join("; ", notes);
  }

  private static List<String> chosen(List<String> named, List<String> otherwise) {
    return List.copyOf(new LinkedHashSet<>(named.isEmpty() ? otherwise : named));
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

  private static List<Integer> workers(List<WorkerCount> asked, int cores) {
    TreeSet<Integer> numbers = new TreeSet<>();
    for (WorkerCount count : asked) {
      requireRange("--workers", count.on(cores), 1, MAX_WORKERS, "");
      numbers.add(count.on(cores));
    }
    return asked.isEmpty() ? List.of(cores) : List.copyOf(numbers);
  }

  static void requireRange(String option, int value, int min, int max, String why) {
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
