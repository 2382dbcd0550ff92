package dev.heddle.harness.stats;

/**
 * A confidence interval, both ends included.
 *
 * @param lo lower end
 * @param hi upper end
 */
public record Interval(double lo, double hi) {

  /** Whether it lies wholly within another. */
  boolean inside(Interval other) {
    return other.lo <= lo && hi <= other.hi;
  }
}
