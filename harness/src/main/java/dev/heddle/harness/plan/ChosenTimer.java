package dev.heddle.harness.plan;

import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.TimerProvider;
import dev.heddle.runtime.spi.TimerQueueProvider;
import dev.heddle.runtime.spi.TimerQueueProvider.Placement;

/**
 * Timers that were asked for and are there, with the options they are to have.
 *
 * @param provider the timers
 * @param options those that differ from their defaults
 */
public record ChosenTimer(TimerProvider provider, Options options) {

  /** Normalises, so that two that mean the same have the same {@link #spec}. */
  public ChosenTimer {
    options = options.withoutDefaults();
  }

  /** What plans, records and tables call it. */
  public String spec() {
    return new Kind.Choice<>(provider, options).spec();
  }

  /** Whether each worker has a queue of its own. */
  boolean perWorker() {
    return options.get(TimerQueueProvider.PLACEMENT) == Placement.PER_WORKER;
  }
}
