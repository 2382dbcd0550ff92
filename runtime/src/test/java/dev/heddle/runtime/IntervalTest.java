package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalTest {
  private static final long MILLIS = 1_000_000;
  private static final Duration PERIOD = Duration.ofMillis(50);

  private final SleepByHand hand = new SleepByHand();

  @AfterEach
  void close() {
    hand.close();
  }

  /** Ticks that are to be had in this millisecond; the next one is waited for. */
  private int ticksAt(Interval interval, long millis) {
    hand.at(millis * MILLIS);
    int ticks = 0;
    while (interval.pollTick(hand) == Poll.READY) {
      ticks++;
    }
    return ticks;
  }

  private void assertNextAt(long millis) {
    assertThat(hand.timers.deadlineNanos()).isEqualTo(millis * MILLIS);
  }

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
  @SuppressWarnings("NullAway") // as a caller without it may
  void whatFollowsAMissedTickMustBeSaid() {
    assertThatNullPointerException()
        .isThrownBy(() -> Futures.interval(Duration.ofMillis(1), null))
        .withMessage("what follows a missed tick is null");
  }

  @Test
  void beforeTheFirstTickThereIsNoValue() {
    assertThatIllegalStateException()
        .isThrownBy(Futures.interval(Duration.ofNanos(1)).tick()::value);
  }

  @Test
  void theFirstTickComesAtOnceAndTheOthersOnceAPeriod() {
    Interval interval = Futures.interval(PERIOD);
    assertThat(ticksAt(interval, 7)).isEqualTo(1);
    assertThat(ticksAt(interval, 56)).isZero();
    assertThat(ticksAt(interval, 57)).isEqualTo(1);
    assertThat(hand.wakes()).isEqualTo(1);
    assertNextAt(107);
    interval.close();
    assertThat(hand.timers.size()).isZero();
  }

  /** A tick of 100 ms that is taken at 225 ms. */
  @ParameterizedTest
  @CsvSource({"BURST, 3, 250", "DELAY, 1, 275", "SKIP, 1, 250"})
  void afterALateTickThereAreSoManyAndThenTheNext(MissedTicks missed, int ticks, long next) {
    Interval interval = Futures.interval(PERIOD, missed);
    ticksAt(interval, 0);
    ticksAt(interval, 50);
    assertThat(ticksAt(interval, 225)).isEqualTo(ticks);
    assertNextAt(next);
    interval.close();
  }

  @ParameterizedTest
  @EnumSource(MissedTicks.class)
  void whatIsLateByFiveMillisecondsKeepsToTheSchedule(MissedTicks missed) {
    Interval interval = Futures.interval(PERIOD, missed);
    ticksAt(interval, 0);
    assertThat(ticksAt(interval, 55)).isEqualTo(1);
    assertNextAt(100);
    interval.close();
  }

  @Test
  void whatIsLateByMoreDoesNot() {
    Interval interval = Futures.interval(PERIOD, MissedTicks.DELAY);
    ticksAt(interval, 0);
    assertThat(ticksAt(interval, 56)).isEqualTo(1);
    assertNextAt(106);
    interval.close();
  }

  @Test
  void aResetBeforeTheFirstPollPutsTheFirstTickOff() {
    Interval interval = Futures.interval(PERIOD);
    interval.reset();
    assertThat(ticksAt(interval, 10)).isZero();
    assertThat(ticksAt(interval, 60)).isEqualTo(1);
    interval.close();
  }

  @Test
  void aResetBetweenTwoTicksRunsFromThereOn() {
    Interval interval = Futures.interval(PERIOD);
    assertThat(interval.pollTick(hand)).isEqualTo(Poll.READY);
    hand.at(20 * MILLIS);
    interval.reset();
    assertThat(ticksAt(interval, 69)).isZero();
    assertNextAt(70);
    interval.close();
  }

  @Test
  void aResetMovesTheTickThatIsWaitedFor() {
    Interval interval = Futures.interval(PERIOD);
    ticksAt(interval, 0);
    hand.at(20 * MILLIS);
    interval.reset();
    assertNextAt(70);
    assertThat(ticksAt(interval, 70)).isEqualTo(1);
    assertThat(hand.wakes()).isEqualTo(1);
    interval.close();
  }

  @Test
  void aTickTakesAUnitOfTheBudget() {
    Interval interval = Futures.interval(PERIOD);
    ticksAt(interval, 0);
    hand.budget = 2;
    assertThat(ticksAt(interval, 200)).isEqualTo(2);
    hand.budget = Integer.MAX_VALUE;
    assertThat(ticksAt(interval, 200)).isEqualTo(2);
    interval.close();
  }

  /** As in a select: another future was ready first, and the wait is given up. */
  @Test
  void aTickThatNobodyWaitsForAnyMoreIsNotLost() throws Exception {
    Interval interval = Futures.interval(PERIOD);
    ticksAt(interval, 0);
    assertThat(interval.tick().poll(hand)).isEqualTo(Poll.PENDING);
    interval.tick().close();
    hand.at(50 * MILLIS);
    assertThat(interval.tick().poll(hand)).isEqualTo(Poll.READY);
    assertThat(interval.tick().value()).isNull();
    interval.close();
  }

  @Test
  void theLongestPeriodIs146Years() {
    Interval interval = Futures.interval(Duration.ofSeconds(Long.MAX_VALUE), MissedTicks.SKIP);
    ticksAt(interval, 0);
    assertThat(hand.timers.deadlineNanos()).isEqualTo(1L << 62);
    interval.close();
  }

  @Test
  void whoWaitsForATickSaysSo() {
    Interval interval = Futures.interval(PERIOD);
    ticksAt(interval, 0);
    assertThat(interval.waitsFor(hand.waker())).isEqualTo("sleep, due in 50 ms");
    assertThat(interval.waitsFor(() -> {})).isNull();
    interval.close();
  }

  /** The smallest object has 16 bytes; the first run loads classes and links call sites. */
  @Test
  void aTickAllocatesNothing() {
    ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    Interval interval = Futures.interval(Duration.ofNanos(1));
    int ticks = 100_000;
    assertTicks(interval); // the schedule begins
    long allocated = Long.MAX_VALUE;
    for (int run = 1; run <= 2; run++) {
      hand.at((long) run * ticks);
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < ticks; i++) {
        assertTicks(interval);
      }
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat((double) allocated / ticks).as("bytes per tick").isLessThan(1);
    interval.close();
  }

  private void assertTicks(Interval interval) {
    if (interval.pollTick(hand) != Poll.READY) {
      throw new AssertionError("no tick");
    }
  }
}
