package dev.heddle.strategies;

import dev.heddle.runtime.spi.Options;

/**
 * {@code work-stealing-no-lifo}: {@link WorkStealing} without the LIFO slot. Every woken or spawned
 * task goes to the back of the ring, so the order is FIFO and every task can be stolen.
 */
public final class WorkStealingNoLifo extends WorkStealingVariant {
  /** For the service loader. */
  public WorkStealingNoLifo() {
    super(
        "work-stealing-no-lifo",
        "work-stealing without the LIFO slot",
        "Tokio's option disable_lifo_slot",
        Options.defaults().with(Composition.LIFO, Choice.Lifo.OFF));
  }
}
