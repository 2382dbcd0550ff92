package dev.heddle.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A runtime without threads, whose clock and timers a test moves on, and a context to poll with.
 */
final class SleepByHand implements Context, AutoCloseable {
  private static final class HandClock extends Clock {
    long nanos;

    @Override
    public long nanoTime() {
      return nanos;
    }
  }

  private final HandClock clock = new HandClock();
  private final AtomicInteger wakes = new AtomicInteger();
  private final Waker waker = wakes::incrementAndGet;
  final HandFired timers = new HandFired();
  private final HeddleRuntime runtime = HandDriven.runtime(task -> {}, timers, clock);

  /** How often a future may become ready from here on. */
  int budget = Integer.MAX_VALUE;

  /** It is this late now, and who is due is woken. */
  void at(long nanos) {
    clock.nanos = nanos;
    if (timers.size() > 0 && timers.deadlineNanos() <= nanos) {
      timers.fire();
    }
  }

  int wakes() {
    return wakes.get();
  }

  @Override
  public Waker waker() {
    return waker;
  }

  @Override
  public HeddleRuntime runtime() {
    return runtime;
  }

  @Override
  public Poll yieldNow() {
    return Poll.PENDING;
  }

  @Override
  public boolean takeBudget() {
    return budget-- > 0;
  }

  @Override
  public void close() {
    runtime.close();
  }
}
