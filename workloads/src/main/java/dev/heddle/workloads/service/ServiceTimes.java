package dev.heddle.workloads.service;

import java.util.SplittableRandom;

/** How long a request computes: a distribution to draw from. Immutable. */
sealed interface ServiceTimes {

  /** The next one, in ns. */
  long draw(SplittableRandom random);

  /** The mean, in ns. */
  double meanNanos();

  /** The mean of the square, in ns^2: what the waits of an M/G/1 queue depend on. */
  double meanSquareNanos();

  /** Always the same. */
  record Constant(long nanos) implements ServiceTimes {
    @Override
    public long draw(SplittableRandom random) {
      return nanos;
    }

    @Override
    public double meanNanos() {
      return nanos;
    }

    @Override
    public double meanSquareNanos() {
      return (double) nanos * nanos;
    }
  }

  /** Without a memory: the more there was, as much is still to come. */
  record Exponential(double meanNanos) implements ServiceTimes {
    @Override
    public long draw(SplittableRandom random) {
      return Math.round(meanNanos * random.nextExponential());
    }

    @Override
    public double meanSquareNanos() {
      return 2 * meanNanos * meanNanos;
    }
  }
}
