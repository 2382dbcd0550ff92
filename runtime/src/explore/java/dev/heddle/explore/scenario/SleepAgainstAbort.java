package dev.heddle.explore.scenario;

import dev.heddle.runtime.Clock;
import dev.heddle.runtime.Context;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Sleep;
import dev.heddle.runtime.TaskCancelledException;
import java.time.Duration;

/**
 * Timers fire while their tasks are aborted by a thread, close them on another worker, or end with
 * the runtime: each task ends once, and no timer is left behind.
 */
public final class SleepAgainstAbort extends TimerScenario {
  private static final Duration SOON = Duration.ofNanos(20_000);

  public SleepAgainstAbort(String strategy, int workers, String placement) {
    super(strategy, workers, placement);
  }

  @Override
  void play() throws Exception {
    Sleeper aborted = new Sleeper(SOON, false);
    Sleeper closing = new Sleeper(SOON, true);
    Sleeper lasting = new Sleeper(Duration.ofDays(1), false);
    try (HeddleRuntime runtime = start(Clock.system())) {
      runtime.spawn(aborted);
      runtime.spawn(closing);
      runtime.spawn(lasting);
      Thread other = new Thread(aborted::abort, "aborter");
      other.start();
      closing.enough = true;
      closing.wake();
      String ending = ending(aborted);
      check(ending.equals("slept") || ending.equals("cancelled"), ending);
      check(!ending(closing).equals("cancelled"), "cancelled, but nobody aborted it");
      other.join();
    }
    aborted.checkEnded();
    closing.checkEnded();
    lasting.checkEnded();
  }

  private static String ending(Sleeper sleeper) throws InterruptedException {
    try {
      return sleeper.join();
    } catch (TaskCancelledException e) {
      return "cancelled";
    }
  }

  /** Sleeps, or, if it may, gives the sleep up when it is woken for another reason. */
  private static final class Sleeper extends Watched<String> {
    private final Sleep sleep;
    private final boolean mayGiveUp;
    private volatile boolean enough;
    private boolean gaveUp;

    Sleeper(Duration duration, boolean mayGiveUp) {
      sleep = Futures.sleep(duration);
      this.mayGiveUp = mayGiveUp;
    }

    @Override
    Poll body(Context context) {
      if (sleep.poll(context) == Poll.READY) {
        return done("slept");
      }
      if (mayGiveUp && enough) {
        gaveUp = true;
        sleep.close();
        return done("gave up");
      }
      return Poll.PENDING;
    }

    @Override
    public void close() {
      if (!gaveUp) {
        sleep.close();
      }
      super.close();
    }
  }
}
