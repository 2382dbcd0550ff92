package dev.heddle.harness.plan;

import java.time.Duration;

/**
 * How long one fork warms up and measures.
 *
 * @param warmupIterations how many iterations are thrown away
 * @param warmupMillis milliseconds each of them takes at least
 * @param measuredIterations how many iterations are recorded
 * @param measuredMillis milliseconds each of them takes at least
 */
public record Iterations(
    int warmupIterations, int warmupMillis, int measuredIterations, int measuredMillis) {

  /** The time all iterations take together if no invocation runs over. */
  public Duration total() {
    return Duration.ofMillis(
        (long) warmupIterations * warmupMillis + (long) measuredIterations * measuredMillis);
  }
}
