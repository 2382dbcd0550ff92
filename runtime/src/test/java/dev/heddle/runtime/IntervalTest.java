package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalTest {

  /** The example of Tokio's documentation: a tick of 100 is taken at 225, with a period of 50. */
  @ParameterizedTest
  @CsvSource({"BURST, 150", "DELAY, 275", "SKIP, 250"})
  void afterALateTickComes(MissedTicks missed, long next) {
    assertThat(missed.next(100, 225, 50)).isEqualTo(next);
  }

  /** Tokio's too: the tick of 200 is not the next one but the one that is taken. */
  @Test
  void oneThatIsSkippedToIsStillToComeAlsoIfItIsDueJustNow() {
    assertThat(MissedTicks.SKIP.next(100, 200, 50)).isEqualTo(250);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S"})
  void aPeriodMustBePositive(Duration period) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Futures.interval(period))
        .withMessage("period was " + period + "; allowed is more than zero");
  }

  @Test
  void beforeTheFirstTickThereIsNoValue() {
    assertThatIllegalStateException()
        .isThrownBy(Futures.interval(Duration.ofNanos(1)).tick()::value);
  }

  @Test
  void whoNeverTickedHasNothingToClose() {
    Interval interval = Futures.interval(Duration.ofNanos(1));
    interval.reset();
    interval.close();
  }
}
