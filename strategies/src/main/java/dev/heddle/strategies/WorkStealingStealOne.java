package dev.heddle.strategies;

import dev.heddle.runtime.spi.Options;

/**
 * {@code work-stealing-steal-one}: {@link WorkStealing} with thieves that take one task at once,
 * the oldest, as in the classical deques of Cilk, and as Kotlin's dispatcher does. Shows what
 * stealing half is worth: more steals for the same work.
 */
public final class WorkStealingStealOne extends WorkStealingVariant {
  /** For the service loader. */
  public WorkStealingStealOne() {
    super(
        "work-stealing-steal-one",
        "work-stealing whose thieves take one task",
        "Cilk's work stealing (Blumofe and Leiserson, 1999)",
        Options.defaults().with(Composition.STEAL, Choice.Steal.ONE));
  }
}
