package dev.heddle.explore.scenario;

import dev.heddle.runtime.Clock;
import dev.heddle.runtime.Context;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Sleep;
import java.time.Duration;

/** A task that sleeps so often in a row, and knows when it woke. Its value is the last time. */
final class Dozer extends Watched<Long> {
  private final Clock clock;
  private final Sleep sleep;
  private final Duration duration;
  private int left;
  private boolean begun;
  private long due;

  Dozer(Clock clock, Duration duration, int times) {
    this.clock = clock;
    this.duration = duration;
    sleep = Futures.sleep(duration);
    left = times;
  }

  @Override
  Poll body(Context context) {
    if (!begun) {
      begun = true;
      due = clock.nanoTime() + duration.toNanos();
    }
    while (sleep.poll(context) == Poll.READY) {
      RuntimeScenario.check(
          clock.nanoTime() == due, "it woke at " + clock.nanoTime() + " instead of " + due);
      if (--left == 0) {
        return done(clock.nanoTime());
      }
      due += duration.toNanos();
      sleep.reset(duration);
    }
    return Poll.PENDING;
  }

  @Override
  public void close() {
    sleep.close();
    super.close();
  }
}
