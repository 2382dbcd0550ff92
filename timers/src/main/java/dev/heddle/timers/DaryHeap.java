package dev.heddle.timers;

import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;

/**
 * {@code dary-heap}: a heap with four children to a place, half as deep as a binary one, that moves
 * numbers only and cancels lazily.
 */
public final class DaryHeap implements TimerQueueProvider {
  @Override
  public String name() {
    return "dary-heap";
  }

  @Override
  public String summary() {
    return "4-ary heap, lazy cancel: cancel in O(1) amortised, exact to the nanosecond";
  }

  @Override
  public TimerQueue create(long nowNanos) {
    return new DaryHeapQueue(nowNanos);
  }
}
