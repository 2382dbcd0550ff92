package dev.heddle.strategies;

import dev.heddle.runtime.spi.Options;

/**
 * {@code work-stealing-fixed-interval}: {@link WorkStealing} in which a worker looks for injected
 * tasks first every 61 ticks, as Go's scheduler does ({@code schedtick % 61}), whatever its polls
 * take. Shows what the tuned interval is worth to injected tasks beside slow polls.
 */
public final class WorkStealingFixedInterval extends WorkStealingVariant {
  /** For the service loader. */
  public WorkStealingFixedInterval() {
    super(
        "work-stealing-fixed-interval",
        "work-stealing that looks for injected tasks every 61 ticks",
        "Go's scheduler and Tokio's option global_queue_interval",
        Options.defaults().with(Composition.INTERVAL, Choice.Interval.FIXED));
  }
}
