package dev.heddle.harness.stats;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * What the signs of within-block log ratios say, free of any assumption on their spread.
 *
 * <p>If cell and baseline did not differ, each block's log ratio could as well have come with the
 * other sign. The p-value is the share of all flips of signs whose sum is at least as far from zero
 * as the one found: exact up to {@value #EXACT_BLOCKS} blocks, from {@value #RANDOM_FLIPS} random
 * flips (and the one found) beyond. Source: R. A. Fisher, "The Design of Experiments" (1935), 21.
 *
 * @param p two-sided, for "no difference"; not corrected for the number of strategies
 * @param superiority the share of blocks in which the cell was faster, ties counted half
 */
public record SignFlip(double p, double superiority) {

  /** Under this many blocks the smallest possible p says little. */
  public static final int MINIMAL_BLOCKS = 10;

  static final int EXACT_BLOCKS = 20;
  static final int RANDOM_FLIPS = 100_000;

  /** Sums that differ by less than rounding are equal. */
  private static final double ROUNDING = 1e-9;

  static SignFlip of(double[] logRatios, long seed) {
    double faster = Arrays.stream(logRatios).map(log -> log < 0 ? 1 : log > 0 ? 0 : 0.5).sum();
    return new SignFlip(
        logRatios.length <= EXACT_BLOCKS ? exact(logRatios) : random(logRatios, seed),
        faster / logRatios.length);
  }

  /** Walks all flips in Gray's order, in which one sign changes at a time. */
  private static double exact(double[] logs) {
    double found = threshold(logs);
    double[] signed = logs.clone();
    double sum = Arrays.stream(signed).sum();
    long all = 1L << logs.length;
    long far = 1; // the signs as found
    for (long step = 1; step < all; step++) {
      int flipped = Long.numberOfTrailingZeros(step);
      sum -= 2 * signed[flipped];
      signed[flipped] = -signed[flipped];
      if (Math.abs(sum) >= found) {
        far++;
      }
    }
    return (double) far / all;
  }

  private static double random(double[] logs, long seed) {
    double found = threshold(logs);
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    long far = 1; // the signs as found
    for (int flip = 0; flip < RANDOM_FLIPS; flip++) {
      double sum = 0;
      for (double log : logs) {
        sum += random.nextBoolean() ? log : -log;
      }
      if (Math.abs(sum) >= found) {
        far++;
      }
    }
    return far / (RANDOM_FLIPS + 1.0);
  }

  private static double threshold(double[] logs) {
    double scale = Arrays.stream(logs).map(Math::abs).sum();
    return Math.abs(Arrays.stream(logs).sum()) - ROUNDING * scale;
  }
}
