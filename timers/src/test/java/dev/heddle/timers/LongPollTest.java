package dev.heddle.timers;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.Waker;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A worker that is busy for long keeps no timer from firing while another one waits. What would
 * show otherwise is a hang: each round ends only when the timer fires during the long poll.
 */
@ParameterizedClass
@MethodSource("dev.heddle.timers.Setup#everyoneWhoCannotKeepATimerWaiting")
class LongPollTest {
  private static final int ROUNDS = 200;

  private final Setup setup;

  LongPollTest(Setup setup) {
    this.setup = setup;
  }

  /** A poll that lasts until it is told to end. */
  private static Task<Poll> longPoll(CountDownLatch until) {
    return new Task<>() {
      @Override
      public Poll poll(Context context) throws Exception {
        until.await();
        return ready(Poll.READY);
      }
    };
  }

  /** The worker that would have waited for the timer may be the one that gets the long poll. */
  @Test
  void ofATimerThatSomebodyElseWaitsFor() throws Exception {
    try (HeddleRuntime runtime = setup.builder().build()) {
      for (int i = 0; i < ROUNDS; i++) {
        var sleeper = runtime.spawn(Futures.sleep(Duration.ofNanos(200_000)));
        CountDownLatch woken = new CountDownLatch(1);
        JoinHandle<?> busy = runtime.spawn(longPoll(woken));
        sleeper.join();
        woken.countDown();
        busy.join();
      }
    }
  }

  /** The first timer of all is inserted by the long poll itself, while the others wait for ever. */
  @Test
  void ofATimerThatTheLongPollItselfHasSet() throws Exception {
    try (HeddleRuntime runtime = setup.builder().build()) {
      for (int i = 0; i < ROUNDS; i++) {
        CountDownLatch woken = new CountDownLatch(1);
        Future<?> sleep = Futures.sleep(Duration.ofNanos(200_000));
        runtime
            .spawn(
                new Task<Poll>() {
                  @Override
                  public Poll poll(Context context) throws Exception {
                    sleep.poll(waking(woken::countDown, context));
                    woken.await();
                    return ready(Poll.READY);
                  }
                })
            .join();
      }
    }
  }

  private static Context waking(Waker waker, Context context) {
    return new Context() {
      @Override
      public Waker waker() {
        return waker;
      }

      @Override
      public HeddleRuntime runtime() {
        return context.runtime();
      }

      @Override
      public Poll yieldNow() {
        return context.yieldNow();
      }

      @Override
      public boolean takeBudget() {
        return context.takeBudget();
      }
    };
  }
}
