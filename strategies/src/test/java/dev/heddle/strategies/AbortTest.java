package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.TaskCancelledException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.heddle.strategies.Setup#everyStrategy")
class AbortTest {
  private final HeddleRuntime runtime;

  AbortTest(Setup setup) {
    runtime = setup.start();
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  private static void assertCancelled(Probe<?> task) {
    assertThatExceptionOfType(TaskCancelledException.class)
        .isThrownBy(task::join)
        .withNoCause()
        .withMessage("the task was cancelled");
    assertThat(task.closes()).as("closes").isEqualTo(1);
  }

  @Test
  void aWaitingTaskIsCancelledWithoutAnotherPoll() throws Exception {
    Probe<String> task = Probe.idle();
    runtime.spawn(task);
    task.awaitPoll();
    task.abort();
    assertCancelled(task);
    assertThat(task.polls()).isEqualTo(1);
  }

  @Test
  void aQueuedTaskIsCancelledWithoutAPoll() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    for (int i = 0; i < runtime.workers(); i++) {
      Probe<String> blocker = Probe.blocking(release, (self, context) -> self.done("released"));
      runtime.spawn(blocker);
      blocker.awaitPoll();
    }
    Probe<String> task = Probe.of("value");
    runtime.spawn(task).abort();
    release.countDown();
    assertCancelled(task);
    assertThat(task.polls()).isZero();
  }

  @Test
  void aRunningTaskIsCancelledWhenItsPollEndsPending() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    Probe<String> task = Probe.blocking(release, (self, context) -> Poll.PENDING);
    runtime.spawn(task);
    task.awaitPoll();
    task.abort();
    release.countDown();
    assertCancelled(task);
    assertThat(task.polls()).isEqualTo(1);
  }

  @Test
  void aRunningTaskThatGetsReadyIsNotCancelled() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    Probe<String> task = Probe.blocking(release, (self, context) -> self.done("value"));
    runtime.spawn(task);
    task.awaitPoll();
    task.abort();
    release.countDown();
    assertThat(task.join()).isEqualTo("value");
    assertThat(task.closes()).isEqualTo(1);
  }

  @Test
  void aTaskThatYieldsForEverIsCancelled() throws Exception {
    Probe<String> task = new Probe<>((self, context) -> context.yieldNow());
    runtime.spawn(task);
    task.awaitPoll();
    task.abort();
    assertCancelled(task);
  }

  @Test
  void aTaskThatWakesItselfForEverIsCancelled() throws Exception {
    Probe<String> task =
        new Probe<>((self, context) -> {
          context.waker().wake();
          return Poll.PENDING;
        });
    runtime.spawn(task);
    task.awaitPoll();
    task.abort();
    assertCancelled(task);
  }

  @Test
  void aFinishedTaskKeepsItsValue() throws Exception {
    Probe<String> task = Probe.of("value");
    runtime.spawn(task).join();
    task.abort();
    assertThat(task.join()).isEqualTo("value");
    assertThat(task.closes()).isEqualTo(1);
  }

  @Test
  void abortingTwiceIsAbortingOnce() throws Exception {
    Probe<String> task = Probe.idle();
    runtime.spawn(task);
    task.abort();
    task.abort();
    assertCancelled(task);
  }

  @Test
  void aTaskAbortsItself() {
    Probe<String> task =
        new Probe<>((self, context) -> {
          self.abort();
          return Poll.PENDING;
        });
    runtime.spawn(task);
    assertCancelled(task);
  }

  @Test
  void aTaskThatJoinsAnAbortedOneIsWoken() throws Exception {
    Probe<String> task = Probe.idle();
    runtime.spawn(task);
    Probe<Boolean> joiner =
        new Probe<>((self, context) ->
            task.pollJoin(context) == Poll.READY ? self.done(true) : Poll.PENDING);
    runtime.spawn(joiner);
    joiner.awaitPoll();
    task.abort();
    assertThat(joiner.join()).isTrue();
  }
}
