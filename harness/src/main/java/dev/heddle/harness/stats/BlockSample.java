package dev.heddle.harness.stats;

import java.util.List;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * What one block says about a cell: the log of its fork's mean, or, where the block pairs it with a
 * fork of the baseline, the difference of the two logs.
 */
final class BlockSample implements LogSample {
  private static final double[] NONE = {};

  private final double[] cell;
  private final double[] baseline;

  private BlockSample(double[] cell, double[] baseline) {
    this.cell = cell;
    this.baseline = baseline;
  }

  /**
   * The log of a fork's mean.
   *
   * @param iterations at least one, all above zero
   */
  static BlockSample score(List<Double> iterations) {
    return new BlockSample(positive(iterations), NONE);
  }

  /**
   * The log of the ratio of two forks' means.
   *
   * @param cell iterations of the numerator, at least one, all above zero
   * @param baseline iterations of the denominator, likewise
   */
  static BlockSample ratio(List<Double> cell, List<Double> baseline) {
    return new BlockSample(positive(cell), positive(baseline));
  }

  private static double[] positive(List<Double> iterations) {
    double[] values = iterations.stream().mapToDouble(Double::doubleValue).toArray();
    if (values.length == 0) {
      throw new IllegalArgumentException("a fork without a measured iteration has no mean");
    }
    for (double value : values) {
      if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("a score must be above zero, not " + value);
      }
    }
    return values;
  }

  /** The fork's mean, or the quotient of the two. */
  double value() {
    double mean = StatUtils.mean(cell);
    return baseline.length == 0 ? mean : mean / StatUtils.mean(baseline);
  }

  @Override
  public double observed() {
    return StrictMath.log(value());
  }

  @Override
  public double resampled(UniformRandomProvider random) {
    double mean = resampledMean(cell, random);
    return StrictMath.log(baseline.length == 0 ? mean : mean / resampledMean(baseline, random));
  }

  private static double resampledMean(double[] values, UniformRandomProvider random) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[random.nextInt(values.length)];
    }
    return sum / values.length;
  }
}
