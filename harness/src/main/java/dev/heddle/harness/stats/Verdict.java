package dev.heddle.harness.stats;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The word on a cell against the baseline, where less is better. */
public enum Verdict {
  /** The whole interval lies below the band of no difference. */
  @JsonProperty("faster")
  FASTER,
  /** The whole interval lies above it. */
  @JsonProperty("slower")
  SLOWER,
  /**
   * The whole interval lies within {@link Control#MINIMAL_MARGIN} of 1. Not within the band: on a
   * noisy host that is wide, and what cannot be told apart there is not the same.
   */
  @JsonProperty("same")
  SAME,
  /** None of these: more blocks, or a quieter host, might tell. */
  @JsonProperty("unclear")
  UNCLEAR;

  private static final Interval NO_DIFFERENCE =
      new Interval(1 - Control.MINIMAL_MARGIN, 1 + Control.MINIMAL_MARGIN);

  static Verdict of(Interval ratio, Interval band) {
    if (ratio.hi() < band.lo()) {
      return FASTER;
    }
    if (ratio.lo() > band.hi()) {
      return SLOWER;
    }
    return ratio.inside(NO_DIFFERENCE) ? SAME : UNCLEAR;
  }
}
