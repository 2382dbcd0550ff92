package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Interval;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Sleep;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.TaskCancelledException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.heddle.timers.Setup#everyStrategyAndEveryTimer")
class SleepTest {
  private static final int MANY = 10_000;

  private final Watched timers = new Watched();
  private final HeddleRuntime runtime;

  SleepTest(Setup setup) {
    runtime = timers.builder(setup).build();
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  @Test
  void aTaskThatSleepsSaysSoInADump() throws Exception {
    CountDownLatch suspended = new CountDownLatch(1);
    runtime.spawn(new Sleeper(Duration.ofHours(1), suspended));
    suspended.await();
    List<String> waitsFor = List.of();
    while (waitsFor.isEmpty()) { // the poll ends a moment after it said so
      waitsFor = runtime.dump().tasks().stream().flatMap(task -> task.waitsFor().stream()).toList();
    }
    assertThat(waitsFor).singleElement().asString().startsWith("sleep, due in 35");
  }

  /** Sleeps once; its value is how late it woke, negative if early. */
  private static final class Sleeper extends Task<Long> {
    private final Duration duration;
    private final CountDownLatch suspended;
    private long began;
    private @Nullable Future<@Nullable Void> sleep;

    Sleeper(Duration duration, CountDownLatch suspended) {
      this.duration = duration;
      this.suspended = suspended;
    }

    @Override
    public Poll poll(Context context) throws Exception {
      if (sleep == null) {
        sleep = Futures.sleep(duration);
        began = System.nanoTime();
      }
      if (sleep.poll(context) == Poll.READY) {
        return ready(System.nanoTime() - began - duration.toNanos());
      }
      suspended.countDown();
      return Poll.PENDING;
    }

    @Override
    public void close() {
      if (sleep != null) {
        sleep.close();
      }
    }
  }

  @Test
  void everySleeperWakesAndNoneIsEarly() throws Exception {
    List<JoinHandle<Long>> sleepers = new ArrayList<>();
    CountDownLatch unused = new CountDownLatch(0);
    for (int i = 0; i < MANY; i++) {
      sleepers.add(runtime.spawn(new Sleeper(Duration.ofMillis(1 + i % 20), unused)));
    }
    for (JoinHandle<Long> sleeper : sleepers) {
      assertThat(sleeper.join()).as("nanoseconds late").isNotNegative();
    }
    runtime.close();
    timers.awaitEmpty();
  }

  @Test
  void aSleepUntilIsNotReadyBefore() throws Exception {
    long deadline = System.nanoTime() + 2_000_000;
    runtime.spawn(Futures.sleepUntil(deadline)).join();
    assertThat(System.nanoTime() - deadline).isNotNegative();
  }

  @Test
  void aSleepThatIsPutOffIsNotReadyBeforeAndLeavesNoTimerBehind() throws Exception {
    long putOffNanos = 3_000_000;
    Task<Long> task =
        new Task<>() {
          private final Sleep sleep = Futures.sleep(Duration.ofNanos(500_000));
          private long notBefore;

          @Override
          public Poll poll(Context context) {
            if (sleep.poll(context) == Poll.PENDING) {
              if (notBefore == 0) {
                notBefore = System.nanoTime() + putOffNanos;
                sleep.resetTo(notBefore);
              }
              return Poll.PENDING;
            }
            return ready(notBefore == 0 ? 0 : System.nanoTime() - notBefore);
          }

          @Override
          public void close() {
            sleep.close();
          }
        };
    assertThat(runtime.spawn(task).join()).as("nanoseconds late").isNotNegative();
    timers.awaitEmpty();
  }

  @Test
  void anIntervalTicksOnceAPeriodAndNeverEarly() throws Exception {
    long periodNanos = 1_000_000;
    int count = 10;
    long begun = System.nanoTime();
    Task<List<Long>> task =
        new Task<>() {
          private final Interval interval = Futures.interval(Duration.ofNanos(periodNanos));
          private final List<Long> ticks = new ArrayList<>();

          @Override
          public Poll poll(Context context) {
            while (ticks.size() < count) {
              if (interval.pollTick(context) == Poll.PENDING) {
                return Poll.PENDING;
              }
              ticks.add(System.nanoTime() - begun);
            }
            return ready(ticks);
          }

          @Override
          public void close() {
            interval.close();
          }
        };
    List<Long> ticks = runtime.spawn(task).join();
    for (int i = 0; i < count; i++) {
      assertThat(ticks.get(i)).isGreaterThanOrEqualTo(i * periodNanos);
    }
    timers.awaitEmpty();
  }

  @Test
  void aTimeThatHasComeIsReadyAtTheFirstPoll() throws Exception {
    Task<List<Poll>> task =
        new Task<>() {
          @Override
          public Poll poll(Context context) throws Exception {
            return ready(
                List.of(
                    Futures.sleep(Duration.ZERO).poll(context),
                    Futures.sleep(Duration.ofSeconds(Long.MIN_VALUE)).poll(context),
                    Futures.sleepUntil(System.nanoTime() - 1).poll(context)));
          }
        };
    assertThat(runtime.spawn(task).join()).containsOnly(Poll.READY);
    runtime.close();
    timers.awaitEmpty();
  }

  @Test
  void anAbortedSleeperLeavesNoTimerBehind() throws Exception {
    CountDownLatch suspended = new CountDownLatch(MANY);
    List<JoinHandle<Long>> sleepers = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      sleepers.add(runtime.spawn(new Sleeper(Duration.ofDays(1 + i % 7), suspended)));
    }
    suspended.await();
    for (JoinHandle<Long> sleeper : sleepers) {
      sleeper.abort();
    }
    for (JoinHandle<Long> sleeper : sleepers) {
      assertThatExceptionOfType(TaskCancelledException.class).isThrownBy(sleeper::join);
    }
    timers.awaitEmpty();
  }

  @Test
  void closingTheRuntimeCancelsSleepersAndLeavesNoTimerBehind() throws Exception {
    CountDownLatch suspended = new CountDownLatch(MANY);
    List<JoinHandle<Long>> sleepers = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      // The longest there is: 146 years, whatever was asked for.
      sleepers.add(runtime.spawn(new Sleeper(Duration.ofSeconds(1L << 33), suspended)));
    }
    suspended.await();
    runtime.close();
    for (JoinHandle<Long> sleeper : sleepers) {
      assertThatExceptionOfType(TaskCancelledException.class).isThrownBy(sleeper::join);
    }
    timers.awaitEmpty();
  }

  @Test
  void aDurationBeyondTheScaleIsASleepLikeAnyOther() throws Exception {
    CountDownLatch suspended = new CountDownLatch(1);
    JoinHandle<?> sleeper =
        runtime.spawn(
            new Task<Poll>() {
              private final Future<?> sleep = Futures.sleep(Duration.ofSeconds(Long.MAX_VALUE));

              @Override
              public Poll poll(Context context) throws Exception {
                Poll poll = sleep.poll(context);
                suspended.countDown();
                return poll;
              }

              @Override
              public void close() {
                sleep.close();
              }
            });
    suspended.await();
    runtime.spawn(Futures.sleep(Duration.ofMillis(1))).join();
    assertThat(sleeper.isFinished()).isFalse();
  }
}
