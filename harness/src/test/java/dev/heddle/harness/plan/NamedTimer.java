package dev.heddle.harness.plan;

import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;
import dev.heddle.runtime.spi.TimerService;
import dev.heddle.runtime.spi.TimerServiceProvider;
import java.util.concurrent.ThreadFactory;

/** Timers that can be planned with and never run. */
record NamedTimer(String name) implements TimerQueueProvider {
  @Override
  public String summary() {
    return "for planning only";
  }

  @Override
  public TimerQueue create(long nowNanos) {
    throw new UnsupportedOperationException(name + " is for planning only");
  }

  /** The same with a thread of its own. */
  record Service(String name) implements TimerServiceProvider {
    @Override
    public String summary() {
      return "for planning only";
    }

    @Override
    public TimerService<?> create(ThreadFactory threads) {
      throw new UnsupportedOperationException(name + " is for planning only");
    }
  }
}
