package dev.heddle.strategies.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class TunedIntervalTest {
  private static final long TARGET_NANOS = 200_000;

  @Example
  void itStartsAt61Ticks() {
    assertThat(new TunedInterval().ticks()).isEqualTo(61);
  }

  @Property
  void itStaysFrom2To127TicksWhateverIsMeasured(
      @ForAll List<@LongRange(max = Long.MAX_VALUE / 2) Long> means) {
    TunedInterval interval = new TunedInterval();
    for (long mean : means) {
      interval.observe(mean);
      assertThat(interval.ticks()).isBetween(2, 127);
    }
  }

  @Property
  void itMovesByMoreThanTwoTicksOrNotAtAll(@ForAll List<@LongRange(max = 1_000_000) Long> means) {
    TunedInterval interval = new TunedInterval();
    for (long mean : means) {
      int before = interval.ticks();
      interval.observe(mean);
      int step = Math.abs(interval.ticks() - before);
      assertThat(step == 0 || step > 2).as("step of %d", step).isTrue();
    }
  }

  @Property
  void underASteadyPollTimeItComesToTheTarget(@ForAll @LongRange(max = 10_000_000) long pollNanos) {
    TunedInterval interval = new TunedInterval();
    for (int i = 0; i < 1_000; i++) {
      interval.observe(pollNanos);
    }
    int target = Math.clamp(TARGET_NANOS / Math.max(1, pollNanos), 2, 127);
    assertThat(interval.ticks()).isCloseTo(target, within(3));
  }
}
