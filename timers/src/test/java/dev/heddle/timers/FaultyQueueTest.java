package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.runtime.Future;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Sleep;
import dev.heddle.runtime.TaskCancelledException;
import dev.heddle.runtime.TaskFailedException;
import dev.heddle.runtime.TimerEntry;
import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A timer queue that breaks ends in an exception, never in silence. */
class FaultyQueueTest {

  /** A binary heap that throws at certain inserts, and always when one is due if so wanted. */
  private record Faulty(RuntimeException fault, IntPredicate failsAt, boolean expires)
      implements TimerQueueProvider {
    @Override
    public String name() {
      return "faulty";
    }

    @Override
    public String summary() {
      return "for tests";
    }

    @Override
    public TimerQueue create(long nowNanos) {
      TimerQueue heap = new BinaryHeap().create(nowNanos);
      return new TimerQueue() {
        private int inserts;

        @Override
        public void insert(TimerEntry entry) {
          if (failsAt.test(++inserts)) {
            throw fault;
          }
          heap.insert(entry);
        }

        @Override
        public boolean cancel(TimerEntry entry) {
          return heap.cancel(entry);
        }

        @Override
        public void expire(long nowNanos, Consumer<? super TimerEntry> due) {
          if (!expires) {
            throw fault;
          }
          heap.expire(nowNanos, due);
        }

        @Override
        public long nextDeadlineNanos() {
          return heap.nextDeadlineNanos();
        }

        @Override
        public int size() {
          return heap.size();
        }
      };
    }
  }

  private final RuntimeException fault = new RuntimeException("on purpose");

  @ParameterizedTest
  @MethodSource("dev.heddle.timers.Setup#everyStrategy")
  void oneThatCannotExpireFailsTheRuntime(Setup setup) {
    try (HeddleRuntime runtime =
        setup.builder().timer(new Faulty(fault, insert -> false, false)).build()) {
      var sleeper = runtime.spawn(Futures.sleep(Duration.ofMillis(1)));
      assertThatExceptionOfType(TaskCancelledException.class)
          .isThrownBy(sleeper::join)
          .withCause(fault);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.timers.Setup#everyStrategy")
  void oneThatCannotInsertFailsTheSleeperAlone(Setup setup) throws Exception {
    try (HeddleRuntime runtime =
        setup.builder().timer(new Faulty(fault, insert -> true, true)).build()) {
      var sleeper = runtime.spawn(Futures.sleep(Duration.ofMillis(1)));
      assertThatExceptionOfType(TaskFailedException.class)
          .isThrownBy(sleeper::join)
          .withCause(fault);
      runtime.spawn(Futures.yieldNow()).join();
    }
  }

  /** Polls the sleep, and says when it has. */
  private static Future<@Nullable Void> polling(Sleep sleep, CountDownLatch polled) {
    return Futures.pollFn((context, result) -> {
      Poll poll = sleep.poll(context);
      polled.countDown();
      return poll == Poll.READY ? result.ready(null) : Poll.PENDING;
    });
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.timers.Setup#everyStrategy")
  void oneThatCannotTakeATimerBackFailsTheSleeperAndWhoeverResetIt(Setup setup) throws Exception {
    try (HeddleRuntime runtime =
        setup.builder().timer(new Faulty(fault, insert -> insert > 1, true)).build()) {
      Sleep sleep = Futures.sleep(Duration.ofHours(1));
      CountDownLatch polled = new CountDownLatch(1);
      var sleeper = runtime.spawn(polling(sleep, polled));
      polled.await();
      assertThatThrownBy(() -> sleep.reset(Duration.ofHours(2))).isSameAs(fault);
      assertThatExceptionOfType(TaskFailedException.class)
          .isThrownBy(sleeper::join)
          .withCause(fault);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.timers.Setup#everyStrategy")
  void oneThatOnceCouldNotTakeATimerBackIsAskedAgain(Setup setup) throws Exception {
    try (HeddleRuntime runtime =
        setup.builder().timer(new Faulty(fault, insert -> insert == 2, true)).build()) {
      Sleep sleep = Futures.sleep(Duration.ofHours(1));
      CountDownLatch polled = new CountDownLatch(1);
      var sleeper = runtime.spawn(polling(sleep, polled));
      polled.await();
      long due = System.nanoTime() + 1_000_000;
      assertThatThrownBy(() -> sleep.resetTo(due)).isSameAs(fault);
      sleeper.join();
      assertThat(System.nanoTime() - due).as("nanoseconds late").isNotNegative();
    }
  }
}
