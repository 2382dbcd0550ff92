package dev.heddle.harness.record;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What became of a fork, and of a cell as the worst of its forks. Ordered from good to bad. */
public enum Status {
  /** Measured. */
  @JsonProperty("ok")
  OK,
  /** Not run, because something it needs is not available here. */
  @JsonProperty("skipped")
  SKIPPED,
  /** Run, but not as asked: what was read back in the fork differs. */
  @JsonProperty("void")
  VOID,
  /** Past its deadline, and killed. */
  @JsonProperty("hung")
  HUNG,
  /** The workload's own count was wrong, or the fork died. */
  @JsonProperty("failed")
  FAILED
}
