package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.heddle.runtime.Clock;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Parker;
import dev.heddle.runtime.PausedClock;
import dev.heddle.runtime.ThreadParker;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Reactor;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which runtimes can have a paused clock. */
class ClockChoiceTest {
  private static final PausedClock PAUSED = PausedClock.startingAt(0);

  @Test
  void theSystemsClockIsTheDefault() {
    try (HeddleRuntime runtime = HeddleRuntime.builder().workers(1).build()) {
      assertThat(runtime.clock()).isSameAs(Clock.system());
    }
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.timers.Setup#everyAdapter")
  void aForeignPoolCannotTellWhenItIsIdle(Setup setup) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> setup.builder().timer("timer-wheel").clock(PAUSED).build())
        .withMessageMatching("clock was a PausedClock; strategy '.*' has threads of its own, .*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk-delay-queue", "hashed-wheel"})
  void aServiceGoesByRealTime(String service) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeddleRuntime.builder().timer(service).clock(PAUSED).build())
        .withMessageContaining("'" + service + "'")
        .withMessageContaining("clock");
  }

  /** A driver as any, except for its name. */
  private static final class Other implements DriverProvider {
    @Override
    public String name() {
      return "other";
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
          parker.unpark();
        }

        @Override
        public void close() {}
      };
    }
  }

  @Test
  void aDriverWaitsInRealTimeSoTheClockIsMovedByHand() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeddleRuntime.builder().driver(new Other()).clock(PAUSED).build())
        .withMessage(
            "clock was a PausedClock that advances itself; what driver 'other' waits for comes in"
                + " real time: use PausedClock.byHand");
    PausedClock byHand = PausedClock.byHand(0);
    try (HeddleRuntime runtime =
        HeddleRuntime.builder().driver(new Other()).clock(byHand).build()) {
      assertThat(runtime.clock()).isSameAs(byHand);
    }
  }

  @Test
  void timeDoesNotRunBackwards() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PausedClock.byHand(0).advance(Duration.ofNanos(-1)))
        .withMessageStartingWith("the time to advance by was PT-0.000000001S; allowed is");
  }

  @Test
  void noJumpIsLongerThanTimesCanBeCompared() {
    PausedClock clock = PausedClock.byHand(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> clock.advance(Duration.ofNanos((1L << 62) + 1)))
        .withMessageContaining("146 years");
    clock.advance(Duration.ofNanos(1L << 62));
    assertThat(clock.nanoTime()).isEqualTo(1 + (1L << 62));
  }
}
