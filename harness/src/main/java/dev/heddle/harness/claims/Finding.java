package dev.heddle.harness.claims;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.heddle.harness.stats.Estimate;
import dev.heddle.harness.stats.Interval;
import org.jspecify.annotations.Nullable;

/**
 * A number that a verdict rests on, or that stands beside it.
 *
 * @param what it is of, in a few words
 * @param claimed the figure that the articles give for it; empty if none
 * @param unit what it is in; {@code x} for a ratio
 * @param measured here, with its 95 % interval over blocks
 * @param blocks how many blocks are behind it
 * @param band for a ratio, what the A/A control cannot tell from 1; null otherwise
 */
public record Finding(
    String what,
    String claimed,
    String unit,
    Estimate measured,
    int blocks,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Interval band) {

  /** What a ratio is in. */
  static final String RATIO = "x";
}
