package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.TaskCancelledException;
import dev.heddle.runtime.TaskFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.heddle.strategies.Setup#everyStrategy")
class CloseTest {
  private final HeddleRuntime runtime;

  CloseTest(Setup setup) {
    runtime = setup.start();
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  private static void assertCancelled(Probe<?> task) {
    assertThat(task.isFinished()).isTrue();
    assertThatExceptionOfType(TaskCancelledException.class).isThrownBy(task::join).withNoCause();
    assertThat(task.closes()).as("closes").isEqualTo(1);
  }

  /** Occupies all workers until the latch is released. */
  private List<Probe<String>> blockWorkers(CountDownLatch release, Probe.Body<String> then)
      throws InterruptedException {
    List<Probe<String>> blockers = new ArrayList<>();
    for (int i = 0; i < runtime.workers(); i++) {
      Probe<String> blocker = Probe.blocking(release, then);
      blockers.add(blocker);
      runtime.spawn(blocker);
      blocker.awaitPoll();
    }
    return blockers;
  }

  @Test
  void waitingTasksAreCancelledWithoutAnotherPoll() throws Exception {
    List<Probe<String>> tasks = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      Probe<String> task = Probe.idle();
      tasks.add(task);
      runtime.spawn(task);
      task.awaitPoll();
    }
    runtime.close();
    for (Probe<String> task : tasks) {
      assertCancelled(task);
      assertThat(task.polls()).isEqualTo(1);
    }
  }

  @Test
  void queuedTasksAreCancelledOrRunButNeverLost() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    blockWorkers(release, (self, context) -> self.done("released"));
    List<Probe<Integer>> queued = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      Probe<Integer> task = Probe.of(i);
      queued.add(task);
      runtime.spawn(task);
    }
    Thread closer = Thread.ofPlatform().start(runtime::close);
    release.countDown();
    closer.join();
    assertThat(queued)
        .allSatisfy(task -> {
          assertThat(task.isFinished()).isTrue();
          assertThat(task.closes()).as("closes").isEqualTo(1);
        });
  }

  @Test
  void aPollUnderWayGoesOnToItsEnd() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    List<Probe<String>> running =
        blockWorkers(
            release,
            (self, context) -> {
              awaitClosing(context.runtime());
              return self.done("value");
            });
    Thread closer = Thread.ofPlatform().start(runtime::close);
    release.countDown();
    closer.join();
    for (Probe<String> task : running) {
      assertThat(task.join()).isEqualTo("value");
      assertThat(task.closes()).isEqualTo(1);
    }
  }

  @Test
  void aPollUnderWayThatEndsPendingIsCancelled() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    List<Probe<String>> running =
        blockWorkers(
            release,
            (self, context) -> {
              awaitClosing(context.runtime());
              return Poll.PENDING;
            });
    Thread closer = Thread.ofPlatform().start(runtime::close);
    release.countDown();
    closer.join();
    running.forEach(CloseTest::assertCancelled);
  }

  /** A closing runtime is one that refuses to spawn. */
  private static void awaitClosing(HeddleRuntime runtime) {
    try {
      while (true) {
        runtime.spawn(Probe.of(0));
        Thread.onSpinWait();
      }
    } catch (IllegalStateException closing) {
      assertThat(closing).hasMessage("the runtime is closed");
    }
  }

  @Test
  void yieldingTasksAreCancelled() throws Exception {
    List<Probe<String>> tasks = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Probe<String> task = new Probe<>((self, context) -> context.yieldNow());
      tasks.add(task);
      runtime.spawn(task);
    }
    runtime.close();
    tasks.forEach(CloseTest::assertCancelled);
  }

  @Test
  void spawningAfterwardsIsRefused() {
    runtime.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> runtime.spawn(Probe.of("late")))
        .withMessage("the runtime is closed");
  }

  @Test
  void closingAgainDoesNothing() throws Exception {
    Probe<String> task = Probe.idle();
    runtime.spawn(task);
    runtime.close();
    runtime.close();
    assertCancelled(task);
  }

  @Test
  void everyThreadThatClosesWaitsForTheEnd() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    List<Probe<String>> running = blockWorkers(release, (self, context) -> Poll.PENDING);
    Queue<Boolean> finished = new ConcurrentLinkedQueue<>();
    List<Thread> closers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      closers.add(
          Thread.ofPlatform()
              .start(() -> {
                runtime.close();
                finished.add(running.stream().allMatch(Probe::isFinished));
              }));
    }
    release.countDown();
    for (Thread closer : closers) {
      closer.join();
    }
    assertThat(finished).containsExactly(true, true, true, true);
  }

  @Test
  void closingOnAWorkerIsRefused() {
    JoinHandle<String> handle =
        runtime.spawn(
            new Probe<>((self, context) -> {
              context.runtime().close();
              return self.done("closed");
            }));
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(handle::join)
        .havingCause()
        .isInstanceOf(IllegalStateException.class)
        .withMessageContaining("call it from outside");
  }

  @Test
  void anInterruptWhileClosingIsKept() {
    Thread.currentThread().interrupt();
    runtime.close();
    assertThat(Thread.interrupted()).isTrue();
  }

  /** Each future that is closed wakes the next task, which may wait, be queued or be finished. */
  @Test
  void closingAFutureMayWakeOtherTasks() throws Exception {
    List<Probe<String>> tasks = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      int next = (i + 1) % 1_000;
      tasks.add(Probe.idle(() -> tasks.get(next).wake()));
    }
    for (Probe<String> task : tasks) {
      runtime.spawn(task);
      task.awaitPoll();
    }
    runtime.close();
    tasks.forEach(CloseTest::assertCancelled);
  }

  @Test
  void anExceptionInAFuturesCloseKeepsNoOtherOpen() throws Exception {
    RuntimeException thrown = new RuntimeException("close");
    List<Probe<String>> tasks = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Probe<String> task =
          Probe.idle(() -> {
            throw thrown;
          });
      tasks.add(task);
      runtime.spawn(task);
      task.awaitPoll();
    }
    runtime.close();
    for (Probe<String> task : tasks) {
      assertThatExceptionOfType(TaskFailedException.class).isThrownBy(task::join).withCause(thrown);
      assertThat(task.closes()).isEqualTo(1);
    }
  }

  @Test
  void aThreadThatJoinsIsReleased() throws Exception {
    Probe<String> task = Probe.idle();
    runtime.spawn(task);
    CountDownLatch cancelled = new CountDownLatch(1);
    Thread joiner =
        Thread.ofPlatform()
            .start(() -> {
              try {
                task.join();
              } catch (TaskCancelledException expected) {
                cancelled.countDown();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    runtime.close();
    joiner.join();
    assertThat(cancelled.getCount()).isZero();
  }

  /** Of everything that spawn accepted, nothing is left unfinished, whenever close comes. */
  @RepeatedTest(20)
  void spawningWhileClosingLosesNothing() throws Exception {
    Queue<Probe<String>> accepted = new ConcurrentLinkedQueue<>();
    CountDownLatch spawning = new CountDownLatch(2);
    List<Thread> spawners = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      spawners.add(
          Thread.ofPlatform()
              .start(() -> {
                try {
                  while (true) {
                    Probe<String> task = Probe.idle();
                    runtime.spawn(task);
                    accepted.add(task);
                    spawning.countDown();
                  }
                } catch (IllegalStateException closed) {
                  assertThat(closed).hasMessage("the runtime is closed");
                }
              }));
    }
    spawning.await();
    runtime.close();
    for (Thread spawner : spawners) {
      spawner.join();
    }
    assertThat(accepted.stream().filter(task -> !task.isFinished() || task.closes() != 1))
        .as("accepted, but not finished and closed once")
        .isEmpty();
  }
}
