package dev.heddle.harness.stats;

import org.apache.commons.rng.UniformRandomProvider;

/** What one block of forks says about a quantity that is a sum of logs of forks' means. */
interface LogSample {

  /** The quantity, from the forks' means as they are. */
  double observed();

  /** The same from iterations drawn with replacement, in each fork by itself. */
  double resampled(UniformRandomProvider random);
}
