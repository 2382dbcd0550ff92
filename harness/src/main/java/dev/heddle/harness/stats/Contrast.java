package dev.heddle.harness.stats;

import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedCell;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * Compares any two cells of one run, where a table compares a cell with its baseline only: other
 * workloads, sizes, numbers of workers or of cores, and other quantities than the score.
 *
 * <p>The unit is the block: a cell's fork is held against the other cell's fork of the same block,
 * and the interval is that of {@link StudentisedBootstrap} over blocks, and over iterations where
 * the quantity has one for each. Under {@value RunResult#INTERVAL_BLOCKS} blocks that have both
 * there is no interval. A quantity that one of the forks does not tell is unknown for its cell:
 * dropping the fork would leave those that suit.
 *
 * <p>Deterministic for a plan's seed. Immutable; its methods are pure functions.
 */
public final class Contrast {
  private final Plan plan;
  private final RecordsByCell records;
  private final Histograms histograms;

  private Contrast(Plan plan, RecordsByCell records, Histograms histograms) {
    this.plan = plan;
    this.records = records;
    this.histograms = histograms;
  }

  /**
   * Of one run.
   *
   * @throws dev.heddle.harness.plan.BadInput if a record is of no fork of this plan
   */
  public static Contrast of(Plan plan, List<ForkRecord> forks, Histograms histograms) {
    return new Contrast(plan, RecordsByCell.of(plan, forks), histograms);
  }

  /** A cell, and what is asked of its forks. */
  public record Side(int cell, Quantity quantity) {}

  /**
   * Why a cell has no numbers, or not all of them, in one line: it is skipped, a fork failed or
   * hung, or forks have not run yet. Empty if all its forks have run and some were measured.
   */
  public String trouble(int cell) {
    PlannedCell planned = plan.cells().get(cell);
    if (!planned.runs()) {
      return "skipped: " + planned.skipped();
    }
    List<ForkRecord> all = records.first(cell);
    Status worst = RecordsByCell.worst(all);
    long expected =
        plan.forks().stream().filter(fork -> fork.cell() == cell && !fork.twin()).count();
    if (worst.compareTo(Status.HUNG) >= 0 || (!all.isEmpty() && measured(cell).isEmpty())) {
      List<ForkRecord> met = all.stream().filter(fork -> fork.status() == worst).toList();
      return "%d of %d forks %s: %s"
          .formatted(
              met.size(), all.size(), worst.name().toLowerCase(Locale.ROOT), met.getFirst().note());
    }
    return all.size() < expected
        ? "%d of %d forks have not run yet".formatted(expected - all.size(), expected)
        : "";
  }

  /** How many blocks have a fork of this cell that was measured; none if one failed or hung. */
  public int blocks(int cell) {
    return measured(cell).size();
  }

  /** How many blocks have both. */
  public int blocks(Side a, Side b) {
    TreeSet<Integer> both = new TreeSet<>(values(a).keySet());
    both.retainAll(values(b).keySet());
    return both.size();
  }

  /** The geometric mean of a cell over its blocks. Unknown also if a value is not above zero. */
  public Estimate value(Side side) {
    Map<Integer, List<Double>> values = values(side);
    return positive(values)
        ? geometric(values.values().stream().map(BlockSample::score).toList(), seed("value", side))
        : Estimate.UNKNOWN;
  }

  /** The ratio of two cells, a / b. Unknown also if a value is not above zero. */
  public Estimate ratio(Side a, Side b) {
    Map<Integer, List<Double>> dividends = values(a);
    Map<Integer, List<Double>> divisors = values(b);
    return positive(dividends) && positive(divisors)
        ? geometric(pairs(dividends, divisors), seed("ratio", a, b))
        : Estimate.UNKNOWN;
  }

  /**
   * Which ratios of this quantity the run cannot tell from 1 at all, by the second copy of the
   * cell's baseline against its first; null where that has no interval.
   */
  public @Nullable Interval band(Side side) {
    int baseline = plan.cells().get(side.cell()).baseline();
    Side first = new Side(baseline, side.quantity());
    Map<Integer, List<Double>> copies =
        values(RecordsByCell.measured(records.twins(baseline)), side.quantity());
    Map<Integer, List<Double>> originals = values(first);
    return positive(copies) && positive(originals)
        ? Control.band(geometric(pairs(copies, originals), seed("band", first)))
        : null;
  }

  /** The arithmetic mean of a cell over its blocks, which may be zero or below. */
  public Estimate mean(Side side) {
    return arithmetic(
        values(side).values().stream().map(values -> new Difference(values, List.of(0.0))).toList(),
        seed("mean", side));
  }

  /** The difference of two cells, a - b, in the quantity's unit: for shares, which may be zero. */
  public Estimate difference(Side a, Side b) {
    Map<Integer, List<Double>> others = values(b);
    List<Difference> differences = new ArrayList<>();
    values(a)
        .forEach((block, mine) -> {
          List<Double> other = others.get(block);
          if (other != null) {
            differences.add(new Difference(mine, other));
          }
        });
    return arithmetic(differences, seed("difference", a, b));
  }

  /**
   * The growth exponent of cells that differ in their size, as in {@link GrowthCurve}: the slope of
   * log score over log size, from the blocks that have all of them.
   *
   * @param cells at least two, of different sizes
   */
  public Estimate exponent(List<Side> cells) {
    return exponent(cells, List.of());
  }

  /**
   * By how much the exponent of the first exceeds that of the others, which are of the same sizes
   * in the same order.
   */
  public Estimate exponent(List<Side> cells, List<Side> others) {
    long[] sizes =
        cells.stream()
            .mapToLong(side -> plan.cells().get(side.cell()).cell().size().orElseThrow())
            .toArray();
    List<Map<Integer, List<Double>>> mine = cells.stream().map(this::values).toList();
    List<Map<Integer, List<Double>>> theirs = others.stream().map(this::values).toList();
    TreeSet<Integer> complete = new TreeSet<>(mine.getFirst().keySet());
    mine.forEach(values -> complete.retainAll(values.keySet()));
    theirs.forEach(values -> complete.retainAll(values.keySet()));
    if (!mine.stream().allMatch(Contrast::positive)
        || !theirs.stream().allMatch(Contrast::positive)) {
      return Estimate.UNKNOWN;
    }
    List<BlockSlope> slopes = new ArrayList<>();
    for (int block : complete) {
      List<BlockSample> forks = new ArrayList<>();
      for (int i = 0; i < sizes.length; i++) {
        forks.add(
            theirs.isEmpty()
                ? BlockSample.score(of(mine.get(i), block))
                : BlockSample.ratio(of(mine.get(i), block), of(theirs.get(i), block)));
      }
      slopes.add(BlockSlope.of(sizes, forks));
    }
    Side[] all = Stream.concat(cells.stream(), others.stream()).toArray(Side[]::new);
    return arithmetic(slopes, seed("exponent", all));
  }

  /**
   * The Universal Scalability Law of cells that differ in their number of cores, from the blocks
   * that have all of them; null if there are fewer than {@value Scalability#MINIMAL_POINTS}
   * numbers, or fewer than {@value RunResult#INTERVAL_BLOCKS} such blocks.
   *
   * @param cells of different numbers of cores, ascending; the quantity is a time per unit
   */
  public @Nullable Scalability scalability(List<Side> cells) {
    List<Map<Integer, List<Double>>> times = cells.stream().map(this::values).toList();
    if (cells.size() < Scalability.MINIMAL_POINTS || !times.stream().allMatch(Contrast::positive)) {
      return null;
    }
    TreeSet<Integer> complete = new TreeSet<>(times.getFirst().keySet());
    times.forEach(values -> complete.retainAll(values.keySet()));
    if (complete.size() < RunResult.INTERVAL_BLOCKS) {
      return null;
    }
    int[] cores =
        cells.stream().mapToInt(side -> plan.cells().get(side.cell()).cell().cores()).toArray();
    double[][] logRates =
        complete.stream()
            .map(block ->
                times.stream()
                    .mapToDouble(values -> -StrictMath.log(mean(of(values, block))))
                    .toArray())
            .toArray(double[][]::new);
    return Scalability.of(cores, logRates, seed("scalability", cells.toArray(Side[]::new)));
  }

  /** What each fork of a cell says, its mean over the iterations, by block. */
  public Map<Integer, Double> byBlock(Side side) {
    Map<Integer, Double> means = new TreeMap<>();
    values(side).forEach((block, values) -> means.put(block, mean(values)));
    return means;
  }

  private static List<Double> of(Map<Integer, List<Double>> values, int block) {
    return values.getOrDefault(block, List.of());
  }

  private List<ForkRecord> measured(int cell) {
    return RecordsByCell.measured(records.first(cell));
  }

  private Map<Integer, List<Double>> values(Side side) {
    return values(measured(side.cell()), side.quantity());
  }

  /** By block; nothing at all if one of the forks does not tell. */
  private Map<Integer, List<Double>> values(List<ForkRecord> forks, Quantity quantity) {
    Map<Integer, List<Double>> values = new TreeMap<>();
    for (ForkRecord fork : forks) {
      List<Double> told = quantity.of(fork, histograms);
      if (told.isEmpty()) {
        return Map.of();
      }
      values.put(fork.block(), told);
    }
    return values;
  }

  private static boolean positive(Map<Integer, List<Double>> values) {
    return values.values().stream()
        .flatMap(List::stream)
        .allMatch(value -> value > 0 && Double.isFinite(value));
  }

  private static List<BlockSample> pairs(
      Map<Integer, List<Double>> dividends, Map<Integer, List<Double>> divisors) {
    List<BlockSample> pairs = new ArrayList<>();
    dividends.forEach((block, dividend) -> {
      List<Double> divisor = divisors.get(block);
      if (divisor != null) {
        pairs.add(BlockSample.ratio(dividend, divisor));
      }
    });
    return pairs;
  }

  private static Estimate geometric(List<BlockSample> blocks, long seed) {
    if (blocks.isEmpty()) {
      return Estimate.UNKNOWN;
    }
    if (blocks.size() < RunResult.INTERVAL_BLOCKS) {
      return Estimate.of(
          StrictMath.exp(
              blocks.stream().mapToDouble(BlockSample::observed).average().orElseThrow()));
    }
    StudentisedBootstrap bootstrap = StudentisedBootstrap.of(blocks, seed);
    return Estimate.of(bootstrap.estimate(), bootstrap.interval(RunResult.ALPHA));
  }

  private static Estimate arithmetic(List<? extends LogSample> blocks, long seed) {
    if (blocks.isEmpty()) {
      return Estimate.UNKNOWN;
    }
    if (blocks.size() < RunResult.INTERVAL_BLOCKS) {
      return Estimate.of(blocks.stream().mapToDouble(LogSample::observed).average().orElseThrow());
    }
    StudentisedBootstrap bootstrap = StudentisedBootstrap.of(blocks, seed);
    return Estimate.of(bootstrap.logEstimate(), bootstrap.logInterval(RunResult.ALPHA));
  }

  /** A stream of its own for each statistic, whichever others are computed. */
  private long seed(String statistic, Side... sides) {
    StringBuilder what = new StringBuilder(statistic);
    for (Side side : sides) {
      what.append(plan.cells().get(side.cell()).cell()).append(side.quantity().name());
    }
    return 31 * plan.seed() + what.toString().hashCode();
  }

  private static double mean(List<Double> values) {
    return StatUtils.mean(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** The difference of two forks' means: a sum, as the bootstrap needs it, though not of logs. */
  private record Difference(List<Double> mine, List<Double> other) implements LogSample {

    @Override
    public double observed() {
      return mean(mine) - mean(other);
    }

    @Override
    public double resampled(UniformRandomProvider random) {
      return resampledMean(mine, random) - resampledMean(other, random);
    }

    private static double resampledMean(List<Double> values, UniformRandomProvider random) {
      double sum = 0;
      for (int i = 0; i < values.size(); i++) {
        sum += values.get(random.nextInt(values.size()));
      }
      return sum / values.size();
    }
  }
}
