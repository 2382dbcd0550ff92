package dev.heddle.harness.stats;

import java.util.Arrays;
import org.apache.commons.math3.fitting.leastsquares.LeastSquaresBuilder;
import org.apache.commons.math3.fitting.leastsquares.LevenbergMarquardtOptimizer;
import org.apache.commons.math3.fitting.leastsquares.MultivariateJacobianFunction;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.commons.math3.util.Pair;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * How throughput grows with the number of cores, by the Universal Scalability Law: X(N) = l N / (1
 * + s (N - 1) + k N (N - 1)), with the contention s and the coherency k.
 *
 * <p>Fitted by Levenberg-Marquardt through the logs of the throughputs, so that each number of
 * cores counts the same; s and k are fitted as squares, which keeps them from falling below zero.
 * The intervals are percentiles of {@value #RESAMPLES} resamples of whole blocks: a fit has no
 * standard error of its own that could be trusted at so few points.
 *
 * <p>Source: N. J. Gunther, "Guerrilla Capacity Planning" (2007), 4-6.
 *
 * @param contention s with its interval
 * @param coherency k with its interval
 * @param peak the number of cores with the most throughput, (1 - s) / k under the root; infinite
 *     where k is zero
 * @param efficiency throughput at the most cores measured, as a share of that many times one core's
 *     by the fit
 */
public record Scalability(
    Estimate contention, Estimate coherency, Estimate peak, Estimate efficiency) {

  /** Three parameters go through three points whatever they are. */
  public static final int MINIMAL_POINTS = 4;

  static final int RESAMPLES = 1_000;

  private static final int MOST_STEPS = 1_000;

  /** Where the search begins: not at zero, where the squares are flat. */
  private static final double FIRST_ROOT_OF_CONTENTION = 0.3;

  private static final double FIRST_ROOT_OF_COHERENCY = 0.05;

  /**
   * Fits.
   *
   * @param cores ascending, at least {@value #MINIMAL_POINTS}
   * @param logRates the log of each block's throughput at each number of cores
   */
  static Scalability of(int[] cores, double[][] logRates, long seed) {
    int blocks = logRates.length;
    Fit observed = Fit.of(cores, means(logRates));
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    Fit[] fits = new Fit[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      double[][] drawn = new double[blocks][];
      Arrays.setAll(drawn, block -> logRates[random.nextInt(blocks)]);
      fits[i] = Fit.of(cores, means(drawn));
    }
    int most = cores[cores.length - 1];
    return new Scalability(
        estimate(observed.s, Arrays.stream(fits).mapToDouble(Fit::s).toArray()),
        estimate(observed.k, Arrays.stream(fits).mapToDouble(Fit::k).toArray()),
        estimate(observed.peak(), Arrays.stream(fits).mapToDouble(Fit::peak).toArray()),
        estimate(
            observed.efficiency(most),
            Arrays.stream(fits).mapToDouble(fit -> fit.efficiency(most)).toArray()));
  }

  private static Estimate estimate(double value, double[] resampled) {
    Arrays.sort(resampled);
    // Without interpolation, since the peak may be infinite.
    Percentile percentile = new Percentile().withEstimationType(Percentile.EstimationType.R_1);
    percentile.setData(resampled);
    return Estimate.of(
        value,
        new Interval(
            percentile.evaluate(100 * RunResult.ALPHA / 2),
            percentile.evaluate(100 * (1 - RunResult.ALPHA / 2))));
  }

  private static double[] means(double[][] blocks) {
    double[] means = new double[blocks[0].length];
    for (double[] block : blocks) {
      for (int i = 0; i < means.length; i++) {
        means[i] += block[i] / blocks.length;
      }
    }
    return means;
  }

  /** One fit. */
  private record Fit(double s, double k) {

    static Fit of(int[] cores, double[] logRates) {
      MultivariateJacobianFunction model = point -> model(cores, point);
      double[] roots =
          new LevenbergMarquardtOptimizer()
              .optimize(
                  new LeastSquaresBuilder()
                      .start(
                          new double[] {
                            logRates[0] - Math.log(cores[0]),
                            FIRST_ROOT_OF_CONTENTION,
                            FIRST_ROOT_OF_COHERENCY
                          })
                      .model(model)
                      .target(logRates)
                      .lazyEvaluation(false)
                      .maxEvaluations(MOST_STEPS)
                      .maxIterations(MOST_STEPS)
                      .build())
              .getPoint()
              .toArray();
      return new Fit(roots[1] * roots[1], roots[2] * roots[2]);
    }

    private static Pair<RealVector, RealMatrix> model(int[] cores, RealVector point) {
      double logRate = point.getEntry(0);
      double rootOfS = point.getEntry(1);
      double rootOfK = point.getEntry(2);
      double[] values = new double[cores.length];
      double[][] slopes = new double[cores.length][];
      for (int i = 0; i < cores.length; i++) {
        double n = cores[i];
        double loss = 1 + rootOfS * rootOfS * (n - 1) + rootOfK * rootOfK * n * (n - 1);
        values[i] = logRate + Math.log(n) - Math.log(loss);
        slopes[i] =
            new double[] {1, -2 * rootOfS * (n - 1) / loss, -2 * rootOfK * n * (n - 1) / loss};
      }
      return new Pair<>(
          new ArrayRealVector(values, false), new Array2DRowRealMatrix(slopes, false));
    }

    double peak() {
      return k > 0 ? Math.sqrt(Math.max(0, 1 - s) / k) : Double.POSITIVE_INFINITY;
    }

    double efficiency(int n) {
      return 1 / (1 + s * (n - 1) + k * n * (n - 1));
    }
  }
}
