package dev.heddle.runtime.spi;

import java.util.List;
import java.util.Optional;

/**
 * A scheduler strategy under its name, found by {@link java.util.ServiceLoader}: either a {@link
 * PolicyProvider} or, for adapters on foreign pools, a {@link SchedulerProvider}.
 */
public sealed interface StrategyProvider extends Provider
    permits PolicyProvider, SchedulerProvider {

  /** The largest number of workers this strategy can have; 1 for single-threaded ones. */
  default int maxWorkers() {
    return Integer.MAX_VALUE;
  }

  /** The options it understands, with their defaults. */
  default List<Option<?>> options() {
    return List.of();
  }

  /** Why it cannot be used here, or empty if it can. */
  @Override
  default Optional<String> unavailable() {
    return Optional.empty();
  }
}
