package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Reactor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One worker whose core goes from thread to thread. */
class CoreHandoverTest {
  private final AtomicInteger starts = new AtomicInteger();
  private final AtomicBoolean refusing = new AtomicBoolean();
  private final CountDownLatch release = new CountDownLatch(1);
  private final EventDriver driver = new EventDriver();
  private @Nullable HeddleRuntime runtime;

  private HeddleRuntime start() {
    RuntimeBuilder builder =
        HeddleRuntime.builder()
            .strategy(new FifoStrategy(), Options.defaults())
            .driver(driver)
            .workers(1);
    builder.threadStarter =
        thread -> {
          if (refusing.get()) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          starts.incrementAndGet();
          thread.start();
        };
    HeddleRuntime started = builder.build();
    runtime = started;
    return started;
  }

  @AfterEach
  void close() {
    release.countDown();
    if (runtime != null) {
      runtime.close();
      assertThat(runtime.blocking().metrics().threads()).as("threads that are left").isZero();
    }
  }

  /** Parks as without a driver; a look may run an event, once. */
  private static final class EventDriver implements DriverProvider {
    final AtomicReference<@Nullable Runnable> event = new AtomicReference<>();
    volatile @Nullable String bound;
    private final Parker parker = new ThreadParker();

    @Override
    public String name() {
      return "events";
    }

    @Override
    public String summary() {
      return "runs what a test gives it";
    }

    @Override
    public Reactor open(Options options, boolean oneThread) {
      return new Reactor() {
        @Override
        public void close() {}

        @Override
        public void park(long deadlineNanos) {
          parker.park(deadlineNanos);
        }

        @Override
        public void unpark() {
          parker.unpark();
        }

        @Override
        public void poll() {
          Runnable due = event.getAndSet(null);
          if (due != null) {
            due.run();
          }
        }

        @Override
        public Optional<String> boundToItsThread() {
          return Optional.ofNullable(bound);
        }
      };
    }
  }

  private static <T> T inPlace(Callable<T> closure) {
    try {
      return HeddleRuntime.blockInPlace(closure);
    } catch (RuntimeException unchecked) {
      throw unchecked;
    } catch (Exception checked) {
      throw new AssertionError(checked);
    }
  }

  private static JoinHandle<String> spawn(
      HeddleRuntime runtime, BiFunction<Scripted, Context, Poll> body) {
    return runtime.spawn(new Scripted("task", body));
  }

  private static boolean await(CountDownLatch latch) throws InterruptedException {
    latch.await();
    return true;
  }

  @Test
  void aThousandQuickCallsLeaveAThreadOrTwo() throws Exception {
    HeddleRuntime runtime = start();
    JoinHandle<String> task =
        spawn(
            runtime,
            (self, context) -> {
              inPlace(() -> "quick");
              return self.polls < 1_000 ? context.yieldNow() : self.done("done");
            });
    assertThat(task.join()).isEqualTo("done");
    assertThatThreadsWereUsedAgain(runtime);
  }

  @Test
  void aThousandCallsThatEachLoseTheCoreTakeTurnsOnAFewThreads() throws Exception {
    HeddleRuntime runtime = start();
    JoinHandle<String> task =
        spawn(
            runtime,
            (self, context) -> {
              CountDownLatch opened = new CountDownLatch(1);
              spawn(
                  runtime,
                  (other, in) -> {
                    opened.countDown();
                    return other.done("opened");
                  });
              inPlace(() -> await(opened));
              return self.polls < 1_000 ? context.yieldNow() : self.done("done");
            });
    assertThat(task.join()).isEqualTo("done");
    assertThatThreadsWereUsedAgain(runtime);
    runtime.close();
    assertThat(runtime.counters().polls()).isEqualTo(2_000);
    assertThat(runtime.workerCounters()).hasSize(1);
  }

  /**
   * How many were started depends on how many were still on their way back to the pool each time,
   * which takes a while on a busy machine; but each of them comes back.
   */
  private void assertThatThreadsWereUsedAgain(HeddleRuntime runtime) {
    while (runtime.blocking().metrics().idle()
        != starts.get()) { // one has the core, and there is the first
      Thread.onSpinWait();
    }
    assertThat(starts.get()).isBetween(1, 500);
    assertThat(runtime.workerCounters()).hasSize(1);
  }

  @Test
  void theDriverIsLookedAtMeanwhile() throws Exception {
    HeddleRuntime runtime = start();
    CountDownLatch opened = new CountDownLatch(1);
    JoinHandle<String> task =
        spawn(
            runtime,
            (self, context) -> {
              driver.event.set(opened::countDown);
              inPlace(() -> await(opened));
              return self.done("went on");
            });
    assertThat(task.join()).isEqualTo("went on");
  }

  @Test
  void aParkerThatIsBoundToItsThreadIsARefusalWithTheReason() throws Exception {
    HeddleRuntime runtime = start();
    driver.bound = "the ring is entered by one thread";
    AtomicBoolean ran = new AtomicBoolean();
    JoinHandle<String> task =
        spawn(runtime, (self, context) -> self.done(inPlace(() -> "" + ran.getAndSet(true))));
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(task::join)
        .havingCause()
        .isInstanceOf(UnsupportedOperationException.class)
        .withMessageContaining("the ring is entered by one thread")
        .withMessageContaining("spawnBlocking");
    assertThat(ran).isFalse();
    assertThat(spawn(runtime, (self, context) -> self.done("alive")).join()).isEqualTo("alive");
  }

  @Test
  void aPoolThatCannotReplaceAThreadIsARefusalWithTheReason() throws Exception {
    List<Task<?>> runnable = new ArrayList<>();
    try (HeddleRuntime runtime = HandDriven.runtime(runnable::add)) {
      JoinHandle<String> task =
          spawn(runtime, (self, context) -> self.done(inPlace(() -> "never")));
      Worker worker = runtime.books().newWorker();
      worker.bindToCurrentThread();
      worker.run(runnable.getFirst());
      Worker.unbindCurrentThread();
      assertThatExceptionOfType(TaskFailedException.class)
          .isThrownBy(task::join)
          .havingCause()
          .isInstanceOf(UnsupportedOperationException.class)
          .withMessageContaining("spawnBlocking");
    }
  }

  @Test
  void aWakerThatBlocksEndsTheRuntime() throws Exception {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    AtomicReference<@Nullable Throwable> uncaught = new AtomicReference<>();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> uncaught.set(thrown));
    try {
      HeddleRuntime runtime = start();
      JoinHandle<String> waiting =
          spawn(
              runtime,
              (self, context) -> {
                driver.event.set(() -> inPlace(() -> "never")); // the look follows this turn
                return Poll.PENDING;
              });
      assertThatExceptionOfType(TaskCancelledException.class)
          .isThrownBy(waiting::join)
          .withMessageContaining("blockInPlace was called by a waker");
      while (uncaught.get() == null) {
        Thread.onSpinWait();
      }
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
    assertThat(uncaught.get()).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aClosureThatDoesNotEndInTimeIsInterruptedAndReported() throws Exception {
    HeddleRuntime runtime = start();
    AtomicBoolean interrupted = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    JoinHandle<String> task =
        spawn(
            runtime,
            (self, context) -> {
              inPlace(() -> {
                begun.countDown();
                try {
                  return await(release);
                } catch (InterruptedException e) {
                  interrupted.set(true);
                  return await(release);
                }
              });
              return self.done("after all");
            });
    begun.await();
    // Only when another thread has the core does the close not depend on this one.
    spawn(runtime, (self, context) -> self.done("polled by the other")).join();
    ShutdownReport report = runtime.close(Duration.ofMillis(20));
    assertThat(report.unfinished())
        .singleElement()
        .satisfies(unfinished -> {
          assertThat(unfinished.work()).startsWith(CoreHandoverTest.class.getName());
          assertThat(unfinished.thread()).isEqualTo("heddle-fifo-0");
          assertThat(unfinished.stackTop()).isNotEmpty();
        });
    release.countDown();
    while (!task.isFinished()) {
      Thread.onSpinWait();
    }
    assertThat(interrupted).isTrue();
    assertThat(task.join()).isEqualTo("after all");
  }

  @Test
  void aClosureThatKeptItsWorkerIsInterruptedAndWaitedFor() throws Exception {
    HeddleRuntime runtime = start();
    refusing.set(true);
    CountDownLatch begun = new CountDownLatch(1);
    JoinHandle<String> task =
        spawn(
            runtime,
            (self, context) ->
                self.done(
                    inPlace(() -> {
                      begun.countDown();
                      try {
                        await(release);
                        return "released";
                      } catch (InterruptedException e) {
                        return "interrupted";
                      }
                    })));
    begun.await();
    JoinHandle<String> behind = spawn(runtime, (self, context) -> self.done("never"));
    assertThat(runtime.close(Duration.ofMillis(20)).unfinished()).hasSize(1);
    assertThat(task.join()).isEqualTo("interrupted");
    assertThatExceptionOfType(TaskCancelledException.class).isThrownBy(behind::join);
  }

  @Test
  void theThreadsTakeTheNamesOfWhatTheyAre() throws Exception {
    HeddleRuntime runtime = start();
    Thread[] threads = new Thread[2];
    CountDownLatch opened = new CountDownLatch(1);
    JoinHandle<String> task =
        spawn(
            runtime,
            (self, context) -> {
              threads[0] = Thread.currentThread();
              inPlace(() -> await(opened));
              return self.done("done");
            });
    spawn(
            runtime,
            (self, context) -> {
              threads[1] = Thread.currentThread();
              opened.countDown();
              return self.done("opened");
            })
        .join();
    task.join();
    assertThat(threads[1]).isNotSameAs(threads[0]);
    assertThat(threads[1].getName()).isEqualTo("heddle-fifo-0");
    while (runtime.blocking().metrics().idle() < 1) {
      Thread.onSpinWait();
    }
    assertThat(threads[0].getName()).startsWith("heddle-blocking-");
  }
}
