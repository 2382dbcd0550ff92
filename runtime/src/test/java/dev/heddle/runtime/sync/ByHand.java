package dev.heddle.runtime.sync;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Waker;
import java.util.concurrent.atomic.AtomicInteger;

/** A task played by a test: counts its wake-ups, and has the budget the test leaves it. */
final class ByHand implements Context, Waker {
  private final AtomicInteger wakes = new AtomicInteger();
  private int budget = Integer.MAX_VALUE;

  static ByHand withoutBudget() {
    ByHand task = new ByHand();
    task.budget = 0;
    return task;
  }

  void giveBudget(int units) {
    budget = units;
  }

  int wakes() {
    return wakes.get();
  }

  boolean isReady(Future<?> future) throws Exception {
    return future.poll(this) == Poll.READY;
  }

  /** 1 if ready now, else 0. */
  int poll(Future<?> future) {
    try {
      return isReady(future) ? 1 : 0;
    } catch (RuntimeException failed) {
      throw failed;
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  @Override
  public void wake() {
    wakes.incrementAndGet();
  }

  @Override
  public Waker waker() {
    return this;
  }

  @Override
  public HeddleRuntime runtime() {
    throw new UnsupportedOperationException("polled by a test, not by a runtime");
  }

  @Override
  public Poll yieldNow() {
    return Poll.PENDING;
  }

  @Override
  public boolean takeBudget() {
    return budget > 0 && budget-- > 0;
  }
}
