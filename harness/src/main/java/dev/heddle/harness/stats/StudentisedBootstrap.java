package dev.heddle.harness.stats;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.descriptive.moment.StandardDeviation;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A hierarchical, studentised bootstrap of a geometric mean over blocks.
 *
 * <p>On the log scale, where all arithmetic happens, the estimate is the mean of the blocks'
 * samples and its standard error s is their standard deviation over the root of their number. Each
 * of {@value #RESAMPLES} resamples draws blocks with replacement, then iterations within the forks
 * of each drawn block, and yields t* = (mean* - mean) / s*. The interval is [mean - q(1 - a/2) s,
 * mean - q(a/2) s] with the quantiles q of t*, taken back by exp. Dividing by s* is what keeps the
 * iterations' noise, which the blocks' spread already holds, from being counted twice.
 *
 * <p>Two rules for few blocks. A resample of one block, drawn every time, shows nothing of the
 * spread between blocks and is drawn again. And no quantile is taken nearer to zero than Student's
 * t for one degree of freedom less than there are blocks: two or three blocks hold too few
 * different resamples to show how far off they may be. In simulation (log-normal blocks and noise)
 * this lifts coverage of the 95 % interval from 67 to 95 % at 2 blocks and from 92 to 96 % at 3;
 * from 10 blocks on it changes next to nothing.
 *
 * <p>Source: Davison and Hinkley, "Bootstrap Methods and their Application" (1997), 2.4, 3.8 and
 * 5.2. Deterministic for a seed; immutable after construction.
 */
final class StudentisedBootstrap {
  static final int RESAMPLES = 10_000;

  /** Logs that differ by less are equal: no measurement is that fine, and no t* of it a number. */
  static final double ROUNDING = 1e-12;

  private final double[] logs;
  private final double mean;
  private final double standardError;

  /** t* of each resample; empty if the blocks do not differ at all. */
  private final double[] pivots;

  private StudentisedBootstrap(double[] logs, double standardError, double[] pivots) {
    this.logs = logs;
    this.mean = StatUtils.mean(logs);
    this.standardError = standardError;
    this.pivots = pivots;
  }

  /**
   * Resamples.
   *
   * @param blocks one sample per block, at least two
   * @param seed of this statistic's own stream of random numbers
   */
  static StudentisedBootstrap of(List<? extends LogSample> blocks, long seed) {
    if (blocks.size() < 2) {
      throw new IllegalArgumentException("one block shows no spread");
    }
    double[] logs = blocks.stream().mapToDouble(LogSample::observed).toArray();
    if (allEqual(logs)) {
      return new StudentisedBootstrap(logs, 0, new double[0]);
    }
    double mean = StatUtils.mean(logs);
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    double[] pivots = new double[RESAMPLES];
    double[] resample = new double[logs.length];
    for (int i = 0; i < RESAMPLES; i++) {
      do {
        draw(blocks, random, resample);
      } while (allEqual(resample));
      pivots[i] = (StatUtils.mean(resample) - mean) / standardError(resample);
    }
    return new StudentisedBootstrap(logs, standardError(logs), pivots);
  }

  /** Draws blocks until they are not all the same one, and a sample from each of those drawn. */
  private static void draw(
      List<? extends LogSample> blocks, UniformRandomProvider random, double[] resample) {
    int[] drawn = new int[resample.length];
    do {
      Arrays.setAll(drawn, i -> random.nextInt(drawn.length));
    } while (Arrays.stream(drawn).allMatch(block -> block == drawn[0]));
    Arrays.setAll(resample, i -> blocks.get(drawn[i]).resampled(random));
  }

  /** The geometric mean over the blocks. */
  double estimate() {
    return StrictMath.exp(mean);
  }

  /** The blocks' samples, logs. */
  double[] logs() {
    return logs.clone();
  }

  int blocks() {
    return logs.length;
  }

  /**
   * The interval that misses the true value with a probability of about alpha. Intervals of a
   * smaller alpha hold those of a larger one.
   *
   * @param alpha between 0 and 1, such as 0.05
   */
  Interval interval(double alpha) {
    Interval logs = logInterval(alpha);
    return new Interval(StrictMath.exp(logs.lo()), StrictMath.exp(logs.hi()));
  }

  /** The mean over the blocks, on the log scale. */
  double logEstimate() {
    return mean;
  }

  /** {@link #interval} of {@link #logEstimate}. */
  Interval logInterval(double alpha) {
    if (pivots.length == 0) {
      return new Interval(mean, mean);
    }
    double student = TDistribution.of(logs.length - 1.0).inverseSurvivalProbability(alpha / 2);
    Percentile percentile = new Percentile();
    percentile.setData(pivots);
    double lower = Math.min(percentile.evaluate(100 * alpha / 2), -student);
    double upper = Math.max(percentile.evaluate(100 * (1 - alpha / 2)), student);
    return new Interval(mean - upper * standardError, mean - lower * standardError);
  }

  private static double standardError(double[] values) {
    return new StandardDeviation().evaluate(values) / Math.sqrt(values.length);
  }

  private static boolean allEqual(double[] values) {
    return Arrays.stream(values).allMatch(value -> Math.abs(value - values[0]) <= ROUNDING);
  }
}
