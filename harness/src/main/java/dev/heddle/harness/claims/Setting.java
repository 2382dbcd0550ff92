package dev.heddle.harness.claims;

import dev.heddle.harness.plan.Iterations;
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

  /**
   * How long a fork measures for most claims. In a quick look it is warm for as long as in any
   * other quick run, and then measured for half as long: there are many forks, and the unit is the
   * fork.
   */
  Iterations usual() {
    return profile == Profile.QUICK ? new Iterations(4, 250, 6, 100) : profile.iterations();
  }

  /** The same for what does not depend on how warm the JVM is, such as bytes, or is so soon. */
  Iterations brief() {
    return profile == Profile.QUICK ? Profile.SMOKE.iterations() : profile.iterations();
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
