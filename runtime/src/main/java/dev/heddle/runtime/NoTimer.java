package dev.heddle.runtime;

import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;
import java.util.List;

/** The timer queue that is none: nothing can sleep, and workers look at no clock. The default. */
public final class NoTimer implements TimerQueueProvider {
  @Override
  public String name() {
    return "none";
  }

  @Override
  public String summary() {
    return "no timers: a sleep fails at its first poll";
  }

  @Override
  public List<Option<?>> options() {
    return List.of();
  }

  /**
   * There is no such queue.
   *
   * @throws IllegalStateException always
   */
  @Override
  public TimerQueue create(long nowNanos) {
    throw refusal();
  }

  static IllegalStateException refusal() {
    return new IllegalStateException(
        "this runtime has no timers, so nothing can sleep on it; choose them with"
            + " HeddleRuntime.builder().timer(name), by a name from Providers.timers()");
  }
}
