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
  /** The whole interval lies inside it. */
  @JsonProperty("same")
  SAME,
  /** The interval reaches over an edge of it: more blocks might tell. */
  @JsonProperty("unclear")
  UNCLEAR;

  static Verdict of(Interval ratio, Interval band) {
    if (ratio.hi() < band.lo()) {
      return FASTER;
    }
    if (ratio.lo() > band.hi()) {
      return SLOWER;
    }
    return ratio.inside(band) ? SAME : UNCLEAR;
  }
}
