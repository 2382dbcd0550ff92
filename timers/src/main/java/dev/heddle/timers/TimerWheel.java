package dev.heddle.timers;

import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;

/**
 * {@code timer-wheel}: a hierarchical timing wheel, with Tokio's sizes. A timer far off goes into a
 * coarse slot, and is moved to a finer one when its time comes nearer.
 */
public final class TimerWheel implements TimerQueueProvider {
  @Override
  public String name() {
    return "timer-wheel";
  }

  @Override
  public String summary() {
    return "hierarchical wheel, 6 levels x 64 slots x 1 ms: insert and cancel in O(1)";
  }

  @Override
  public long tickNanos() {
    return TimerWheelQueue.TICK_NANOS;
  }

  @Override
  public TimerQueue create(long nowNanos) {
    return new TimerWheelQueue(nowNanos);
  }
}
