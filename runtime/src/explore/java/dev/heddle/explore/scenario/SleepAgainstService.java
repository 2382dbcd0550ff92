package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Sleep;
import dev.heddle.runtime.TaskCancelledException;
import java.time.Duration;

/**
 * A service's thread fires timers while somebody puts one of them off, aborts the task that waits
 * for another, and closes the runtime under a third: nobody sleeps for ever, nobody wakes early,
 * nothing is left behind.
 */
public final class SleepAgainstService extends RuntimeScenario {
  private static final long NANOS = 20_000;

  public SleepAgainstService(String strategy, int workers) {
    super(strategy, workers);
  }

  @Override
  public void run() throws Exception {
    ListService service = new ListService();
    Sleeper putOff = new Sleeper();
    Sleeper aborted = new Sleeper();
    Sleeper left = new Sleeper();
    try (HeddleRuntime runtime = builder().timer(service).build()) {
      runtime.spawn(putOff);
      runtime.spawn(aborted);
      while (!putOff.waits && !putOff.isFinished()) {
        Thread.onSpinWait();
      }
      long reset = System.nanoTime();
      putOff.sleep.reset(Duration.ofNanos(2 * NANOS));
      putOff.notBefore = reset + 2 * NANOS;
      aborted.abort();
      putOff.join();
      try {
        aborted.join();
      } catch (TaskCancelledException cancelled) {
        // or it had slept enough
      }
      check(service.size() == 0, "left " + service.size() + " timers in an open runtime");
      runtime.spawn(left);
    }
    putOff.checkEnded();
    aborted.checkEnded();
    left.checkEnded();
    check(service.size() == 0, "left " + service.size() + " timers behind");
  }

  private static final class Sleeper extends Watched<String> {
    private final Sleep sleep = Futures.sleep(Duration.ofNanos(NANOS));
    private long begun;

    /** It was polled, so that its sleep may be reset. */
    private volatile boolean waits;

    /** Set once it has been put off until then; 0 before. */
    private volatile long notBefore;

    @Override
    Poll body(Context context) throws Exception {
      if (begun == 0) {
        begun = System.nanoTime();
      }
      long putOffUntil = notBefore;
      if (sleep.poll(context) == Poll.PENDING) {
        waits = true;
        return Poll.PENDING;
      }
      long now = System.nanoTime();
      check(now - begun >= NANOS, "woken early");
      check(putOffUntil == 0 || now - putOffUntil >= 0, "woken although it was put off");
      return done("slept");
    }

    @Override
    public void close() {
      sleep.close();
      super.close();
    }
  }
}
