package dev.heddle.harness.plan;

import java.util.Arrays;
import java.util.List;

/**
 * What a user writes for a strategy, taken apart: {@code work-stealing:ring=64@metrics=off}.
 *
 * @param strategy its name, with options if any, as the runtime reads it
 * @param variants of the JVM that its forks run in; mostly none
 */
public record StrategySpec(String strategy, List<JvmVariant> variants) {

  /** Takes a copy of the list. */
  public StrategySpec {
    variants = List.copyOf(variants);
  }

  /**
   * Takes a spec apart; whether there is such a strategy is for others to say.
   *
   * @throws BadInput if a variant is unknown or named twice
   */
  public static StrategySpec parse(String spec) {
    List<String> parts = Arrays.asList(spec.split("@", -1));
    List<JvmVariant> variants =
        parts.subList(1, parts.size()).stream().map(JvmVariant::of).toList();
    if (variants.stream().distinct().count() < variants.size()) {
      throw new BadInput("'%s' names a JVM variant twice; once is enough".formatted(spec));
    }
    return new StrategySpec(parts.getFirst(), variants);
  }

  /** What its JVMs are started with besides the flags of every fork. */
  public List<String> jvmFlags() {
    return variants.stream().map(JvmVariant::flag).toList();
  }
}
