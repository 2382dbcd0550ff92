package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * One task sleeps while another blocks its worker until that sleep is over: whoever had the watch
 * over the timers and took the blocking task must have handed it on.
 */
public final class SleepBesideBlockedPoll extends RuntimeScenario {
  public SleepBesideBlockedPoll(String strategy, int workers) {
    super(strategy, workers);
  }

  @Override
  public void run() throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    Sleeper sleeper = new Sleeper(latch);
    Blocker blocker = new Blocker(latch);
    try (HeddleRuntime runtime = builder().timer(new ListTimer()).build()) {
      runtime.spawn(sleeper);
      runtime.spawn(blocker);
      sleeper.join();
      blocker.join();
    }
    sleeper.checkEnded();
    blocker.checkEnded();
  }

  private static final class Sleeper extends Watched<String> {
    private final Future<@Nullable Void> sleep = Futures.sleep(Duration.ofMillis(1));
    private final CountDownLatch latch;

    Sleeper(CountDownLatch latch) {
      this.latch = latch;
    }

    @Override
    Poll body(Context context) throws Exception {
      if (sleep.poll(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      latch.countDown();
      return done("slept");
    }

    @Override
    public void close() {
      sleep.close();
      super.close();
    }
  }
}
