package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.TaskCancelledException;
import dev.heddle.runtime.TaskFailedException;
import dev.heddle.runtime.TimerEntry;
import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A timer queue that breaks ends in an exception, never in silence. */
class FaultyQueueTest {

  /** A binary heap that throws when a timer is inserted, or else when one is due. */
  private record Faulty(RuntimeException fault, boolean atInsert) implements TimerQueueProvider {
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
        @Override
        public void insert(TimerEntry entry) {
          if (atInsert) {
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
          throw fault;
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
    try (HeddleRuntime runtime = setup.builder().timer(new Faulty(fault, false)).build()) {
      var sleeper = runtime.spawn(Futures.sleep(Duration.ofMillis(1)));
      assertThatExceptionOfType(TaskCancelledException.class)
          .isThrownBy(sleeper::join)
          .withCause(fault);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.timers.Setup#everyStrategy")
  void oneThatCannotInsertFailsTheSleeperAlone(Setup setup) throws Exception {
    try (HeddleRuntime runtime = setup.builder().timer(new Faulty(fault, true)).build()) {
      var sleeper = runtime.spawn(Futures.sleep(Duration.ofMillis(1)));
      assertThatExceptionOfType(TaskFailedException.class)
          .isThrownBy(sleeper::join)
          .withCause(fault);
      runtime.spawn(Futures.yieldNow()).join();
    }
  }
}
