package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.TaskFailedException;
import dev.heddle.runtime.sync.Oneshot;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What a task throws ends in its join handle, and nowhere else. */
@ParameterizedClass
@MethodSource("dev.heddle.strategies.Setup#everyStrategy")
class FailureTest {
  private final HeddleRuntime runtime;

  FailureTest(Setup setup) {
    runtime = setup.start();
  }

  @AfterEach
  void theWorkersAreStillThere() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertThat(runtime.spawn(Probe.of(i)).join()).isEqualTo(i);
    }
    runtime.close();
  }

  private static void assertFailed(JoinHandle<?> handle, Throwable cause) {
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(handle::join)
        .satisfies(thrown -> assertThat(thrown.getCause()).isSameAs(cause));
    assertThat(handle.isFinished()).isTrue();
  }

  @Test
  void anExceptionInPollEndsInTheJoinHandle() {
    IOException thrown = new IOException("broken");
    Probe<String> task =
        new Probe<>((self, context) -> {
          throw thrown;
        });
    assertFailed(runtime.spawn(task), thrown);
    assertThat(task.closes()).isEqualTo(1);
  }

  @Test
  void anErrorInPollEndsInTheJoinHandle() {
    Error thrown = new StackOverflowError();
    assertFailed(
        runtime.spawn(
            new Probe<String>((self, context) -> {
              throw thrown;
            })),
        thrown);
  }

  @Test
  void aPollThatGivesNullFails() {
    JoinHandle<String> handle = runtime.spawn(new Probe<>((self, context) -> null));
    assertThatExceptionOfType(TaskFailedException.class)
        .isThrownBy(handle::join)
        .withCauseInstanceOf(NullPointerException.class);
  }

  @Test
  void aTaskMayFailAfterItWaited() {
    Oneshot<String> signal = new Oneshot<>();
    RuntimeException thrown = new RuntimeException("later");
    Probe<String> task =
        new Probe<>((self, context) -> {
          if (signal.poll(context) == Poll.READY) {
            throw thrown;
          }
          return Poll.PENDING;
        });
    runtime.spawn(task);
    signal.send("go");
    assertFailed(task, thrown);
    assertThat(task.closes()).isEqualTo(1);
  }

  @Test
  void aTaskThatYieldsAndThrowsIsNotPolledAgain() {
    RuntimeException thrown = new RuntimeException("yielding");
    Probe<String> task =
        new Probe<>((self, context) -> {
          context.yieldNow();
          throw thrown;
        });
    assertFailed(runtime.spawn(task), thrown);
    assertThat(task.polls()).isEqualTo(1);
  }

  @Test
  void anExceptionInCloseTurnsAValueIntoAFailure() {
    RuntimeException thrown = new RuntimeException("close");
    Probe<String> task =
        new Probe<>(
            (self, context) -> self.done("value"),
            () -> {
              throw thrown;
            });
    assertFailed(runtime.spawn(task), thrown);
    assertThat(task.closes()).isEqualTo(1);
  }

  @Test
  void anExceptionInCloseIsSuppressedByTheOneInPoll() {
    RuntimeException fromPoll = new RuntimeException("poll");
    RuntimeException fromClose = new RuntimeException("close");
    Probe<String> task =
        new Probe<>(
            (self, context) -> {
              throw fromPoll;
            },
            () -> {
              throw fromClose;
            });
    assertFailed(runtime.spawn(task), fromPoll);
    assertThat(fromPoll).hasSuppressedException(fromClose);
  }

  @Test
  void everyReaderGetsAnExceptionOfItsOwn() {
    JoinHandle<String> handle =
        runtime.spawn(
            new Probe<>((self, context) -> {
              throw new IOException("broken");
            }));
    assertThat(catchThrowable(handle::join)).isNotSameAs(catchThrowable(handle::join));
  }
}
