package dev.heddle.workloads;

import dev.heddle.runtime.spi.TimerService;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * A service with a thread of its own, called as its users call it. What it makes for each timer is
 * its own cost. It goes by the real clock, so the deadlines begin in an hour: none comes while the
 * fork lasts.
 */
final class AloneService<H> implements AloneTimers {
  private static final long AHEAD_NANOS = TimeUnit.HOURS.toNanos(1);

  private final TimerService<H> service;
  private final List<H> active;
  private final long[] deadlines = new long[SPARES];
  private int next;
  private volatile boolean fired;
  private final Runnable due = this::due;

  AloneService(TimerService<H> service, int size, SplittableRandom random) {
    this.service = service;
    active = new ArrayList<>(size);
    long begin = System.nanoTime() + AHEAD_NANOS;
    for (int i = 0; i < size; i++) {
      active.add(service.schedule(begin + random.nextLong(SPREAD_NANOS), due));
    }
    for (int i = 0; i < SPARES; i++) {
      deadlines[i] = begin + random.nextLong(SPREAD_NANOS);
    }
  }

  private void due() {
    fired = true;
  }

  @Override
  public int insertAndCancel(int times) {
    int cancelled = 0;
    for (int i = 0; i < times; i++) {
      if (service.cancel(service.schedule(deadlines[next++ & (SPARES - 1)], due))) {
        cancelled++;
      }
    }
    return cancelled;
  }

  @Override
  public int insertAndCancelAnother(int[] victims) {
    int cancelled = 0;
    for (int victim : victims) {
      H timer = service.schedule(deadlines[next++ & (SPARES - 1)], due);
      if (service.cancel(active.set(victim, timer))) {
        cancelled++;
      }
    }
    return cancelled;
  }

  @Override
  public String fault() {
    return fired ? "expected no timer to be due, found one that was, an hour early" : "";
  }

  @Override
  public void close() throws InterruptedException {
    service.shutdown();
  }
}
