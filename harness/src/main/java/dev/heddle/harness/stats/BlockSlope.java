package dev.heddle.harness.stats;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The growth exponent that one block shows by itself: the slope of the least-squares line through
 * the logs of its forks' means over the logs of their sizes.
 *
 * <p>The slope is a sum of the logs with weights that depend on the sizes alone. So its mean over
 * the blocks is the slope through the mean logs, which are the geometric means that the tables
 * show, and a bootstrap over blocks serves it as it does a ratio.
 */
final class BlockSlope implements LogSample {
  private final List<BlockSample> forks;
  private final double[] weights;

  private BlockSlope(List<BlockSample> forks, double[] weights) {
    this.forks = forks;
    this.weights = weights;
  }

  /**
   * The slope of one block.
   *
   * @param sizes at least two different ones, above zero
   * @param forks one score for each size, in the same order
   */
  static BlockSlope of(long[] sizes, List<BlockSample> forks) {
    double[] logs = logs(sizes);
    double centre = mean(logs);
    double spread = Arrays.stream(logs).map(log -> (log - centre) * (log - centre)).sum();
    return new BlockSlope(
        List.copyOf(forks), Arrays.stream(logs).map(log -> (log - centre) / spread).toArray());
  }

  static double[] logs(long[] sizes) {
    return Arrays.stream(sizes).mapToDouble(StrictMath::log).toArray();
  }

  static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }

  @Override
  public double observed() {
    double slope = 0;
    for (int i = 0; i < weights.length; i++) {
      slope += weights[i] * forks.get(i).observed();
    }
    return slope;
  }

  @Override
  public double resampled(UniformRandomProvider random) {
    double slope = 0;
    for (int i = 0; i < weights.length; i++) {
      slope += weights[i] * forks.get(i).resampled(random);
    }
    return slope;
  }
}
