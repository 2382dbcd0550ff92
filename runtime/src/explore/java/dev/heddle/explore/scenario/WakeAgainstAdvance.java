package dev.heddle.explore.scenario;

import dev.heddle.runtime.Clock;
import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.PausedClock;
import dev.heddle.runtime.Poll;
import java.time.Duration;

/**
 * A task sleeps again and again on a clock that advances itself when everything is idle, while two
 * threads wake other tasks: one while it holds the clock, and one in the poll of a future that it
 * drives, and then both at once. No time passes between the moment that a wake-up has returned and
 * the poll it has brought about.
 */
public final class WakeAgainstAdvance extends TimerScenario {
  public WakeAgainstAdvance(String strategy, int workers, String placement) {
    super(strategy, workers, placement);
  }

  @Override
  void play() throws Exception {
    PausedClock clock = PausedClock.startingAt(0);
    Dozer dozer = new Dozer(clock, Duration.ofMillis(1), 4);
    Receiver held = new Receiver(clock);
    Receiver free = new Receiver(clock);
    Receiver other = new Receiver(clock);
    Receiver driven = new Receiver(clock);
    try (HeddleRuntime runtime = start(clock)) {
      runtime.spawn(held);
      runtime.spawn(driven);
      runtime.spawn(other);
      runtime.spawn(dozer);
      runtime.spawn(free);
      Thread otherThread =
          new Thread(
              () -> {
                try (PausedClock.Hold moment = clock.hold()) {
                  held.release();
                }
                other.release();
              },
              "other outside");
      otherThread.start();
      runtime.blockOn(driver(clock, driven));
      free.release();
      otherThread.join();
      check(held.join() == held.releasedAt, "time passed on the way to who was woken in a hold");
      check(free.join() <= free.releasedAt, "time passed on the way to who was woken");
      check(other.join() <= other.releasedAt, "time passed on the way to who was woken");
      check(
          driven.join() == driven.releasedAt, "time passed on the way to who was woken in a poll");
      dozer.join();
    }
    dozer.checkEnded();
    driven.checkEnded();
    other.checkEnded();
    held.checkEnded();
    free.checkEnded();
  }

  private static Future<String> driver(Clock clock, Receiver receiver) {
    return Futures.pollFn((context, result) -> {
      long began = clock.nanoTime();
      receiver.release();
      check(receiver.releasedAt == began, "time passed during a poll from outside");
      return result.ready("released");
    });
  }

  private static final class Receiver extends Watched<Long> {
    private final Clock clock;
    private volatile boolean released;
    private volatile long releasedAt;

    Receiver(Clock clock) {
      this.clock = clock;
    }

    void release() {
      released = true;
      wake();
      releasedAt = clock.nanoTime();
    }

    @Override
    Poll body(Context context) {
      return released ? done(clock.nanoTime()) : Poll.PENDING;
    }
  }
}
