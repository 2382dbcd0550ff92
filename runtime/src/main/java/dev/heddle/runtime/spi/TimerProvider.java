package dev.heddle.runtime.spi;

import java.util.List;
import java.util.Optional;

/**
 * A way to keep timers under its name, found by {@link java.util.ServiceLoader}: either a {@link
 * TimerQueueProvider}, whose queues the runtime drives, or a {@link TimerServiceProvider}, whose
 * services have a thread of their own.
 */
public sealed interface TimerProvider extends Provider
    permits TimerQueueProvider, TimerServiceProvider {

  /** The options it understands, with their defaults. */
  default List<Option<?>> options() {
    return List.of();
  }

  /**
   * In what steps it counts, in nanoseconds: a timer is due at most one step late, unless it says
   * how much more.
   */
  default long tickNanos() {
    return 1;
  }

  /** Whether timers whose deadlines lie in one tick are due in the order of their insertion. */
  default boolean keepsOrder() {
    return true;
  }

  /** Whose timers these are; empty if they are Heddle's own. */
  default Optional<Library> library() {
    return Optional.empty();
  }
}
