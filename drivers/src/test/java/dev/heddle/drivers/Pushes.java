package dev.heddle.drivers;

import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.spi.IoCounters;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Tasks that a thread outside pushes into a runtime, each of which only counts: so the workers run
 * dry again and again, park in their driver, and are woken.
 */
final class Pushes {
  /** So far ahead of the workers the pusher lets them catch up: a queue is memory. */
  private static final long MOST_AHEAD = 1 << 16;

  private static final int PUSHES_PER_LOOK = 1 << 10;

  /** Much less than so many tasks take. */
  private static final long CATCH_UP_NANOS = 10_000;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(40);

  private final HeddleRuntime runtime;
  private final AtomicLong ran = new AtomicLong();
  private final IoCounters before;
  private long pushed;

  Pushes(HeddleRuntime runtime) {
    this.runtime = runtime;
    before = runtime.ioCounters();
  }

  /**
   * Pushes so many more. By one thread.
   *
   * @param nanosApart the time from one to the next, or 0: as fast as it can
   */
  void push(long count, long nanosApart) {
    long due = System.nanoTime();
    for (long end = pushed + count; pushed < end; pushed++) {
      while (nanosApart > 0 && System.nanoTime() - due < 0) {
        Thread.onSpinWait();
      }
      due += nanosApart;
      runtime.spawn(
          Futures.<Integer>pollFn((context, result) -> {
            ran.incrementAndGet();
            return result.ready(0);
          }));
      if (pushed % PUSHES_PER_LOOK == 0) {
        while (pushed - ran.get() > MOST_AHEAD) {
          LockSupport.parkNanos(CATCH_UP_NANOS);
        }
      }
    }
  }

  /** Waits until all have run; false if one still has not after a very long time. */
  boolean awaitAll() throws InterruptedException {
    long late = System.nanoTime() + PATIENCE_NANOS;
    while (ran.get() < pushed) {
      if (System.nanoTime() - late >= 0) {
        return false;
      }
      Thread.sleep(1);
    }
    return true;
  }

  long pushed() {
    return pushed;
  }

  /** How many tasks have run. Any thread. */
  long ran() {
    return ran.get();
  }

  /** What the driver did since the beginning. Any thread; maybe a moment old. */
  IoCounters driver() {
    return runtime.ioCounters().minus(before);
  }
}
