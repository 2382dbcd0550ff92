package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.PausedClock;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Sleep;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * A sleep is moved to earlier than any other, and then another one to later just when it fires:
 * each wakes its task at the time that counts in the end, and at no other.
 */
public final class SleepAgainstReset extends TimerScenario {
  private static final Duration HALF_A_STEP = Duration.ofMillis(1);
  private static final Duration STEP = HALF_A_STEP.multipliedBy(2);

  public SleepAgainstReset(String strategy, int workers, String placement) {
    super(strategy, workers, placement);
  }

  @Override
  void play() throws Exception {
    PausedClock clock = PausedClock.byHand(0);
    Sleeper earlier = new Sleeper(Duration.ofDays(1));
    Sleeper later = new Sleeper(STEP);
    try (HeddleRuntime runtime = start(clock)) {
      runtime.spawn(earlier);
      runtime.spawn(later);
      earlier.polled.await();
      later.polled.await();
      earlier.move(HALF_A_STEP.toNanos());
      clock.advance(HALF_A_STEP);
      earlier.join();
      Thread other = new Thread(() -> later.move(STEP.multipliedBy(3).toNanos()), "other outside");
      other.start();
      clock.advance(HALF_A_STEP);
      other.join();
      clock.awaitIdle();
      check(!later.isFinished(), "woken before the time of a reset");
      clock.advance(STEP);
      clock.awaitIdle();
      check(!later.isFinished(), "woken before the time of a reset");
      clock.advance(STEP);
      later.join();
    }
    earlier.checkEnded();
    later.checkEnded();
  }

  /** Ends when it is ready after it was moved. */
  private static final class Sleeper extends Watched<String> {
    private final CountDownLatch polled = new CountDownLatch(1);
    private final Sleep sleep;
    private volatile boolean moved;
    private volatile boolean readyBefore;

    Sleeper(Duration duration) {
      sleep = Futures.sleep(duration);
    }

    /** Nobody polls a sleep again by itself that has been ready, so then its task is told. */
    void move(long deadlineNanos) {
      sleep.resetTo(deadlineNanos);
      moved = true;
      if (readyBefore) {
        wake();
      }
    }

    @Override
    Poll body(Context context) {
      while (sleep.poll(context) == Poll.READY) {
        if (moved && polledAfterMove(context)) {
          return done("slept");
        }
        readyBefore = true;
        if (!moved) {
          return Poll.PENDING;
        }
      }
      polled.countDown();
      return Poll.PENDING;
    }

    /** It may have been moved between the poll and the look. */
    private boolean polledAfterMove(Context context) {
      return sleep.poll(context) == Poll.READY;
    }

    @Override
    public void close() {
      sleep.close();
      super.close();
    }
  }
}
