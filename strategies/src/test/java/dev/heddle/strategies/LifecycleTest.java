package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.heddle.runtime.AbortHandle;
import dev.heddle.runtime.FutureTimeoutException;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.TaskCancelledException;
import dev.heddle.runtime.TaskFailedException;
import dev.heddle.runtime.sync.Oneshot;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The corners of a task's life: every future is closed exactly once in each of them. */
@ParameterizedClass
@MethodSource("dev.heddle.strategies.Setup#everyStrategy")
class LifecycleTest {
  private final HeddleRuntime runtime;

  LifecycleTest(Setup setup) {
    runtime = setup.start();
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  private static void awaitEnd(AbortHandle handle) {
    while (!handle.isFinished()) {
      Thread.onSpinWait();
    }
  }

  /** Some pools take an interrupt for the order to end. */
  @Test
  void aPollThatLeavesItsThreadInterruptedHarmsNobody() throws Exception {
    for (int i = 0; i < 2 * runtime.workers(); i++) {
      Probe<Integer> interrupts =
          new Probe<>((self, context) -> {
            Thread.currentThread().interrupt();
            return self.polls() < 3 ? context.yieldNow() : self.done(self.polls());
          });
      assertThat(runtime.spawn(interrupts).join()).isEqualTo(3);
    }
    for (int i = 0; i < 100; i++) {
      assertThat(runtime.spawn(Probe.of(i)).join()).isEqualTo(i);
    }
  }

  @Test
  void anAbortHandleOutlivesTheJoinHandle() throws Exception {
    Probe<String> task = Probe.idle();
    AbortHandle abort = runtime.spawn(task).abortHandle();
    task.awaitPoll();
    task.detach();
    abort.abort();
    awaitEnd(abort);
    assertThat(task.closes()).isEqualTo(1);
    assertThatIllegalStateException().isThrownBy(task::value).withMessageContaining("detached");
  }

  @Test
  void aTaskThatWasAbortedBeforeItWasSpawnedIsNeverPolled() {
    Probe<String> task = Probe.of("value");
    task.abort();
    assertThatExceptionOfType(TaskCancelledException.class).isThrownBy(runtime.spawn(task)::join);
    assertThat(task.polls()).isZero();
    assertThat(task.closes()).isEqualTo(1);
  }

  @Test
  void anExceptionInTheCloseOfAnAbortedTaskGoesToTheJoiner() throws Exception {
    RuntimeException thrown = new RuntimeException("close");
    Probe<String> task =
        Probe.idle(() -> {
          throw thrown;
        });
    runtime.spawn(task);
    task.awaitPoll();
    task.abort();
    assertThatExceptionOfType(TaskFailedException.class).isThrownBy(task::join).withCause(thrown);
    assertThat(task.closes()).isEqualTo(1);
  }

  /** What a task hands over is the joiner's to close; the runtime does not touch it. */
  @Test
  void aValueThatCanBeClosedIsTheJoiners() throws Exception {
    AtomicInteger closes = new AtomicInteger();
    AutoCloseable value = closes::incrementAndGet;
    JoinHandle<AutoCloseable> handle = runtime.spawn(Probe.of(value));
    assertThat(handle.join()).isSameAs(value);
    handle.detach();
    runtime.close();
    assertThat(closes).hasValue(0);
  }

  @Test
  void aSpawnThatIsRefusedClosesTheTaskWithoutAPoll() {
    runtime.close();
    Probe<String> task = Probe.of("late");
    assertThatIllegalStateException().isThrownBy(() -> runtime.spawn(task));
    assertThat(task.polls()).isZero();
    assertThat(task.closes()).isEqualTo(1);
    assertThatExceptionOfType(TaskCancelledException.class).isThrownBy(task::join);
  }

  @Test
  void aFutureWhoseSpawnIsRefusedIsClosed() {
    runtime.close();
    Oneshot<String> oneshot = new Oneshot<>();
    assertThatIllegalStateException().isThrownBy(() -> runtime.spawn(oneshot));
    assertThat(oneshot.send("anybody?")).as("somebody will receive it").isFalse();
  }

  @Test
  void aTaskThatIsSpawnedAgainIsRefusedAndNotClosedAgain() throws Exception {
    Probe<String> task = Probe.of("value");
    runtime.spawn(task).join();
    assertThatIllegalStateException()
        .isThrownBy(() -> runtime.spawn(task))
        .withMessageContaining("a task runs once");
    assertThat(task.join()).isEqualTo("value");
    assertThat(task.closes()).isEqualTo(1);
  }

  @Test
  void aJoinForAWhileReturnsTheValueOfWhatIsFinished() throws Exception {
    assertThat(runtime.spawn(Probe.of("value")).join(Duration.ofMinutes(1))).isEqualTo("value");
    JoinHandle<String> finished = runtime.spawn(Probe.of("value"));
    awaitEnd(finished);
    assertThat(finished.join(Duration.ofSeconds(-1))).isEqualTo("value");
  }

  @Test
  void aJoinForAWhileGivesUpAndTheTaskGoesOn() throws Exception {
    Oneshot<String> message = new Oneshot<>();
    JoinHandle<String> handle = runtime.spawn(message);
    for (int i = 0; i < 100; i++) {
      assertThatExceptionOfType(FutureTimeoutException.class)
          .isThrownBy(() -> handle.join(Duration.ofNanos(1_000)))
          .withMessage("not ready within PT0.000001S");
    }
    message.send("hello");
    assertThat(handle.join()).isEqualTo("hello");
  }

  @Test
  void aWorkerThatWouldJoinForAWhileIsRefused() {
    Probe<String> idle = Probe.idle();
    runtime.spawn(idle);
    JoinHandle<String> handle =
        runtime.spawn(new Probe<>((self, context) -> self.done(idle.join(Duration.ofDays(1)))));
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(handle::join)
        .withCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void aTaskMayCloseItsRuntimeInTheBackground() throws Exception {
    Probe<String> task =
        new Probe<>((self, context) -> {
          context.runtime().closeInBackground();
          context.runtime().closeInBackground();
          return Poll.PENDING;
        });
    runtime.spawn(task);
    assertThatExceptionOfType(TaskCancelledException.class).isThrownBy(task::join);
    runtime.close(); // waits for the end
    assertThat(task.closes()).isEqualTo(1);
    assertThatIllegalStateException()
        .isThrownBy(() -> runtime.spawn(Probe.of("late")))
        .withMessage("the runtime is closed");
  }
}
