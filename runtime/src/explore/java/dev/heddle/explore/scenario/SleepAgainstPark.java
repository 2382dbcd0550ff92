package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Two tasks sleep, and a third that a thread wakes begins an earlier sleep, while the workers park
 * with whatever deadline they saw: nobody sleeps for ever, nobody wakes early.
 */
public final class SleepAgainstPark extends RuntimeScenario {
  public SleepAgainstPark(String strategy, int workers) {
    super(strategy, workers);
  }

  @Override
  public void run() throws Exception {
    Sleeper late = new Sleeper(Duration.ofMillis(3), true);
    Sleeper early = new Sleeper(Duration.ofMillis(1), true);
    Sleeper woken = new Sleeper(Duration.ofNanos(10_000), false);
    try (HeddleRuntime runtime = builder().timer(new ListTimer()).build()) {
      runtime.spawn(late);
      runtime.spawn(woken);
      runtime.spawn(early);
      woken.begin = true;
      woken.wake();
      late.join();
      early.join();
      woken.join();
    }
    late.checkEnded();
    early.checkEnded();
    woken.checkEnded();
  }

  private static final class Sleeper extends Watched<String> {
    private final long nanos;
    private final Future<@Nullable Void> sleep;
    private volatile boolean begin;
    private long begun;

    Sleeper(Duration duration, boolean begin) {
      nanos = duration.toNanos();
      sleep = Futures.sleep(duration);
      this.begin = begin;
    }

    @Override
    Poll body(Context context) throws Exception {
      if (!begin) {
        return Poll.PENDING;
      }
      if (begun == 0) {
        begun = System.nanoTime();
      }
      if (sleep.poll(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      check(System.nanoTime() - begun >= nanos, "woken early");
      return done("slept");
    }

    @Override
    public void close() {
      sleep.close();
      super.close();
    }
  }
}
