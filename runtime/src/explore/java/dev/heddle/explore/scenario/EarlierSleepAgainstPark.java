package dev.heddle.explore.scenario;

import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.PausedClock;
import java.time.Duration;

/**
 * While workers park with the deadline they have read, earlier ones come: from a task, and from a
 * thread outside that drives a sleep itself. On a clock that jumps from deadline to deadline who is
 * late is seen, to the nanosecond, and a worker that waits for too late a time is one that nobody
 * ever unparks.
 */
public final class EarlierSleepAgainstPark extends TimerScenario {
  public EarlierSleepAgainstPark(String strategy, int workers, String placement) {
    super(strategy, workers, placement);
  }

  @Override
  void play() throws Exception {
    PausedClock clock = PausedClock.startingAt(0);
    Dozer late = new Dozer(clock, Duration.ofMillis(10), 1);
    Dozer early = new Dozer(clock, Duration.ofMillis(1), 3);
    try (HeddleRuntime runtime = start(clock)) {
      runtime.spawn(late);
      runtime.spawn(early);
      long due = clock.nanoTime() + 500_000;
      runtime.blockOn(Futures.sleepUntil(due));
      check(clock.nanoTime() >= due, "woken early outside");
      early.join();
      late.join();
    }
    late.checkEnded();
    early.checkEnded();
  }
}
