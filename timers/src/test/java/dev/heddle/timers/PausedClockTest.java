package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.PausedClock;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.RuntimeBuilder;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.TaskFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Time that stands still, on every policy, with timers for all workers and for each. */
@ParameterizedClass
@MethodSource("policiesAndPlacements")
class PausedClockTest {
  private static final Duration YEAR = Duration.ofDays(365);

  private final Setup setup;
  private final String timer;

  PausedClockTest(Setup setup, String timer) {
    this.setup = setup;
    this.timer = timer;
  }

  static Stream<Arguments> policiesAndPlacements() {
    return Setup.everyPolicy()
        .flatMap(setup ->
            Stream.of("timer-wheel", "binary-heap:placement=per-worker")
                .map(timer -> Arguments.of(setup, timer)));
  }

  private RuntimeBuilder builder(PausedClock clock) {
    return setup.builder().timer(timer).clock(clock);
  }

  /** Two sleeps in a row; its value is when each ended. */
  private static final class TwoSleeps extends Task<List<Long>> {
    private final PausedClock clock;
    private final List<Future<@Nullable Void>> sleeps;
    private final List<Long> ends = new ArrayList<>();

    TwoSleeps(PausedClock clock, Duration first, Duration second) {
      this.clock = clock;
      sleeps = List.of(Futures.sleep(first), Futures.sleep(second));
    }

    @Override
    public Poll poll(Context context) throws Exception {
      while (ends.size() < sleeps.size()) {
        if (sleeps.get(ends.size()).poll(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
        ends.add(clock.nanoTime());
      }
      return ready(ends);
    }

    @Override
    public void close() {
      sleeps.forEach(Future::close);
    }

    /** The same as a future, for whoever drives it. */
    Future<List<Long>> polled() {
      return new Future<>() {
        @Override
        public Poll poll(Context context) throws Exception {
          return TwoSleeps.this.poll(context);
        }

        @Override
        public List<Long> value() {
          return ends;
        }

        @Override
        public void close() {
          TwoSleeps.this.close();
        }
      };
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1_000_000_000, Long.MAX_VALUE - 5_000_000})
  void aYearPassesAtOnceAndToTheNanosecond(long start) throws Exception {
    PausedClock clock = PausedClock.startingAt(start);
    try (HeddleRuntime runtime = builder(clock).build()) {
      assertThat(runtime.spawn(new TwoSleeps(clock, YEAR, Duration.ofMillis(3))).join())
          .containsExactly(start + YEAR.toNanos(), start + YEAR.plusMillis(3).toNanos());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void tasksWakeInTheOrderOfTheirDeadlinesEachAtItsOwn(long seed) throws Exception {
    int tasks = 200;
    List<Integer> millis =
        new Random(seed).ints(1, 100_000_000).distinct().limit(tasks).boxed().toList();
    PausedClock clock = PausedClock.startingAt(0);
    Queue<Long> ends = new ConcurrentLinkedQueue<>();
    try (HeddleRuntime runtime = builder(clock).build()) {
      List<JoinHandle<Long>> all = new ArrayList<>();
      try (PausedClock.Hold sameMoment = clock.hold()) {
        for (int each : millis) {
          Duration duration = Duration.ofMillis(each);
          all.add(
              runtime.spawn(
                  new Task<Long>() {
                    private final Future<@Nullable Void> sleep = Futures.sleep(duration);

                    @Override
                    public Poll poll(Context context) throws Exception {
                      if (sleep.poll(context) == Poll.PENDING) {
                        return Poll.PENDING;
                      }
                      ends.add(clock.nanoTime());
                      return ready(clock.nanoTime());
                    }

                    @Override
                    public void close() {
                      sleep.close();
                    }
                  }));
        }
      }
      for (int i = 0; i < tasks; i++) {
        assertThat(all.get(i).join()).isEqualTo(millis.get(i) * 1_000_000L);
      }
    }
    assertThat(ends)
        .containsExactlyElementsOf(
            millis.stream().sorted().map(each -> each * 1_000_000L).collect(Collectors.toList()));
  }

  @Test
  void aFutureThatIsDrivenFromOutsideSleepsToo() throws Exception {
    PausedClock clock = PausedClock.startingAt(0);
    try (HeddleRuntime runtime = builder(clock).build()) {
      JoinHandle<List<Long>> other;
      try (PausedClock.Hold sameMoment = clock.hold()) {
        other = runtime.spawn(new TwoSleeps(clock, Duration.ofHours(2), Duration.ofHours(2)));
        assertThat(runtime.blockOn(Futures.ready(clock.nanoTime()))).isZero();
      }
      runtime.blockOn(Futures.sleepUntil(Duration.ofHours(3).toNanos()));
      assertThat(clock.nanoTime()).isGreaterThanOrEqualTo(Duration.ofHours(3).toNanos());
      assertThat(other.join())
          .containsExactly(Duration.ofHours(2).toNanos(), Duration.ofHours(4).toNanos());
    }
  }

  /** Nothing else but the future is there, so the time is exactly its own. */
  @Test
  void whoDrivesAFutureFromOutsideKeepsTheTimeWhileItPolls() throws Exception {
    PausedClock clock = PausedClock.startingAt(0);
    try (HeddleRuntime runtime = builder(clock).build()) {
      assertThat(runtime.blockOn(new TwoSleeps(clock, YEAR, Duration.ofHours(2)).polled()))
          .containsExactly(YEAR.toNanos(), YEAR.plusHours(2).toNanos());
    }
  }

  @Test
  void aBlockingJobKeepsTheTime() throws Exception {
    PausedClock clock = PausedClock.startingAt(0);
    try (HeddleRuntime runtime = builder(clock).build()) {
      JoinHandle<@Nullable Void> sleeper;
      JoinHandle<Long> job;
      try (PausedClock.Hold sameMoment = clock.hold()) {
        sleeper = runtime.spawn(Futures.sleep(YEAR));
        job =
            runtime.spawnBlocking(() -> {
              for (int i = 0; i < 20; i++) {
                Thread.onSpinWait();
              }
              return clock.nanoTime();
            });
      }
      assertThat(job.join()).isZero();
      sleeper.join();
      assertThat(clock.nanoTime()).isEqualTo(YEAR.toNanos());
    }
  }

  /** Its worker moves on to another thread, and the time may still not pass. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPollThatBlocksInPlaceKeepsTheTime(boolean untilAnotherTaskRan) throws Exception {
    PausedClock clock = PausedClock.startingAt(0);
    try (HeddleRuntime runtime = builder(clock).build()) {
      Task<Long> blocks =
          new Task<>() {
            @Override
            public Poll poll(Context context) throws Exception {
              JoinHandle<String> other = context.runtime().spawn(Futures.ready("ran"));
              return ready(
                  HeddleRuntime.blockInPlace(() -> {
                    if (untilAnotherTaskRan) {
                      other.join();
                    }
                    return clock.nanoTime();
                  }));
            }
          };
      JoinHandle<@Nullable Void> sleeper;
      try (PausedClock.Hold sameMoment = clock.hold()) {
        sleeper = runtime.spawn(Futures.sleep(YEAR));
        runtime.spawn(blocks);
      }
      assertThat(blocks.join()).isZero();
      sleeper.join();
    }
  }

  @Test
  void byHandTimePassesOnlyByHand() throws Exception {
    PausedClock clock = PausedClock.byHand(7);
    try (HeddleRuntime runtime = builder(clock).build()) {
      JoinHandle<@Nullable Void> sleeper = runtime.spawn(Futures.sleep(Duration.ofMillis(100)));
      clock.awaitIdle();
      clock.advance(Duration.ofNanos(99_999_999));
      clock.awaitIdle();
      assertThat(sleeper.isFinished()).isFalse();
      clock.advance(Duration.ofMillis(1)); // a wheel may be a tick late
      clock.awaitIdle();
      assertThat(sleeper.isFinished()).isTrue();
    }
  }

  @Test
  void aTimeoutThatIsNotNeededLeavesNoTrace() throws Exception {
    PausedClock clock = PausedClock.startingAt(0);
    try (HeddleRuntime runtime = builder(clock).build()) {
      Future<String> timed =
          Futures.timeout(runtime.spawn(Futures.ready("in time")).future(), YEAR);
      assertThat(runtime.blockOn(timed)).isEqualTo("in time");
      clock.awaitIdle();
      assertThat(clock.nanoTime()).isZero();
    }
  }

  @Test
  void aWorkerMayNotWaitUntilItIsIdleItself() {
    PausedClock clock = PausedClock.startingAt(0);
    try (HeddleRuntime runtime = builder(clock).build()) {
      JoinHandle<String> waits =
          runtime.spawn(
              Futures.pollFn((context, result) -> {
                clock.awaitIdle();
                return result.ready("waited");
              }));
      assertThatExceptionOfType(TaskFailedException.class)
          .isThrownBy(waits::join)
          .withCauseInstanceOf(IllegalStateException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void severalRuntimesOnOneClockWaitForEachOther(int runtimes) throws Exception {
    PausedClock clock = PausedClock.startingAt(0);
    List<HeddleRuntime> all = new ArrayList<>();
    List<JoinHandle<List<Long>>> tasks = new ArrayList<>();
    try {
      try (PausedClock.Hold sameMoment = clock.hold()) {
        for (int i = 0; i < runtimes; i++) {
          all.add(builder(clock).build());
          tasks.add(
              all.get(i)
                  .spawn(
                      new TwoSleeps(clock, Duration.ofHours(1 + i), Duration.ofHours(runtimes))));
        }
      }
      for (int i = 0; i < runtimes; i++) {
        assertThat(tasks.get(i).join())
            .containsExactly(
                Duration.ofHours(1 + i).toNanos(), Duration.ofHours(1 + i + runtimes).toNanos());
        all.get(i).close();
      }
    } finally {
      all.forEach(HeddleRuntime::close);
    }
  }
}
