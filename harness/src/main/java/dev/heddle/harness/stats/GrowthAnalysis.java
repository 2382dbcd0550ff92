package dev.heddle.harness.stats;

import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedCell;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One walk over those cells of a plan that have a size. */
final class GrowthAnalysis {
  private final Plan plan;
  private final RecordsByCell records;
  private final List<CellResult> results;

  /**
   * An analysis.
   *
   * @param results of the cells of the plan, in its order
   */
  GrowthAnalysis(Plan plan, RecordsByCell records, List<CellResult> results) {
    this.plan = plan;
    this.records = records;
    this.results = results;
  }

  /** What is drawn in one picture. */
  private record Group(String workload, int cores) {}

  /**
   * The cells that differ in their size only.
   *
   * @param cell the cell without a size
   * @param bySize indices in the plan
   */
  private record Series(String label, Cell cell, NavigableMap<Long, Integer> bySize) {}

  /**
   * One for each workload and number of cores with cells of two sizes or more, in the order of the
   * plan.
   *
   * @throws BadInput if a size is not a whole number above zero
   */
  List<Growth> run() {
    Map<Group, Map<Cell, NavigableMap<Long, Integer>>> groups = new LinkedHashMap<>();
    for (int index = 0; index < plan.cells().size(); index++) {
      Cell cell = plan.cells().get(index).cell();
      if (cell.params().get(Cell.SIZE) instanceof Number size) {
        groups
            .computeIfAbsent(
                new Group(plan.table(plan.cells().get(index)), cell.cores()),
                group -> new LinkedHashMap<>())
            .computeIfAbsent(withoutSize(cell), series -> new TreeMap<>())
            .put(whole(size), index);
      }
    }
    List<Growth> all = new ArrayList<>();
    groups.forEach((group, cells) -> {
      long sizes =
          cells.values().stream().flatMap(bySize -> bySize.keySet().stream()).distinct().count();
      if (sizes > 1) {
        all.add(growth(group, series(cells)));
      }
    });
    return all;
  }

  private static long whole(Number size) {
    long whole = size.longValue();
    if (whole < 1 || whole != size.doubleValue()) {
      throw new BadInput(
          "plan.json has a cell of size %s: a size must be a whole number above zero"
              .formatted(size));
    }
    return whole;
  }

  private static Cell withoutSize(Cell cell) {
    Map<String, Object> params = new TreeMap<>(cell.params());
    params.remove(Cell.SIZE);
    return new Cell(
        cell.workload(),
        cell.strategy(),
        cell.timer(),
        cell.driver(),
        cell.cores(),
        cell.workers(),
        params);
  }

  /**
   * Labels them: strategy and timer where there are any; driver, workers and parameters only if
   * that is where some differ.
   */
  private static List<Series> series(Map<Cell, NavigableMap<Long, Integer>> cells) {
    boolean drivers = differ(cells, Cell::driver);
    boolean workers = differ(cells, Cell::workers);
    boolean params = differ(cells, Cell::params);
    List<Series> series = new ArrayList<>();
    cells.forEach((cell, bySize) -> {
      List<String> parts = new ArrayList<>(List.of(cell.strategy(), cell.timer()));
      if (drivers) {
        parts.add(cell.driver());
      }
      parts.removeIf(Cell.NONE::equals);
      if (workers && cell.hasRuntime()) {
        parts.add(cell.workers() == 1 ? "1 worker" : cell.workers() + " workers");
      }
      if (params && !cell.params().isEmpty()) {
        parts.add(cell.params().toString());
      }
      String label = parts.isEmpty() ? cell.workload() : String.join(", ", parts);
      series.add(new Series(label, cell, bySize));
    });
    return series;
  }

  private static boolean differ(Map<Cell, ?> cells, Function<Cell, Object> part) {
    // Of those with a runtime, if there are any: a peer has no part in what they differ in.
    boolean runtime = cells.keySet().stream().anyMatch(Cell::hasRuntime);
    return cells.keySet().stream()
            .filter(cell -> cell.hasRuntime() == runtime)
            .map(part)
            .distinct()
            .count()
        > 1;
  }

  private Growth growth(Group group, List<Series> series) {
    PlannedCell any = plan.cells().get(series.getFirst().bySize.firstEntry().getValue());
    List<Crossover> crossovers = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      for (int j = i + 1; j < series.size(); j++) {
        if (differencesOf(series.get(i).cell, series.get(j).cell) == 1) {
          crossovers.add(crossover(series.get(i), series.get(j)));
        }
      }
    }
    return new Growth(
        group.workload,
        group.cores,
        any.scoreUnit(),
        series.stream().map(this::curve).toList(),
        crossovers);
  }

  /**
   * In how many things two series differ. A strategy brings its own number of workers with it, and
   * a peer all it has.
   */
  private static int differencesOf(Cell a, Cell b) {
    if (!a.workload().equals(b.workload())) {
      return 1;
    }
    boolean scheduler = a.strategy().equals(b.strategy()) && a.workers() == b.workers();
    return (scheduler ? 0 : 1)
        + (a.timer().equals(b.timer()) ? 0 : 1)
        + (a.driver().equals(b.driver()) ? 0 : 1)
        + (a.params().equals(b.params()) ? 0 : 1);
  }

  private GrowthCurve curve(Series series) {
    List<GrowthCurve.Point> points = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    series.bySize.forEach((size, cell) -> {
      CellResult result = results.get(cell);
      points.add(new GrowthCurve.Point(size, result.status(), result.score()));
      if (result.score().value() == null) {
        notes.add("no cost at %s (%s)".formatted(shown(size), why(cell)));
      }
    });

    List<Long> sizes = measuredSizes(series);
    List<List<BlockSample>> blocks = blocks(sizes, size -> scores(series, size));
    if (sizes.size() < GrowthCurve.MINIMAL_SIZES) {
      notes.addFirst(
          "no exponent: %d %s measured, it needs %d"
              .formatted(
                  sizes.size(),
                  sizes.size() == 1 ? "size was" : "sizes were",
                  GrowthCurve.MINIMAL_SIZES));
    } else if (blocks.isEmpty()) {
      notes.addFirst("no exponent: no block has every size");
    } else {
      return fitted(series, points, sizes, blocks, notes);
    }
    return new GrowthCurve(
        series.label,
        series.cell,
        points,
        Estimate.UNKNOWN,
        null,
        List.of(),
        0,
        null,
        String.join("; ", notes));
  }

  private String why(int cell) {
    Status status = results.get(cell).status();
    if (plan.cells().get(cell).runs() && records.first(cell).isEmpty()) {
      return "not run yet";
    }
    // Some forks of the cell may have been void, and none ok.
    return status == Status.OK ? "not measured" : status.name().toLowerCase(Locale.ROOT);
  }

  private GrowthCurve fitted(
      Series series,
      List<GrowthCurve.Point> points,
      List<Long> sizes,
      List<List<BlockSample>> blocks,
      List<String> notes) {
    long[] ascending = sizes.stream().mapToLong(Long::longValue).toArray();
    List<BlockSlope> slopes =
        blocks.stream().map(block -> BlockSlope.of(ascending, block)).toList();
    double slope = slopes.stream().mapToDouble(BlockSlope::observed).average().orElseThrow();
    Estimate exponent = Estimate.of(slope);
    if (slopes.size() < RunResult.INTERVAL_BLOCKS) {
      notes.addFirst(RunResult.NO_INTERVAL);
    } else {
      StudentisedBootstrap bootstrap =
          StudentisedBootstrap.of(slopes, seed(series.cell + "exponent"));
      exponent = Estimate.of(bootstrap.logEstimate(), bootstrap.logInterval(RunResult.ALPHA));
    }

    double[] logSizes = BlockSlope.logs(ascending);
    double[] logCosts = meanLogs(blocks, sizes.size());
    double intercept = BlockSlope.mean(logCosts) - slope * BlockSlope.mean(logSizes);
    double worst = 0;
    for (int i = 0; i < logSizes.length; i++) {
      worst = Math.max(worst, Math.abs(logCosts[i] - intercept - slope * logSizes[i]));
    }
    return new GrowthCurve(
        series.label,
        series.cell,
        points,
        exponent,
        StrictMath.exp(intercept),
        sizes,
        blocks.size(),
        StrictMath.exp(worst),
        String.join("; ", notes));
  }

  private Crossover crossover(Series a, Series b) {
    List<Long> sizes = new ArrayList<>(measuredSizes(a));
    sizes.retainAll(measuredSizes(b));
    if (sizes.size() < 2) {
      return Crossover.unknown(
          a.label,
          b.label,
          sizes,
          "both were measured at %s, it needs 2 sizes"
              .formatted(sizes.isEmpty() ? "no size" : "one size only"));
    }
    List<List<BlockSample>> blocks = blocks(sizes, size -> ratios(a, b, size));
    if (blocks.isEmpty()) {
      return Crossover.unknown(a.label, b.label, sizes, "no block has both at every size");
    }
    long[] ascending = sizes.stream().mapToLong(Long::longValue).toArray();
    LogRatioCurve ratio =
        LogRatioCurve.of(ascending, blocks, seed("%s%scrossover".formatted(a.cell, b.cell)));
    List<Crossover.Range> undecided = ratio.undecided();
    double[] logCosts = meanLogs(blocks(sizes, size -> scores(a, b, size)), sizes.size());
    List<Crossover.Crossing> crossings =
        ratio.crossings().stream()
            .map(crossing -> {
              double size = ratio.size(crossing.place());
              return new Crossover.Crossing(
                  size,
                  StrictMath.exp(LogRatioCurve.along(logCosts, crossing.place())),
                  crossing.below() ? "a" : "b",
                  around(size, undecided));
            })
            .toList();
    return new Crossover(
        a.label,
        b.label,
        sizes,
        blocks.size(),
        outcome(ratio),
        crossings,
        undecided,
        undecided == null ? RunResult.NO_INTERVAL : "");
  }

  private static Crossover.Outcome outcome(LogRatioCurve ratio) {
    return switch (ratio.crossings().size()) {
      case 0 ->
          ratio.below()
              ? Crossover.Outcome.A_LESS_THROUGHOUT
              : ratio.above() ? Crossover.Outcome.B_LESS_THROUGHOUT : Crossover.Outcome.EQUAL;
      case 1 -> Crossover.Outcome.ONE;
      default -> Crossover.Outcome.SEVERAL;
    };
  }

  private static Crossover.@Nullable Range around(
      double size, @Nullable List<Crossover.Range> ranges) {
    return ranges == null
        ? null
        : ranges.stream().filter(range -> range.holds(size)).findFirst().orElseThrow();
  }

  /** The sizes at which a series has a cost, ascending. */
  private List<Long> measuredSizes(Series series) {
    return series.bySize.keySet().stream()
        .filter(size -> !measured(series, size).isEmpty())
        .toList();
  }

  private List<ForkRecord> measured(Series series, long size) {
    return RecordsByCell.measured(
        records.first(Objects.requireNonNull(series.bySize.get(size), "a size of the series")));
  }

  private Map<Integer, BlockSample> scores(Series series, long size) {
    return measured(series, size).stream()
        .collect(Collectors.toMap(ForkRecord::block, fork -> BlockSample.score(fork.scores())));
  }

  /** Of the first, in the blocks in which both were measured. */
  private Map<Integer, BlockSample> scores(Series a, Series b, long size) {
    Map<Integer, BlockSample> scores = new TreeMap<>(scores(a, size));
    scores.keySet().retainAll(scores(b, size).keySet());
    return scores;
  }

  private Map<Integer, BlockSample> ratios(Series a, Series b, long size) {
    Map<Integer, ForkRecord> others =
        measured(b, size).stream().collect(Collectors.toMap(ForkRecord::block, fork -> fork));
    Map<Integer, BlockSample> ratios = new TreeMap<>();
    for (ForkRecord fork : measured(a, size)) {
      ForkRecord other = others.get(fork.block());
      if (other != null) {
        ratios.put(fork.block(), BlockSample.ratio(fork.scores(), other.scores()));
      }
    }
    return ratios;
  }

  /** One sample for each size, of each block that has them all; blocks ascending. */
  private static List<List<BlockSample>> blocks(
      List<Long> sizes, Function<Long, Map<Integer, BlockSample>> samples) {
    List<Map<Integer, BlockSample>> bySize = sizes.stream().map(samples).toList();
    TreeSet<Integer> complete = new TreeSet<>();
    bySize.forEach(blocks -> complete.addAll(blocks.keySet()));
    bySize.forEach(blocks -> complete.retainAll(blocks.keySet()));
    return complete.stream()
        .map(block ->
            bySize.stream()
                .map(blocks -> Objects.requireNonNull(blocks.get(block), "a complete block"))
                .toList())
        .toList();
  }

  /** At each size, the mean over the blocks. */
  private static double[] meanLogs(List<List<BlockSample>> blocks, int sizes) {
    double[] means = new double[sizes];
    for (int size = 0; size < sizes; size++) {
      int which = size;
      means[size] =
          blocks.stream().mapToDouble(block -> block.get(which).observed()).sum() / blocks.size();
    }
    return means;
  }

  /** A stream of its own for each statistic, whichever others are computed. */
  private long seed(String statistic) {
    return 31 * plan.seed() + statistic.hashCode();
  }

  private static String shown(long size) {
    return String.format(Locale.ROOT, "%,d", size);
  }
}
