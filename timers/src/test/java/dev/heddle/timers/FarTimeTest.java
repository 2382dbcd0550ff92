package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.PausedClock;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Sleep;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.TimerQueueProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times as far apart as the scale allows, in every queue and in both placements. */
@ParameterizedClass
@MethodSource("queues")
class FarTimeTest {
  /** The longest sleep, and the longest jump. */
  private static final Duration LONGEST = Duration.ofNanos(1L << 62);

  private static final Duration MILLI = Duration.ofMillis(1);

  private final Setup setup;

  FarTimeTest(Setup setup) {
    this.setup = setup;
  }

  static Stream<Setup> queues() {
    return Setup.everyTimer()
        .filter(setup ->
            Providers.timer(setup.timer().replaceFirst(":.*", "")) instanceof TimerQueueProvider);
  }

  private HeddleRuntime runtime(PausedClock clock) {
    return setup.builder().clock(clock).build();
  }

  /** The clock moves on by nanoseconds less than a tick, then by ticks: 1 ms, and two to round. */
  private static void assertThatItTakesAMilli(PausedClock clock, JoinHandle<?> sleeper)
      throws InterruptedException {
    clock.awaitIdle();
    clock.advance(MILLI.minusNanos(1));
    clock.awaitIdle();
    assertThat(sleeper.isFinished()).as("a nanosecond before").isFalse();
    clock.advance(MILLI.multipliedBy(2));
    clock.awaitIdle();
    assertThat(sleeper.isFinished()).as("two ticks after").isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7})
  void aSleepAfterJumpsOverWhichNothingSlept(int jumps) throws Exception {
    PausedClock clock = PausedClock.byHand(0);
    try (HeddleRuntime runtime = runtime(clock)) {
      for (int i = 0; i < jumps; i++) {
        clock.advance(LONGEST);
      }
      for (int i = 0; i < 4; i++) { // on either worker
        JoinHandle<@Nullable Void> sleeper = runtime.spawn(Futures.sleep(MILLI));
        assertThatItTakesAMilli(clock, sleeper);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, Long.MAX_VALUE, Long.MIN_VALUE})
  void theLongestSleepAfterTheLongestJump(long start) throws Exception {
    PausedClock clock = PausedClock.byHand(start);
    try (HeddleRuntime runtime = runtime(clock)) {
      clock.advance(LONGEST);
      JoinHandle<@Nullable Void> sleeper = runtime.spawn(Futures.sleep(LONGEST));
      clock.awaitIdle();
      clock.advance(LONGEST.minusNanos(1));
      clock.awaitIdle();
      assertThat(sleeper.isFinished()).as("a nanosecond before").isFalse();
      clock.advance(MILLI);
      clock.awaitIdle();
      assertThat(sleeper.isFinished()).as("a tick after").isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void longSleepsOneAfterTheOtherOnAClockThatAdvancesItself(int tasks) throws Exception {
    PausedClock clock = PausedClock.startingAt(0);
    try (HeddleRuntime runtime = runtime(clock)) {
      for (int i = 0; i < 5; i++) {
        List<JoinHandle<@Nullable Void>> sleepers = new ArrayList<>();
        long begin;
        try (PausedClock.Hold sameMoment = clock.hold()) {
          begin = clock.nanoTime();
          for (int task = 0; task < tasks; task++) {
            sleepers.add(runtime.spawn(Futures.sleep(LONGEST)));
          }
        }
        for (JoinHandle<@Nullable Void> sleeper : sleepers) {
          sleeper.join();
        }
        assertThat(clock.nanoTime() - begin)
            .isBetween(LONGEST.toNanos(), LONGEST.plus(MILLI).toNanos());
        begin = clock.nanoTime();
        runtime.spawn(Futures.sleep(MILLI)).join();
        assertThat(clock.nanoTime() - begin)
            .isBetween(MILLI.toNanos(), MILLI.multipliedBy(2).toNanos());
      }
    }
  }

  /** All workers are busy, so that nobody sees the timer while the time goes round. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void aTimerThatNobodyLookedAtDuringJumpsIsNotLost(int jumps) throws Exception {
    PausedClock clock = PausedClock.byHand(0);
    try (HeddleRuntime runtime = runtime(clock)) {
      List<JoinHandle<@Nullable Void>> sleepers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        sleepers.add(runtime.spawn(Futures.sleep(MILLI)));
      }
      clock.awaitIdle();
      CountDownLatch begun = new CountDownLatch(setup.workers());
      CountDownLatch release = new CountDownLatch(1);
      for (int i = 0; i < setup.workers(); i++) {
        runtime.spawn(
            Futures.pollFn((context, result) -> {
              begun.countDown();
              release.await();
              return result.ready("released");
            }));
      }
      begun.await();
      for (int i = 0; i < jumps; i++) {
        clock.advance(LONGEST);
      }
      release.countDown();
      clock.awaitIdle();
      assertThat(sleepers).allMatch(JoinHandle::isFinished);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -5, 5, -(1L << 62), 1L << 62})
  void untilTheEndOfTheScaleIsNeverAtOnce(long start) throws Exception {
    PausedClock clock = PausedClock.byHand(start);
    try (HeddleRuntime runtime = runtime(clock)) {
      Sleep reset = Futures.sleep(MILLI);
      JoinHandle<@Nullable Void> until = runtime.spawn(Futures.sleepUntil(Long.MAX_VALUE));
      JoinHandle<@Nullable Void> resetUntil =
          runtime.spawn(
              Futures.pollFn((context, result) -> {
                if (reset.poll(context) == Poll.READY) {
                  return result.ready(null);
                }
                reset.resetTo(Long.MAX_VALUE);
                return Poll.PENDING;
              }));
      clock.awaitIdle();
      clock.advance(MILLI.multipliedBy(100));
      clock.awaitIdle();
      assertThat(until.isFinished()).as("slept").isFalse();
      assertThat(resetUntil.isFinished()).as("slept after a reset").isFalse();
    }
  }
}
