package dev.heddle.harness.claims;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The word on a claim. */
public enum Answer {
  /** Every part of it holds here. */
  @JsonProperty("confirmed")
  CONFIRMED("confirmed"),

  /** Some part of it does not. */
  @JsonProperty("refuted")
  REFUTED("refuted"),

  /** This host, or this run, cannot tell. */
  @JsonProperty("not resolvable")
  NOT_RESOLVABLE("not resolvable on this host");

  private final String text;

  Answer(String text) {
    this.text = text;
  }

  /** The word. */
  public String text() {
    return text;
  }
}
