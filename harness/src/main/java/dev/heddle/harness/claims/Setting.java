package dev.heddle.harness.claims;

import dev.heddle.harness.plan.Profile;
import java.util.List;

/**
 * Where and for how long claims are put to the test.
 *
 * @param profile how much time there is
 * @param cores the numbers of CPUs of a sweep over cores, ascending; the last is the most that any
 *     experiment uses
 */
public record Setting(Profile profile, List<Integer> cores) {

  /** Takes a copy of the list. */
  public Setting {
    cores = List.copyOf(cores);
  }

  /** The most CPUs that an experiment uses. */
  int most() {
    return cores.getLast();
  }

  /** For what needs two CPUs and gains nothing by more: two, or one where there is one only. */
  int two() {
    return Math.min(2, most());
  }
}
