package dev.heddle.harness.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How much time a run takes. The durations of iterations follow from two limits on a slow machine
 * with two CPUs: {@code smoke} takes two seconds a fork, so that every strategy runs on every
 * workload in half an hour, {@code quick} runs the headline set in under fifteen minutes; the start
 * of each fork's JVM (about a second) included.
 */
@SuppressWarnings("ImmutableEnumChecker") // a record of ints is immutable
public enum Profile {
  /** Does everything run? One block; the numbers mean nothing. */
  SMOKE(1, new Iterations(2, 150, 3, 200)),
  /** A first look: five blocks, the fewest that give a verdict. */
  QUICK(5, new Iterations(4, 250, 12, 125)),
  /** A result for oneself: longer iterations and twice the blocks. */
  STANDARD(10, new Iterations(10, 250, 24, 250)),
  /** A result for others. */
  PUBLISH(20, new Iterations(12, 500, 30, 500));

  private final int blocks;
  private final Iterations iterations;

  Profile(int blocks, Iterations iterations) {
    this.blocks = blocks;
    this.iterations = iterations;
  }

  /** How often each cell is run, unless the user says otherwise. */
  public int blocks() {
    return blocks;
  }

  /** How long each fork warms up and measures. */
  public Iterations iterations() {
    return iterations;
  }

  /** The name users type. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The names of all. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(Profile::label).toList();
  }

  /**
   * The profile of this name.
   *
   * @throws BadInput if there is none
   */
  public static Profile of(String label) {
    return Arrays.stream(values())
        .filter(profile -> profile.label().equals(label))
        .findFirst()
        .orElseThrow(() -> Names.unknown("profile", label, labels()));
  }
}
