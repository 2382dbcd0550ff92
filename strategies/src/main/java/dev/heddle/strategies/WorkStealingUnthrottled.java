package dev.heddle.strategies;

import dev.heddle.runtime.spi.Options;

/**
 * {@code work-stealing-unthrottled}: {@link WorkStealing} without the limit of half the workers on
 * how many may search at the same time. Each worker searches before it parks. Whoever queues a task
 * still wakes nobody while somebody searches, so this is about who keeps searching and not about
 * who is woken.
 */
public final class WorkStealingUnthrottled extends WorkStealingVariant {
  /** For the service loader. */
  public WorkStealingUnthrottled() {
    super(
        "work-stealing-unthrottled",
        "work-stealing in which every idle worker searches",
        "the throttle of Go's and Tokio's schedulers, left out",
        Options.defaults().with(Composition.SEARCHERS, Choice.Searchers.ALL));
  }
}
