package dev.heddle.harness.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The log of the ratio of two series' costs, straight between the measured sizes, and the bootstrap
 * of {@link StudentisedBootstrap} at every place on it.
 *
 * <p>A place is a number from 0, the smallest size, to n - 1, the largest; between them it is the
 * index of a size and the share of the way to the next on the log scale. At any place the curve is
 * a weighted sum of two sizes' block samples, so that mean and variance of every resample there
 * follow from its means, variances and one covariance at those two: the blocks are drawn once, for
 * all places alike.
 *
 * <p>A place is <em>undecided</em> if the interval of the ratio there holds 1. Inverting the test
 * in this way needs no distribution of the crossing itself, which is skewed, and which does not
 * exist for resamples that do not cross (E. C. Fieller, "Some problems in interval estimation",
 * 1954).
 */
final class LogRatioCurve {
  /** Between two sizes the ends of a range are looked for in so many steps, then by halving. */
  private static final int STEPS = 16;

  private static final int HALVINGS = 24;

  private final double[] sizes;
  private final double[] logSizes;
  private final int blocks;

  /** Of the blocks as they are. */
  private final Moments observed;

  /** Of each resample; of none with too few blocks. */
  private final Moments resampled;

  private final double student;

  private LogRatioCurve(long[] sizes, int blocks, Moments observed, Moments resampled) {
    this.sizes = Arrays.stream(sizes).asDoubleStream().toArray();
    this.logSizes = BlockSlope.logs(sizes);
    this.blocks = blocks;
    this.observed = observed;
    this.resampled = resampled;
    this.student =
        blocks >= RunResult.INTERVAL_BLOCKS
            ? TDistribution.of(blocks - 1.0).inverseSurvivalProbability(RunResult.ALPHA / 2)
            : Double.NaN;
  }

  /**
   * Of samples of blocks' logs: their means and variances over the blocks at each size, and their
   * covariances with the next size. Each array is by size, then by sample.
   */
  private static final class Moments {
    private final int samples;
    private final double[][] means;
    private final double[][] variances;
    private final double[][] covariances;

    Moments(int sizes, int samples) {
      this.samples = samples;
      this.means = new double[sizes][samples];
      this.variances = new double[sizes][samples];
      this.covariances = new double[sizes][samples]; // the last size has no next
    }

    /** Takes a sample in: for each block its logs by size. */
    void set(int sample, double[][] logs) {
      int blocks = logs.length;
      for (int size = 0; size < means.length; size++) {
        double sum = 0;
        for (double[] block : logs) {
          sum += block[size];
        }
        means[size][sample] = sum / blocks;
      }
      for (int size = 0; size < means.length; size++) {
        int next = Math.min(size + 1, means.length - 1);
        double variance = 0;
        double covariance = 0;
        for (double[] block : logs) {
          double off = block[size] - means[size][sample];
          variance += off * off;
          covariance += off * (block[next] - means[next][sample]);
        }
        variances[size][sample] = variance / (blocks - 1);
        covariances[size][sample] = covariance / (blocks - 1);
      }
    }

    double mean(int sample, int size, double share) {
      return share == 0
          ? means[size][sample]
          : (1 - share) * means[size][sample] + share * means[size + 1][sample];
    }

    /** The standard error of the mean. */
    double error(int sample, int size, double share, int blocks) {
      double variance = variances[size][sample];
      if (share > 0) {
        double rest = 1 - share;
        variance =
            rest * rest * variance
                + 2 * rest * share * covariances[size][sample]
                + share * share * variances[size + 1][sample];
      }
      return Math.sqrt(Math.max(0, variance) / blocks);
    }
  }

  /**
   * Resamples, unless there are too few blocks for an interval.
   *
   * @param sizes ascending, at least two
   * @param samples for each block a ratio of the two costs at each size
   * @param seed of this curve's own stream of random numbers
   */
  static LogRatioCurve of(long[] sizes, List<List<BlockSample>> samples, long seed) {
    int blocks = samples.size();
    Moments observed = new Moments(sizes.length, 1);
    observed.set(
        0,
        samples.stream()
            .map(block -> block.stream().mapToDouble(BlockSample::observed).toArray())
            .toArray(double[][]::new));
    Moments resampled =
        new Moments(
            sizes.length, blocks >= RunResult.INTERVAL_BLOCKS ? StudentisedBootstrap.RESAMPLES : 0);
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    double[][] resample = new double[blocks][sizes.length];
    for (int i = 0; i < resampled.samples; i++) {
      draw(samples, random, resample);
      resampled.set(i, resample);
    }
    return new LogRatioCurve(sizes, blocks, observed, resampled);
  }

  /** As the bootstrap of a single ratio does: never one block alone. */
  private static void draw(
      List<List<BlockSample>> samples, UniformRandomProvider random, double[][] resample) {
    int[] drawn = new int[resample.length];
    do {
      Arrays.setAll(drawn, i -> random.nextInt(drawn.length));
    } while (Arrays.stream(drawn).allMatch(block -> block == drawn[0]));
    for (int i = 0; i < drawn.length; i++) {
      List<BlockSample> block = samples.get(drawn[i]);
      Arrays.setAll(resample[i], size -> block.get(size).resampled(random));
    }
  }

  /** Whether the first costs less at some size. */
  boolean below() {
    return IntStream.range(0, logSizes.length).anyMatch(size -> sign(size) < 0);
  }

  /** Whether the first costs more at some size. */
  boolean above() {
    return IntStream.range(0, logSizes.length).anyMatch(size -> sign(size) > 0);
  }

  /**
   * A place at which the sign changes.
   *
   * @param place where
   * @param below whether the first costs less before it
   */
  record Crossing(double place, boolean below) {}

  /**
   * All crossings, ascending. Where the two are equal over a stretch and have changed places behind
   * it, its middle.
   */
  List<Crossing> crossings() {
    List<Crossing> crossings = new ArrayList<>();
    int last = -1; // the last size at which they differ
    for (int size = 0; size < logSizes.length; size++) {
      if (sign(size) == 0) {
        continue;
      }
      if (last >= 0 && sign(size) != sign(last)) {
        double before = Math.abs(observed.means[last][0]);
        double behind = Math.abs(observed.means[size][0]);
        crossings.add(
            new Crossing(
                // Next to each other, or equal from the one behind the last to the one before this.
                size == last + 1 ? last + before / (before + behind) : (last + size) / 2.0,
                sign(last) < 0));
      }
      last = size;
    }
    return crossings;
  }

  /** The size at a place. */
  double size(double place) {
    int size = (int) place;
    return place == size ? sizes[size] : StrictMath.exp(along(logSizes, place));
  }

  /** A value at a place, straight between those at the sizes. */
  static double along(double[] values, double place) {
    int size = (int) place;
    double share = place - size;
    return share == 0 ? values[size] : (1 - share) * values[size] + share * values[size + 1];
  }

  /**
   * The undecided ranges, ascending; null under {@value RunResult#INTERVAL_BLOCKS} blocks. Each
   * crossing is in one.
   */
  @Nullable List<Crossover.Range> undecided() {
    if (blocks < RunResult.INTERVAL_BLOCKS) {
      return null;
    }
    int last = logSizes.length - 1;
    Set<Double> crossings =
        crossings().stream().map(Crossing::place).collect(Collectors.toCollection(HashSet::new));
    double[] places =
        DoubleStream.concat(
                IntStream.rangeClosed(0, last * STEPS).mapToDouble(step -> (double) step / STEPS),
                crossings.stream().mapToDouble(Double::doubleValue))
            .sorted()
            .distinct()
            .toArray();
    // At a crossing the interval holds 1, whatever rounding makes of it.
    DoublePredicate undecided = place -> crossings.contains(place) || isUndecided(place);
    List<Crossover.Range> ranges = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      if (undecided.test(places[i])) {
        int first = i;
        while (i + 1 < places.length && undecided.test(places[i + 1])) {
          i++;
        }
        boolean openBelow = first == 0;
        boolean openAbove = i + 1 == places.length;
        ranges.add(
            new Crossover.Range(
                size(openBelow ? 0 : edge(places[first], places[first - 1])),
                size(openAbove ? last : edge(places[i], places[i + 1])),
                openBelow,
                openAbove));
      }
    }
    return ranges;
  }

  /** The last undecided place on the way from one to another that is decided. */
  private double edge(double undecided, double decided) {
    double in = undecided;
    double out = decided;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (in + out) / 2;
      if (isUndecided(middle)) {
        in = middle;
      } else {
        out = middle;
      }
    }
    return in;
  }

  private boolean isUndecided(double place) {
    int size = (int) place;
    double share = place - size;
    double mean = observed.mean(0, size, share);
    double error = observed.error(0, size, share, blocks);
    if (Math.abs(mean) <= Math.max(student * error, StudentisedBootstrap.ROUNDING)) {
      return true;
    }
    if (error <= StudentisedBootstrap.ROUNDING) {
      return false;
    }
    double pivot = mean / error;
    int spread = 0;
    int beyond = 0;
    for (int i = 0; i < resampled.samples; i++) {
      double resampledError = resampled.error(i, size, share, blocks);
      if (resampledError > StudentisedBootstrap.ROUNDING) {
        spread++;
        double resampledPivot = (resampled.mean(i, size, share) - mean) / resampledError;
        if (mean > 0 ? resampledPivot >= pivot : resampledPivot <= pivot) {
          beyond++;
        }
      }
    }
    return beyond >= RunResult.ALPHA / 2 * spread;
  }

  /** Its sign at a size; rounding makes no difference. */
  private int sign(int size) {
    double log = observed.means[size][0];
    return Math.abs(log) <= StudentisedBootstrap.ROUNDING ? 0 : log < 0 ? -1 : 1;
  }
}
