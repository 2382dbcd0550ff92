package dev.heddle.strategies;

import dev.heddle.runtime.spi.Options;

/**
 * {@code work-stealing-lifo-uncapped}: {@link WorkStealing} with any number of polls in a row out
 * of the LIFO slot. Two tasks that wake each other keep their worker, and what stands in its queue
 * waits until a thief comes or until the two stop: it does not promise {@link
 * dev.heddle.runtime.spi.Promise#LOCAL_IN_TURN}.
 */
public final class WorkStealingLifoUncapped extends WorkStealingVariant {
  /** For the service loader. */
  public WorkStealingLifoUncapped() {
    super(
        "work-stealing-lifo-uncapped",
        "work-stealing with a LIFO slot that is never closed",
        "Tokio's scheduler before the cap of 2023",
        Options.defaults().with(Composition.LIFO, Choice.Lifo.UNCAPPED));
  }
}
