package dev.heddle.harness.claims;

import java.util.List;
import java.util.Map;

/**
 * What a claim came to.
 *
 * @param answer the word
 * @param reason which parts hold and which do not, or why that is not known; one line
 * @param findings the numbers behind it, in the order in which the claim asks for them
 * @param trials what was tried out live; mostly nothing
 * @param pictures what is drawn
 */
public record Outcome(
    Answer answer,
    String reason,
    List<Finding> findings,
    List<TrialResult> trials,
    List<Picture> pictures) {

  /** Takes copies of the lists. */
  public Outcome {
    findings = List.copyOf(findings);
    trials = List.copyOf(trials);
    pictures = List.copyOf(pictures);
  }

  /**
   * Judges a claim. A pure function.
   *
   * @param setting where and for how long it was put to the test
   * @param runs what its experiments left, by name; those that have not begun are not there
   * @param unplanned why experiments could not be planned here, by name
   * @param trials what was tried out live; empty if that has not happened yet
   */
  public static Outcome of(
      Claim claim,
      Setting setting,
      Map<String, Evidence> runs,
      Map<String, String> unplanned,
      List<TrialResult> trials) {
    Case weighed = new Case(setting, runs, unplanned, trials);
    Ruling ruling;
    try {
      ruling = claim.judge(weighed);
    } catch (NotResolvable e) {
      ruling = new Ruling(Answer.NOT_RESOLVABLE, e.reason());
    }
    return new Outcome(
        ruling.answer(), ruling.reason(), weighed.findings(), trials, weighed.pictures());
  }
}
