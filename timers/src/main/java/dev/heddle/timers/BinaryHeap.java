package dev.heddle.timers;

import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;

/**
 * {@code binary-heap}: the priority queue that most runtimes began with, here with every entry
 * knowing its place, so that cancelling one needs no search.
 */
public final class BinaryHeap implements TimerQueueProvider {
  @Override
  public String name() {
    return "binary-heap";
  }

  @Override
  public String summary() {
    return "indexed binary heap: insert, cancel and expire in O(log n), exact to the nanosecond";
  }

  @Override
  public TimerQueue create(long nowNanos) {
    return new BinaryHeapQueue(nowNanos);
  }
}
