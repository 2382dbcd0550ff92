package dev.heddle.timers;

import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;
import org.jspecify.annotations.Nullable;

/** A binary heap that a test can look into, once the runtime that it serves is quiet. */
final class WatchedHeap implements TimerQueueProvider {
  private @Nullable TimerQueue created;

  @Override
  public String name() {
    return "watched-heap";
  }

  @Override
  public String summary() {
    return "for tests";
  }

  @Override
  public TimerQueue create(long nowNanos) {
    TimerQueue queue = new BinaryHeap().create(nowNanos);
    created = queue;
    return queue;
  }

  int size() {
    if (created == null) {
      throw new IllegalStateException("no runtime was built with it");
    }
    return created.size();
  }
}
