package dev.heddle.harness.plan;

import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.DriverProvider.Placement;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.StrategyProvider;

/**
 * A driver that was asked for and is there, with the options it is to have.
 *
 * @param provider the driver
 * @param options those that were named, with their defaults or not: whether a placement was asked
 *     for matters where only one is possible
 */
public record ChosenDriver(DriverProvider provider, Options options) {

  /** What plans, records and tables call it, the same for all words that mean the same. */
  public String spec() {
    return new Kind.Choice<>(provider, options).spec();
  }

  /** Who waits in it. */
  Placement placement() {
    return options.get(DriverProvider.PLACEMENT);
  }

  /**
   * The driver as a strategy has it: one with threads of its own, which cannot wait in a driver,
   * has it with a thread beside them unless a placement was asked for.
   */
  public ChosenDriver under(StrategyProvider strategy) {
    return strategy instanceof SchedulerProvider && !options.has(DriverProvider.PLACEMENT)
        ? new ChosenDriver(provider, options.with(DriverProvider.PLACEMENT, Placement.DEDICATED))
        : this;
  }
}
