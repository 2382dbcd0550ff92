package dev.heddle.workloads;

import dev.heddle.runtime.TimerEntry;
import dev.heddle.runtime.spi.TimerQueue;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A queue, called without a lock. Its time stands still. Entries are made once and used again, as a
 * future that sleeps is its own entry; they lie in memory in an order that has nothing to do with
 * that of their deadlines.
 */
final class AloneQueue implements AloneTimers {
  private final TimerQueue queue;
  private final TimerEntry[] active;
  private final TimerEntry[] spares = new TimerEntry[SPARES];
  private int nextSpare;

  AloneQueue(TimerQueue queue, int size, SplittableRandom random) {
    this.queue = queue;
    active = new TimerEntry[size];
    Arrays.setAll(active, i -> entry(random));
    Arrays.setAll(spares, i -> entry(random));
    for (TimerEntry entry : active) {
      queue.insert(entry);
    }
  }

  private static TimerEntry entry(SplittableRandom random) {
    return new TimerEntry(1 + random.nextLong(SPREAD_NANOS));
  }

  @Override
  public int insertAndCancel(int times) {
    int cancelled = 0;
    for (int i = 0; i < times; i++) {
      TimerEntry entry = spares[nextSpare++ & (SPARES - 1)];
      queue.insert(entry);
      if (queue.cancel(entry)) {
        cancelled++;
      }
    }
    return cancelled;
  }

  @Override
  public int insertAndCancelAnother(int[] victims) {
    int cancelled = 0;
    for (int victim : victims) {
      int spare = nextSpare++ & (SPARES - 1);
      TimerEntry entry = spares[spare];
      TimerEntry other = active[victim];
      queue.insert(entry);
      if (queue.cancel(other)) {
        cancelled++;
      }
      active[victim] = entry;
      spares[spare] = other;
    }
    return cancelled;
  }

  @Override
  public String fault() {
    return queue.size() == active.length
        ? ""
        : "expected %d active timers, found %d".formatted(active.length, queue.size());
  }

  @Override
  public void close() {}
}
