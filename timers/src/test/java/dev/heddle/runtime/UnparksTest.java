package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Reactor;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many parked workers a timer wakes: one if it is earlier than all others, else none. */
class UnparksTest {
  private final AtomicInteger unparks = new AtomicInteger();
  private final PausedClock clock = PausedClock.byHand(0);

  /** Parks as ever, and counts. */
  private final class Counting implements DriverProvider {
    @Override
    public String name() {
      return "counting";
    }

    @Override
    public String summary() {
      return "for tests";
    }

    @Override
    public Reactor open(Options options, boolean oneThread) {
      Parker parker = new ThreadParker();
      return new Reactor() {
        @Override
        public void park(long deadlineNanos) {
          parker.park(deadlineNanos);
        }

        @Override
        public void unpark() {
          unparks.incrementAndGet();
          parker.unpark();
        }

        @Override
        public void close() {}
      };
    }
  }

  /** A thread outside, which polls without a task. */
  private record Outside(HeddleRuntime runtime) implements Context {
    @Override
    public Waker waker() {
      return () -> {};
    }

    @Override
    public Poll yieldNow() {
      return Poll.PENDING;
    }

    @Override
    public boolean takeBudget() {
      return true;
    }
  }

  private Sleep sleepFor(Duration duration, HeddleRuntime runtime) {
    Sleep sleep = Futures.sleep(duration);
    assertThat(sleep.poll(new Outside(runtime))).isEqualTo(Poll.PENDING);
    return sleep;
  }

  /** How many unparks there were since the last call, once everybody is parked again. */
  private int unparks() throws InterruptedException {
    clock.awaitIdle();
    return unparks.getAndSet(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void onlyANewEarliestDeadlineWakesOneWorker(int workers) throws Exception {
    try (HeddleRuntime runtime =
        HeddleRuntime.builder()
            .workers(workers)
            .driver(new Counting())
            .timer("binary-heap")
            .clock(clock)
            .build()) {
      unparks();
      Sleep first = sleepFor(Duration.ofMillis(100), runtime);
      assertThat(unparks()).as("by the first of all").isEqualTo(1);
      Sleep later = sleepFor(Duration.ofMillis(200), runtime);
      assertThat(unparks()).as("by a later one").isZero();
      Sleep earlier = sleepFor(Duration.ofMillis(50), runtime);
      assertThat(unparks()).as("by an earlier one").isEqualTo(1);
      later.reset(Duration.ofMillis(300));
      first.reset(Duration.ofMillis(60));
      assertThat(unparks()).as("by resets that change nothing").isZero();
      later.reset(Duration.ofMillis(10));
      assertThat(unparks()).as("by a reset to earlier than all").isEqualTo(1);
      later.close();
      assertThat(unparks()).as("by a cancel").isZero();
      clock.advance(Duration.ofMillis(50));
      assertThat(unparks()).as("by the time of the one that waits for it").isEqualTo(1);
      first.close();
      earlier.close();
    }
  }
}
