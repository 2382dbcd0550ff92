package dev.heddle.explore.scenario;

import dev.heddle.runtime.Clock;
import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.PausedClock;
import dev.heddle.runtime.Poll;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A task sleeps again and again on a clock that advances itself, while another one waits for a
 * blocking job, and a third blocks in place: no time passes from the beginning of that work to the
 * poll that its end brings about, nor to the first poll of what it has spawned.
 */
public final class BlockingWorkAgainstAdvance extends TimerScenario {
  public BlockingWorkAgainstAdvance(String strategy, int workers, String placement) {
    super(strategy, workers, placement);
  }

  @Override
  void play() throws Exception {
    PausedClock clock = PausedClock.startingAt(0);
    Dozer dozer = new Dozer(clock, Duration.ofMillis(1), 3);
    Waiting waiting = new Waiting(clock);
    InPlace inPlace = new InPlace(clock);
    try (HeddleRuntime runtime = start(clock)) {
      runtime.spawn(waiting);
      runtime.spawn(dozer);
      runtime.spawn(inPlace);
      waiting.join();
      inPlace.join();
      check(waiting.spawned.join().equals(waiting.began), "time passed until what a job spawned");
      check(inPlace.spawned.join().equals(inPlace.began), "time passed until what was spawned");
      dozer.join();
    }
    dozer.checkEnded();
    waiting.checkEnded();
    inPlace.checkEnded();
    waiting.spawned.checkEnded();
    inPlace.spawned.checkEnded();
  }

  /** Its value is when it was polled. */
  private static final class Now extends Watched<Long> {
    private final Clock clock;

    Now(Clock clock) {
      this.clock = clock;
    }

    @Override
    Poll body(Context context) {
      return done(clock.nanoTime());
    }
  }

  private static final class Waiting extends Watched<String> {
    private final Clock clock;
    private final Now spawned;
    private @Nullable JoinHandle<String> job;
    private long began;

    Waiting(Clock clock) {
      this.clock = clock;
      spawned = new Now(clock);
    }

    @Override
    Poll body(Context context) {
      HeddleRuntime runtime = context.runtime();
      if (job == null) {
        began = clock.nanoTime();
        job =
            runtime.spawnBlocking(() -> {
              runtime.spawn(spawned);
              return "done";
            });
      }
      if (job.pollJoin(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      check(clock.nanoTime() == began, "time passed until who waited for a job was polled");
      return done(job.value());
    }
  }

  private static final class InPlace extends Watched<String> {
    private final Clock clock;
    private final Now spawned;
    private long began;

    InPlace(Clock clock) {
      this.clock = clock;
      spawned = new Now(clock);
    }

    @Override
    Poll body(Context context) throws Exception {
      HeddleRuntime runtime = context.runtime();
      began = clock.nanoTime();
      HeddleRuntime.blockInPlace(() -> {
        runtime.spawn(spawned);
        return "blocked";
      });
      check(clock.nanoTime() == began, "time passed while a poll blocked in place");
      return done("blocked");
    }
  }
}
