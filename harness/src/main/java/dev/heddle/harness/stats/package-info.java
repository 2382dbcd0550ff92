/**
 * From records to statistics, as pure functions: the same records and the same seed give the same
 * numbers to the last digit.
 *
 * <p>The unit is the JVM fork. A fork's score is the arithmetic mean of its iterations' ns per
 * unit, the number JMH itself reports for the fork. A cell's score is the <em>geometric</em> mean
 * of its forks' scores: forks differ by factors rather than by nanoseconds, and only so is the
 * quotient of two cells' scores the ratio that stands beside them.
 */
@NullMarked
package dev.heddle.harness.stats;

import org.jspecify.annotations.NullMarked;
