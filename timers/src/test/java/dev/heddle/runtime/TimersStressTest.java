package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.TimerProvider;
import dev.heddle.runtime.spi.TimerQueueProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Four threads insert, cancel, reset and fire the same timers, over every queue, for as long as
 * {@code -Dheddle.stress.seconds} says: each timer fires once or is cancelled once, and whoever
 * cancels or resets it learns which.
 */
class TimersStressTest {
  private static final Duration LASTS =
      Duration.ofMillis(
          (long) (1_000 * Double.parseDouble(System.getProperty("heddle.stress.seconds", "0.25"))));

  private static final int THREADS = 4;

  /** So few that the threads meet at them. */
  private static final int SHARED = 64;

  private static final int CHECK_EVERY = 10_000;

  static Stream<String> queues() {
    return Providers.timers().stream()
        .filter(timer -> timer instanceof TimerQueueProvider && timer.unavailable().isEmpty())
        .map(TimerProvider::name)
        .filter(name -> !name.equals("none"));
  }

  /** A timer, and what became of it. */
  private static final class Shot implements Waker {
    private final Range range;
    final TimerEntry entry;

    /** How often it fired or was cancelled. */
    final AtomicInteger ended = new AtomicInteger();

    Shot(Range range, long deadlineNanos) {
      this.range = range;
      entry = new TimerEntry(deadlineNanos);
    }

    @Override
    public void wake() {
      range.fired.incrementAndGet();
      end();
    }

    void cancel() {
      if (range.timers.cancel(entry)) {
        range.cancelled.incrementAndGet();
        end();
      }
    }

    void reset(long deadlineNanos) {
      boolean over = ended.get() > 0;
      if (range.timers.reset(entry, deadlineNanos) && over) {
        range.violations.add("was still to come after it had ended");
      }
    }

    private void end() {
      if (ended.incrementAndGet() > 1) {
        range.violations.add("ended twice");
      }
    }
  }

  /** Shows the time that the threads have set. */
  private static final class SharedClock extends Clock {
    private final AtomicLong nanos = new AtomicLong();

    @Override
    public long nanoTime() {
      return nanos.get();
    }

    void advance(long by) {
      nanos.addAndGet(Math.max(0, by));
    }
  }

  private static final class Range {
    final QueueTimers timers;
    final SharedClock clock = new SharedClock();
    final AtomicInteger fired = new AtomicInteger();
    final AtomicInteger cancelled = new AtomicInteger();
    final Queue<String> violations = new ConcurrentLinkedQueue<>();
    final AtomicReferenceArray<@Nullable Shot> shared = new AtomicReferenceArray<>(SHARED);
    final long tick;

    Range(TimerQueueProvider provider) {
      timers = new QueueTimers(provider.create(0), clock);
      tick = provider.tickNanos();
    }

    /** Returns all timers of this thread. */
    List<Shot> shoot(SplittableRandom random, TimerWatch watch, long endNanos) {
      List<Shot> own = new ArrayList<>();
      do {
        for (int i = 0; i < CHECK_EVERY; i++) {
          step(random, watch, own);
        }
        own.removeIf(shot -> shot.ended.get() == 1);
      } while (System.nanoTime() - endNanos < 0);
      return own;
    }

    private void step(SplittableRandom random, TimerWatch watch, List<Shot> own) {
      int which = random.nextInt(SHARED);
      Shot shot = shared.get(which);
      switch (random.nextInt(8)) {
        case 0, 1 -> {
          Shot fresh = new Shot(this, deadline(random));
          own.add(fresh);
          timers.insert(fresh.entry, fresh);
          Shot displaced = shared.getAndSet(which, fresh);
          if (displaced != null && random.nextBoolean()) {
            displaced.cancel();
          }
        }
        case 2, 3 -> {
          if (shot != null) {
            shot.cancel();
          }
        }
        case 4, 5 -> {
          if (shot != null) {
            shot.reset(deadline(random));
          }
        }
        case 6 -> {
          clock.advance(random.nextLong(3 * tick));
          watch.fireDue();
        }
        default -> watch.fireDue();
      }
    }

    /** Often past, or in the tick of another. */
    private long deadline(SplittableRandom random) {
      return clock.nanoTime()
          + random.nextLong(-tick, random.nextInt(10) == 0 ? 10_000 * tick : 20 * tick);
    }
  }

  @ParameterizedTest
  @MethodSource("queues")
  void eachTimerFiresOnceOrIsCancelledOnce(String name) throws Exception {
    Range range = new Range((TimerQueueProvider) Providers.timer(name));
    long end = System.nanoTime() + LASTS.toNanos();
    List<Callable<List<Shot>>> shooters = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      SplittableRandom random = new SplittableRandom(i);
      TimerWatch watch = range.timers.newWatch(() -> {});
      shooters.add(() -> range.shoot(random, watch, end));
    }
    List<Shot> shots = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (java.util.concurrent.Future<List<Shot>> shooter : threads.invokeAll(shooters)) {
        shots.addAll(shooter.get());
      }
    }
    TimerWatch last = range.timers.newWatch(() -> {});
    while (last.waitUntil() != Parker.NEVER) {
      range.clock.advance(last.waitUntil() - range.clock.nanoTime());
      last.fireDue();
    }
    assertThat(range.timers.size()).isZero();
    assertThat(range.violations).isEmpty();
    assertThat(shots).allMatch(shot -> shot.ended.get() == 1, "has ended");
    assertThat(range.fired).hasPositiveValue();
    assertThat(range.cancelled).hasPositiveValue();
  }
}
