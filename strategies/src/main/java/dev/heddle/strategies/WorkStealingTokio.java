package dev.heddle.strategies;

import dev.heddle.runtime.spi.Options;

/**
 * {@code work-stealing-tokio}: {@link WorkStealing} by Tokio's own rules where its default has
 * others: one locked injection list; a worker is woken for every push to a queue and for every
 * injection, if nobody searches; who is idle stands in one word and a list of sleepers, last in,
 * first woken.
 *
 * <p>What still differs from Tokio: a yield goes behind the others at once and is not deferred
 * until the driver was polled; a worker searches {@value WorkStealingWorker#SEARCH_ROUNDS} rounds
 * before it parks, where Tokio's searches one; each worker that parks while nobody searches looks
 * again, where in Tokio the last searcher does. Budget, driver and timers are the runtime's, the
 * same for all strategies.
 */
public final class WorkStealingTokio extends WorkStealingVariant {
  /** For the service loader. */
  public WorkStealingTokio() {
    super(
        "work-stealing-tokio",
        "work-stealing by Tokio's rules of waking, idling and injecting",
        "Tokio's multi-thread scheduler, version 1.53",
        Options.defaults()
            .with(Composition.INJECT, Choice.Inject.LOCKED)
            .with(Composition.IDLE, Choice.Idlers.TOKIO)
            .with(Composition.WAKE, Choice.Wake.EVERY));
  }
}
