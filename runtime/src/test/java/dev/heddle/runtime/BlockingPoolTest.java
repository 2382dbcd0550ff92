package dev.heddle.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.heddle.runtime.spi.Options;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class BlockingPoolTest {
  private final RuntimeBuilder builder =
      HeddleRuntime.builder().strategy(new FifoStrategy(), Options.defaults()).workers(2);

  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicInteger starts = new AtomicInteger();
  private final AtomicBoolean refusing = new AtomicBoolean();

  private @Nullable HeddleRuntime runtime;

  private HeddleRuntime start() {
    // As a limit on threads shows itself.
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
      assertThat(runtime.blocking().metrics().idle()).as("idle threads").isZero();
    }
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(10_000);
    }
  }

  /** Occupies one more thread until the release, and returns once it does. */
  private JoinHandle<String> block(HeddleRuntime runtime) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    JoinHandle<String> handle =
        runtime.spawnBlocking(() -> {
          begun.countDown();
          release.await();
          return "released";
        });
    begun.await();
    return handle;
  }

  @Test
  void aJobRunsOnADaemonBesideTheWorkers() throws Exception {
    Thread thread = start().spawnBlocking(Thread::currentThread).join();
    assertThat(thread.getName()).isEqualTo("heddle-blocking-0");
    assertThat(thread.isDaemon()).isTrue();
  }

  @Test
  void aTaskJoinsAJob() throws Exception {
    HeddleRuntime runtime = start();
    JoinHandle<String> job = block(runtime);
    Scripted task =
        new Scripted(
            "task",
            (self, context) ->
                job.pollJoin(context) == Poll.READY ? self.done(job.value()) : Poll.PENDING);
    runtime.spawn(task);
    release.countDown();
    assertThat(task.join()).isEqualTo("released");
  }

  @Test
  void aJobSpawnsAndJoinsTasksAndJobs() throws Exception {
    HeddleRuntime runtime = start();
    JoinHandle<String> job =
        runtime.spawnBlocking(() ->
            runtime.spawn(new Scripted("task", (self, context) -> self.done("task"))).join()
                + runtime.spawnBlocking(() -> " and job").join());
    assertThat(job.join()).isEqualTo("task and job");
  }

  @Test
  void whatAJobThrowsEndsInItsHandle() throws Exception {
    HeddleRuntime runtime = start();
    for (Throwable thrown : List.of(new IOException("broken"), new StackOverflowError())) {
      JoinHandle<String> job =
          runtime.spawnBlocking(() -> {
            if (thrown instanceof Error error) {
              throw error;
            }
            throw (Exception) thrown;
          });
      assertThatExceptionOfType(TaskFailedException.class)
          .isThrownBy(job::join)
          .satisfies(failed -> assertThat(failed.getCause()).isSameAs(thrown));
    }
    assertThat(runtime.spawnBlocking(() -> "alive").join()).isEqualTo("alive");
  }

  @Test
  void noMoreThreadsThanAllowedRunJobs() throws Exception {
    HeddleRuntime runtime = builder.blockingThreads(3).build();
    this.runtime = runtime;
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<JoinHandle<Integer>> jobs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      int value = i;
      jobs.add(
          runtime.spawnBlocking(() -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            release.await();
            now.decrementAndGet();
            return value;
          }));
    }
    await(() -> now.get() == 3);
    assertThat(runtime.blocking().metrics().threads()).as("threads").isEqualTo(3);
    assertThat(runtime.blocking().metrics().queued()).as("queued").isEqualTo(17);
    assertThat(runtime.blocking().metrics().idle()).as("idle").isZero();
    release.countDown();
    for (int i = 0; i < 20; i++) {
      assertThat(jobs.get(i).join()).isEqualTo(i);
    }
    assertThat(most).hasValue(3);
  }

  @Test
  void aThreadIsStartedOnlyIfNoneIsIdle() throws Exception {
    HeddleRuntime runtime = start();
    for (int i = 0; i < 1_000; i++) {
      runtime.spawnBlocking(() -> "quick").join();
      await(
          () -> runtime.blocking().metrics().idle() == 1); // the handle is finished a moment before
    }
    assertThat(starts).hasValue(1);
    block(runtime);
    assertThat(starts).hasValue(1);
    block(runtime);
    assertThat(starts).hasValue(2);
  }

  @Test
  void anIdleThreadEndsAfterItsTime() throws Exception {
    builder.blockingKeepAlive(Duration.ofMillis(1));
    HeddleRuntime runtime = start();
    runtime.spawnBlocking(() -> "first").join();
    await(() -> runtime.blocking().metrics().threads() == 0);
    assertThat(runtime.blocking().metrics().idle()).isZero();
    assertThat(runtime.spawnBlocking(() -> "second").join()).isEqualTo("second");
    assertThat(starts).hasValue(2);
  }

  /** The thread's time is over, but it has not got the lock: just then a job is queued. */
  @Test
  void aJobThatComesWhenTheLastIdleThreadTimesOutIsRun() throws Exception {
    builder.blockingKeepAlive(Duration.ofMillis(50));
    HeddleRuntime runtime = start();
    JoinHandle<String> second = null;
    while (second == null) {
      second = spawnWhileTheIdleThreadTimesOut(runtime);
    }
    assertThat(second.join()).isEqualTo("second");
  }

  /** Null if the thread had ended already when this one got the lock. */
  private static @Nullable JoinHandle<String> spawnWhileTheIdleThreadTimesOut(HeddleRuntime runtime)
      throws Exception {
    BlockingPool pool = runtime.blocking();
    runtime.spawnBlocking(() -> "first").join();
    await(() -> pool.metrics().idle() == 1 || pool.metrics().threads() == 0);
    pool.lock.lock();
    try {
      if (pool.metrics().threads() == 0) {
        return null;
      }
      await(pool.lock::hasQueuedThreads);
      JoinHandle<String> second = runtime.spawnBlocking(() -> "second");
      assertThat(pool.metrics().queued()).isEqualTo(1);
      assertThat(pool.metrics().threads()).as("the one whose time is over").isEqualTo(1);
      return second;
    } finally {
      pool.lock.unlock();
    }
  }

  @Test
  void noJobIsLostHoweverShortTheThreadsLive() throws Exception {
    builder.blockingKeepAlive(Duration.ofNanos(20_000)).blockingThreads(1);
    HeddleRuntime runtime = start();
    for (int i = 0; i < 512; i++) {
      int value = i;
      assertThat(runtime.spawnBlocking(() -> value).join()).isEqualTo(value);
      long until = System.nanoTime() + 1_000L * (i % 64);
      await(() -> System.nanoTime() - until >= 0);
    }
  }

  @Test
  void threadsThatEndAtOnceRunEveryJob() throws Exception {
    builder.blockingKeepAlive(Duration.ZERO);
    HeddleRuntime runtime = start();
    for (int i = 0; i < 512; i++) {
      int value = i;
      assertThat(runtime.spawnBlocking(() -> value).join()).isEqualTo(value);
    }
  }

  @RepeatedTest(5)
  void manyThreadsSpawnManyJobs() throws Exception {
    builder.blockingKeepAlive(Duration.ofNanos(50_000)).blockingThreads(4);
    HeddleRuntime runtime = start();
    AtomicInteger sum = new AtomicInteger();
    List<Thread> spawners = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      spawners.add(
          Thread.ofPlatform()
              .start(() -> {
                List<JoinHandle<Integer>> jobs = new ArrayList<>();
                for (int j = 0; j < 500; j++) {
                  jobs.add(runtime.spawnBlocking(sum::incrementAndGet));
                  if (j % 50 == 49) {
                    jobs.forEach(BlockingPoolTest::joinUninterruptibly);
                  }
                }
              }));
    }
    for (Thread spawner : spawners) {
      spawner.join();
    }
    assertThat(sum).hasValue(2_000);
  }

  private static void joinUninterruptibly(JoinHandle<?> handle) {
    try {
      handle.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  // ---- abort ---------------------------------------------------------------------------------

  @Test
  void anAbortedJobThatHasNotBegunIsCancelledAtOnce() throws Exception {
    builder.blockingThreads(1);
    HeddleRuntime runtime = start();
    block(runtime);
    AtomicBoolean ran = new AtomicBoolean();
    JoinHandle<Boolean> queued = runtime.spawnBlocking(() -> ran.getAndSet(true));
    queued.abort();
    queued.abort();
    assertThat(queued.isFinished()).isTrue();
    assertThatExceptionOfType(TaskCancelledException.class).isThrownBy(queued::join);
    assertThat(runtime.blocking().metrics().queued()).isZero();
    release.countDown();
    runtime.spawnBlocking(() -> "after").join();
    assertThat(ran).isFalse();
  }

  @Test
  void anAbortDoesNothingToAJobThatHasBegun() throws Exception {
    JoinHandle<String> job = block(start());
    job.abort();
    assertThat(job.isFinished()).isFalse();
    release.countDown();
    assertThat(job.join()).isEqualTo("released");
  }

  // ---- threads that cannot be started --------------------------------------------------------

  @Test
  void withoutAnyThreadAJobFailsAtOnce() throws Exception {
    HeddleRuntime runtime = start();
    refusing.set(true);
    JoinHandle<String> job = runtime.spawnBlocking(() -> "never");
    assertThat(job.isFinished()).isTrue();
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(job::join)
        .havingCause()
        .isInstanceOf(RejectedExecutionException.class)
        .withMessageContaining("no thread could be started")
        .withCauseInstanceOf(OutOfMemoryError.class);
    refusing.set(false);
    assertThat(runtime.spawnBlocking(() -> "again").join()).isEqualTo("again");
  }

  @Test
  void whileAThreadLivesAJobWaitsForIt() throws Exception {
    HeddleRuntime runtime = start();
    JoinHandle<String> first = block(runtime);
    refusing.set(true);
    JoinHandle<String> second = runtime.spawnBlocking(() -> "second");
    JoinHandle<String> third = runtime.spawnBlocking(() -> "third");
    assertThat(runtime.blocking().metrics().queued()).isEqualTo(2);
    release.countDown();
    assertThat(List.of(first.join(), second.join(), third.join()))
        .containsExactly("released", "second", "third");
    assertThat(starts).hasValue(1);
  }

  /** The only thread of the pool becomes a worker: no other comes for the job it left behind. */
  @Test
  void aJobThatALastThreadLeavesBehindFails() throws Exception {
    builder.blockingThreads(1).workers(1);
    HeddleRuntime runtime = start();
    BlockingPool pool = runtime.blocking();
    runtime.spawnBlocking(() -> "starts the thread").join();
    await(() -> pool.metrics().idle() == 1);
    CountDownLatch blocked = new CountDownLatch(1);
    Scripted task =
        new Scripted(
            "blocking",
            (self, context) -> {
              inPlace(() -> {
                blocked.countDown();
                release.await();
                return "";
              });
              return self.done("went on");
            });
    refusing.set(true);
    JoinHandle<String> job;
    pool.lock.lock();
    try {
      job = runtime.spawnBlocking(() -> "never");
      runtime.spawn(task);
      await(pool.lock::hasQueuedThreads); // the idle thread, for the job
      await(() -> pool.lock.getQueueLength() == 2); // and the worker, in blockInPlace
    } finally {
      pool.lock.unlock();
    }
    // Whichever of the two was first: the job was run, or was left behind and failed.
    await(job::isFinished);
    release.countDown();
    assertThat(task.join()).isEqualTo("went on");
    try {
      assertThat(job.join()).isEqualTo("never");
    } catch (TaskFailedException failed) {
      assertThat(failed).hasCauseInstanceOf(RejectedExecutionException.class);
    }
  }

  @Test
  void withoutAnotherThreadAClosureRunsInPlaceAllTheSame() throws Exception {
    HeddleRuntime runtime = start();
    refusing.set(true);
    for (int i = 0; i < 3; i++) {
      Scripted task =
          new Scripted(
              "task",
              (self, context) -> self.done(inPlace(() -> Thread.currentThread().getName())));
      assertThat(runtime.spawn(task).join()).startsWith("heddle-fifo-");
    }
    assertThat(runtime.blocking().metrics().threads()).isZero();
    assertThat(runtime.spawn(Scripted.noting("alive", new ArrayList<>())).join())
        .isEqualTo("alive");
  }

  private static <T> T inPlace(java.util.concurrent.Callable<T> closure) {
    try {
      return HeddleRuntime.blockInPlace(closure);
    } catch (RuntimeException unchecked) {
      throw unchecked;
    } catch (Exception checked) {
      throw new AssertionError(checked);
    }
  }

  // ---- the end -------------------------------------------------------------------------------

  @Test
  void closingLetsJobsFinishThatHaveBegunAndCancelsTheOthers() throws Exception {
    builder.blockingThreads(1);
    HeddleRuntime runtime = start();
    JoinHandle<String> begun = block(runtime);
    JoinHandle<String> queued = runtime.spawnBlocking(() -> "never");
    List<ShutdownReport> reports = new ArrayList<>();
    Thread closer =
        Thread.ofPlatform().start(() -> reports.add(runtime.close(Duration.ofDays(1_000_000))));
    await(queued::isFinished);
    assertThatExceptionOfType(TaskCancelledException.class).isThrownBy(queued::join);
    assertThatIllegalStateException()
        .isThrownBy(() -> runtime.spawnBlocking(() -> "late"))
        .withMessage("the runtime is closed");
    assertThat(begun.isFinished()).isFalse();
    release.countDown();
    closer.join();
    assertThat(begun.join()).isEqualTo("released");
    assertThat(reports).containsExactly(new ShutdownReport(List.of()));
    assertThat(reports.getFirst().isClean()).isTrue();
  }

  @Test
  void whatDoesNotFinishInTimeIsInterruptedAndReported() throws Exception {
    HeddleRuntime runtime = start();
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    final class Endless implements java.util.concurrent.Callable<String> {
      @Override
      public String call() throws Exception {
        begun.countDown();
        try {
          release.await();
        } catch (InterruptedException e) {
          interrupted.set(true);
        }
        release.await(); // it does not care
        return "after all";
      }
    }
    JoinHandle<String> job = runtime.spawnBlocking(new Endless());
    begun.await();
    ShutdownReport report = runtime.close(Duration.ofMillis(20));
    assertThat(report.isClean()).isFalse();
    assertThat(report.unfinished())
        .singleElement()
        .satisfies(unfinished -> {
          assertThat(unfinished.work()).isEqualTo(Endless.class.getName());
          assertThat(unfinished.thread()).isEqualTo("heddle-blocking-0");
          assertThat(unfinished.stackTop()).isNotEmpty();
        });
    assertThat(report.toString()).startsWith("1 unfinished").contains("heddle-blocking-0");
    assertThat(runtime.close(Duration.ZERO)).as("the same report").isEqualTo(report);
    assertThatExceptionOfType(TaskCancelledException.class)
        .as("nobody waits for it any more")
        .isThrownBy(job::join);
    await(interrupted::get);
    release.countDown();
    await(job::isFinished);
    assertThat(job.join()).isEqualTo("after all");
    await(() -> runtime.blocking().metrics().threads() == 0);
  }

  @Test
  void aJobCannotCloseItsRuntime() throws Exception {
    HeddleRuntime runtime = start();
    JoinHandle<String> job =
        runtime.spawnBlocking(() -> {
          runtime.close();
          return "closed";
        });
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(job::join)
        .withMessageContaining("close() would wait for the blocking work that calls it");
  }

  @Test
  void aPoolWithoutThreadsIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.blockingThreads(0))
        .withMessage("blockingThreads was 0; allowed is 1 or more");
  }

  @Test
  void negativeTimesAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.blockingKeepAlive(Duration.ofSeconds(-1)))
        .withMessage("blockingKeepAlive was PT-1S; allowed is zero or more");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.closeTimeout(Duration.ofSeconds(-1)))
        .withMessage("closeTimeout was PT-1S; allowed is zero or more");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> start().close(Duration.ofSeconds(-1)))
        .withMessage("timeout was PT-1S; allowed is zero or more");
  }
}
