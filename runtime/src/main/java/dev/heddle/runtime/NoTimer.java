package dev.heddle.runtime;

import dev.heddle.runtime.spi.TimerProvider;
import dev.heddle.runtime.spi.TimerQueue;

/** The timer queue that is none: nothing can sleep, and workers look at no clock. The default. */
public final class NoTimer implements TimerProvider {
  @Override
  public String name() {
    return "none";
  }

  @Override
  public String summary() {
    return "no timers: a sleep fails at its first poll";
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
