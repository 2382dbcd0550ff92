package dev.heddle.harness.claims;

import java.util.ArrayList;
import java.util.List;

/**
 * The trials of one claim as their file keeps them.
 *
 * @param schema {@value #SCHEMA}
 * @param results in the order of the claim
 */
public record Trials(String schema, List<TrialResult> results) {
  /** The version of this shape. */
  public static final String SCHEMA = "heddle.trials/1";

  /** Their file, in the claim's folder. */
  public static final String FILE = "trials.json";

  /** Takes a copy of the list. */
  public Trials {
    results = List.copyOf(results);
  }

  /**
   * Runs those of a claim, one after the other. What one throws is its result: it did not show what
   * it was to show.
   */
  public static Trials run(Claim claim) throws InterruptedException {
    List<TrialResult> results = new ArrayList<>();
    for (Trial trial : claim.trials()) {
      results.add(result(trial));
    }
    return new Trials(SCHEMA, results);
  }

  private static TrialResult result(Trial trial) throws InterruptedException {
    try {
      return trial.run();
    } catch (RuntimeException e) {
      return new TrialResult(trial.name(), false, "threw " + e);
    }
  }
}
