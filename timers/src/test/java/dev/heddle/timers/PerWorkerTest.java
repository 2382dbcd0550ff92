package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.PausedClock;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Sleep;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.Waker;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What timers promise, and what they do not, if each worker has its own. */
class PerWorkerTest {
  private static final Duration MILLI = Duration.ofMillis(1);

  private final PausedClock clock = PausedClock.byHand(0);
  private final Heaps heaps = new Heaps();

  /** Heaps to look into, once everything is idle. */
  private static final class Heaps implements TimerQueueProvider {
    private final List<TimerQueue> created = new ArrayList<>();

    @Override
    public String name() {
      return "heaps";
    }

    @Override
    public String summary() {
      return "for tests";
    }

    @Override
    public TimerQueue create(long nowNanos) {
      TimerQueue queue = new BinaryHeap().create(nowNanos);
      created.add(queue);
      return queue;
    }

    List<Integer> sizes() {
      return created.stream().map(TimerQueue::size).toList();
    }
  }

  private HeddleRuntime start(Setup setup) {
    return setup
        .builder()
        .timer(heaps, Options.defaults().with(Heaps.PLACEMENT, Heaps.Placement.PER_WORKER))
        .clock(clock)
        .build();
  }

  /** Polls with a waker of its own. */
  private record Polling(HeddleRuntime runtime, Waker waker) implements Context {
    @Override
    public Poll yieldNow() {
      return Poll.PENDING;
    }

    @Override
    public boolean takeBudget() {
      return true;
    }
  }

  /** A poll that begins a sleep, and then does something on the same worker. */
  private interface Then {
    void run() throws Exception;
  }

  private static Task<String> sleeps(Duration duration, Waker waker, Then then) {
    return new Task<>() {
      private final Sleep sleep = Futures.sleep(duration);

      @Override
      public Poll poll(Context context) throws Exception {
        sleep.poll(new Polling(context.runtime(), waker));
        then.run();
        return ready("polled");
      }

      @Override
      public void close() {
        sleep.close();
      }
    };
  }

  /** The others run tasks meanwhile, and look at their own timers after each. */
  @ParameterizedTest
  @ValueSource(strings = {"work-stealing", "global-queue"})
  void aTimerOfABusyWorkerWaitsForThatWorker(String strategy) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch enough = new CountDownLatch(1);
    CountDownLatch fired = new CountDownLatch(1);
    try (HeddleRuntime runtime = start(Setup.of(strategy, 2))) {
      Sleep[] kept = new Sleep[1];
      Task<String> busy =
          new Task<>() {
            @Override
            public Poll poll(Context context) throws Exception {
              kept[0] = Futures.sleep(MILLI);
              kept[0].poll(new Polling(context.runtime(), fired::countDown));
              begun.countDown();
              enough.await();
              return ready("was busy");
            }
          };
      runtime.spawn(busy);
      begun.await();
      clock.advance(MILLI);
      for (int i = 0; i < 50; i++) {
        runtime.spawn(Futures.ready("ran beside it")).join();
      }
      assertThat(fired.getCount()).as("not fired by another worker").isEqualTo(1);
      enough.countDown();
      fired.await();
      busy.join();
      kept[0].close();
    }
  }

  /** Whoever goes on as the worker answers for its timers. */
  @ParameterizedTest
  @MethodSource("dev.heddle.timers.Setup#everyPolicy")
  void aPollThatBlocksInPlaceHandsItsTimersOver(Setup setup) throws Exception {
    CountDownLatch fired = new CountDownLatch(1);
    try (HeddleRuntime runtime = start(setup)) {
      assertThat(
              runtime
                  .spawn(
                      sleeps(
                          MILLI,
                          fired::countDown,
                          () ->
                              HeddleRuntime.blockInPlace(() -> {
                                clock.advance(MILLI);
                                fired.await();
                                return "woken";
                              })))
                  .join())
          .isEqualTo("polled");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.timers.Setup#everyPolicy")
  void whatIsBegunOutsideIsSpreadOverTheWorkersAndFiredByThem(Setup setup) throws Exception {
    int timers = 400;
    CountDownLatch fired = new CountDownLatch(timers);
    try (HeddleRuntime runtime = start(setup)) {
      List<Sleep> sleeps = new ArrayList<>();
      for (int i = 0; i < timers; i++) {
        Sleep sleep = Futures.sleep(MILLI);
        sleep.poll(new Polling(runtime, fired::countDown));
        sleeps.add(sleep);
      }
      clock.awaitIdle();
      assertThat(heaps.sizes()).hasSize(setup.workers()).allMatch(size -> size > 0);
      clock.advance(MILLI);
      fired.await();
      clock.awaitIdle();
      assertThat(heaps.sizes()).containsOnly(0);
      sleeps.forEach(Sleep::close);
    }
  }

  /** Begun on workers, cancelled and moved by a thread that is none. */
  @ParameterizedTest
  @MethodSource("dev.heddle.timers.Setup#everyPolicy")
  void whoeverHasASleepMayCancelOrMoveIt(Setup setup) throws Exception {
    CountDownLatch fired = new CountDownLatch(1);
    try (HeddleRuntime runtime = start(setup)) {
      Sleep cancelled = Futures.sleep(MILLI);
      Sleep moved = Futures.sleep(Duration.ofDays(1));
      for (Sleep sleep : List.of(cancelled, moved)) {
        runtime
            .spawn(
                Futures.<String>pollFn((context, result) -> {
                  sleep.poll(new Polling(runtime, fired::countDown));
                  return result.ready("begun");
                }))
            .join();
      }
      cancelled.close();
      clock.awaitIdle();
      assertThat(heaps.sizes().stream().mapToInt(size -> size).sum()).isEqualTo(1);
      moved.reset(Duration.ofMillis(2));
      clock.advance(MILLI);
      clock.awaitIdle();
      assertThat(fired.getCount()).as("neither cancelled nor moved fires yet").isEqualTo(1);
      clock.advance(MILLI);
      fired.await();
      clock.awaitIdle();
      assertThat(heaps.sizes()).containsOnly(0);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.timers.Setup#everyAdapter")
  void workersOfAForeignPoolWaitForNoTimers(Setup setup) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> setup.builder().timer("timer-wheel:placement=per-worker").build())
        .withMessageMatching("timer was 'timer-wheel:placement=per-worker'; strategy '.*");
  }
}
