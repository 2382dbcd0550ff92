package dev.heddle.harness.claims;

import java.util.List;

/**
 * A claim that can be put to the test. Its texts are printed before anything of it runs, so that
 * the verdict is by a rule that did not know the result. Immutable.
 */
public interface Claim {

  /** What users call it, such as {@code C4}. */
  String id();

  /** What is claimed, in one sentence without a full stop. */
  String statement();

  /** The figure that the articles give; says so if they give none. */
  String figure();

  /** From when on it counts as confirmed or refuted, and which figures are only shown. */
  String rule();

  /** What is measured for it; none if it is tried out live instead. */
  default List<Experiment> experiments(Setting setting) {
    return List.of();
  }

  /** What is tried out live, in this JVM; mostly nothing. */
  default List<Trial> trials() {
    return List.of();
  }

  /**
   * Weighs what came out. A pure function of the case, whose findings and pictures it adds to.
   *
   * @throws NotResolvable with the reason, if something that it needs is not there
   */
  Ruling judge(Case weighed);
}
