package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Parker;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.ThreadParker;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Reactor;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What a driver may rely on: one parker per worker, and no other door. */
@ParameterizedClass
@MethodSource("dev.heddle.strategies.Setup#everyPolicy")
class DriverSeamTest {
  private final Setup setup;

  DriverSeamTest(Setup setup) {
    this.setup = setup;
  }

  /** Waits as without a driver, but counts; looking may run an event once. */
  private static final class CountingDriver implements DriverProvider {
    final AtomicIntegerArray parks = new AtomicIntegerArray(64);
    final AtomicInteger looks = new AtomicInteger();
    final AtomicInteger foreignThreads = new AtomicInteger();
    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger retired = new AtomicInteger();
    final AtomicInteger closes = new AtomicInteger();
    final AtomicReference<@Nullable Runnable> event = new AtomicReference<>();
    final AtomicReference<@Nullable Runnable> eventInPark = new AtomicReference<>();

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public String summary() {
      return "counts";
    }

    @Override
    public Reactor open(Options options, boolean oneThread) {
      Parker parker = new ThreadParker();
      int worker = opened.getAndIncrement();
      return new Reactor() {
        private volatile @Nullable Thread thread;

        @Override
        public void close() {
          closes.incrementAndGet();
        }

        private void onlyByOneThread() {
          Thread caller = Thread.currentThread();
          if (thread == null) {
            thread = caller;
          } else if (thread != caller) {
            foreignThreads.incrementAndGet();
          }
        }

        @Override
        public void retire() {
          onlyByOneThread();
          retired.incrementAndGet();
        }

        @Override
        public void park(long deadlineNanos) {
          onlyByOneThread();
          parks.incrementAndGet(worker);
          Runnable due = eventInPark.getAndSet(null);
          if (due != null) {
            due.run(); // as a wait that ends for I/O: the permit is not touched
            return;
          }
          parker.park(deadlineNanos);
        }

        @Override
        public void poll() {
          onlyByOneThread();
          looks.incrementAndGet();
          Runnable due = event.getAndSet(null);
          if (due != null) {
            due.run();
          }
        }

        @Override
        public void unpark() {
          parker.unpark();
        }
      };
    }
  }

  @Test
  void everyWaitOfAWorkerIsAParkAndIsCounted() throws Exception {
    CountingDriver driver = new CountingDriver();
    HeddleRuntime runtime = setup.builder().driver(driver).build();
    try (runtime) {
      for (int i = 0; i < 10_000; i++) {
        assertThat(runtime.spawn(Probe.of(i)).join()).isEqualTo(i);
      }
    }
    int[] parks = new int[setup.workers()];
    Arrays.setAll(parks, driver.parks::get);
    assertThat(runtime.workerCounters().stream().mapToInt(counters -> (int) counters.parks()))
        .containsExactly(Arrays.stream(parks).boxed().toArray(Integer[]::new));
    assertThat(driver.foreignThreads).as("calls by another thread").hasValue(0);
    assertThat(driver.opened).as("event loops").hasValue(setup.workers());
    assertThat(driver.retired).as("ends of threads").hasValue(setup.workers());
    assertThat(driver.closes).as("closes").hasValue(setup.workers());
  }

  @Test
  void workersThatAreNeverOutOfWorkLookAtTheDriverToo() throws Exception {
    CountingDriver driver = new CountingDriver();
    try (HeddleRuntime runtime = setup.builder().driver(driver).build()) {
      Probe<String> task =
          new Probe<>((self, context) -> {
            if (self.polls() == 1) {
              driver.event.set(self::abort);
            }
            context.waker().wake();
            return Poll.PENDING;
          });
      runtime.spawn(task);
      while (!task.isFinished()) {
        Thread.onSpinWait();
      }
      assertThat(task.closes()).isEqualTo(1);
    }
  }

  /** One worker, so that it is this worker's looks that are counted. */
  @Test
  void aTaskThatTheDriverWakesWhileAnIdleWorkerLooksIsPolled() throws Exception {
    CountingDriver driver = new CountingDriver();
    try (HeddleRuntime runtime = new Setup(setup.strategy(), 1).builder().driver(driver).build()) {
      Probe<String> task =
          new Probe<>((self, context) -> {
            if (self.polls() > 1) {
              return self.done("woken");
            }
            // One look follows this turn, and the next one the wait, which ends for another event.
            driver.event.set(() -> driver.eventInPark.set(() -> driver.event.set(self::wake)));
            return Poll.PENDING;
          });
      assertThat(runtime.spawn(task).join()).isEqualTo("woken");
    }
  }

  /**
   * The only worker wakes tasks out of its own wait, in which its policy has announced it as
   * parked. Whether that leaves it a permit or not, it polls them all and waits for the next event.
   */
  @Test
  void whatTheDriverWakesWhileTheOnlyWorkerWaitsIsPolled() throws Exception {
    int events = 1_000;
    CountingDriver driver = new CountingDriver();
    try (HeddleRuntime runtime = new Setup(setup.strategy(), 1).builder().driver(driver).build()) {
      Probe<Integer> second =
          new Probe<>(
              (self, context) -> self.polls() > events ? self.done(self.polls()) : Poll.PENDING);
      runtime.spawn(second);
      second.awaitPoll();
      Probe<Integer> first =
          new Probe<>((self, context) -> {
            if (self.polls() > events) {
              return self.done(self.polls());
            }
            driver.eventInPark.set(() -> {
              self.wake();
              second.wake();
            });
            return Poll.PENDING;
          });
      runtime.spawn(first);
      assertThat(first.join()).isEqualTo(events + 1);
      assertThat(second.join()).isEqualTo(events + 1);
    }
  }
}
