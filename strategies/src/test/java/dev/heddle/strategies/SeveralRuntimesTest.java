package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.TaskCancelledException;
import dev.heddle.runtime.TaskFailedException;
import dev.heddle.runtime.sync.Oneshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Several runtimes in one JVM keep their tasks apart, and wake each other's. */
@ParameterizedClass
@MethodSource("dev.heddle.strategies.Setup#everyStrategy")
class SeveralRuntimesTest {
  private static final int ROUNDS = 1_000;

  private final Setup setup;

  SeveralRuntimesTest(Setup setup) {
    this.setup = setup;
  }

  private static List<Oneshot<Integer>> oneshots() {
    return IntStream.rangeClosed(0, ROUNDS).mapToObj(i -> new Oneshot<Integer>()).toList();
  }

  /** Passes every number it receives on; its value is the thread names it was polled on. */
  private static Probe<List<String>> passing(
      List<Oneshot<Integer>> from, List<Oneshot<Integer>> to, int offset) {
    List<String> threads = new ArrayList<>();
    int[] round = new int[1];
    return new Probe<>((self, context) -> {
      threads.add(Thread.currentThread().getName());
      while (round[0] < ROUNDS) {
        if (from.get(round[0]).poll(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
        to.get(round[0] + offset).send(round[0]);
        round[0]++;
      }
      return self.done(threads);
    });
  }

  @Test
  void aTaskOfOneWakesATaskOfTheOther() throws Exception {
    List<Oneshot<Integer>> there = oneshots();
    List<Oneshot<Integer>> back = oneshots();
    try (HeddleRuntime one = setup.start();
        HeddleRuntime other = HeddleRuntime.builder().strategy("global-queue").workers(2).build()) {
      Probe<List<String>> here = passing(back, there, 1);
      Probe<List<String>> yonder = passing(there, back, 0);
      one.spawn(here);
      other.spawn(yonder);
      there.getFirst().send(0);
      assertThat(yonder.join()).allMatch(name -> name.startsWith("heddle-global-queue-"));
      here.join();
    }
  }

  @Test
  void closingOneLeavesTheOtherOpen() throws Exception {
    try (HeddleRuntime one = setup.start()) {
      Probe<String> closed = Probe.idle();
      try (HeddleRuntime other = setup.start()) {
        other.spawn(closed);
      }
      assertThatExceptionOfType(TaskCancelledException.class).isThrownBy(closed::join);
      assertThat(one.spawn(Probe.of("value")).join()).isEqualTo("value");
    }
  }

  /** Builds a runtime of its own, waits for a task there, and ends it without waiting for that. */
  private final class Nesting extends Task<String> {
    private @Nullable HeddleRuntime inner;
    private @Nullable Future<String> answer;

    @Override
    public Poll poll(Context context) throws Exception {
      if (answer == null) {
        inner = setup.start();
        answer = inner.spawn(Futures.yieldNow().then(nothing -> Futures.ready("inner"))).future();
      }
      return answer.poll(context) == Poll.READY ? ready(answer.value()) : Poll.PENDING;
    }

    @Override
    public void close() {
      if (inner != null) {
        inner.closeInBackground();
      }
    }

    HeddleRuntime inner() {
      return Objects.requireNonNull(inner);
    }
  }

  @Test
  void aTaskMayRunARuntimeOfItsOwn() throws Exception {
    try (HeddleRuntime outer = setup.start()) {
      Nesting task = new Nesting();
      assertThat(outer.spawn(task).join()).isEqualTo("inner");
      task.inner().close(); // waits for the end
      assertThatIllegalStateException().isThrownBy(() -> task.inner().spawn(Probe.of("late")));
    }
  }

  /** It would stall that worker, or wait for ever if the other runtime's does the same. */
  @Test
  void aWorkerOfOneIsRefusedToCloseTheOther() throws Exception {
    try (HeddleRuntime one = setup.start();
        HeddleRuntime other = setup.start()) {
      Probe<String> task =
          new Probe<>((self, context) -> {
            other.close();
            return self.done("closed");
          });
      assertThatExceptionOfType(TaskFailedException.class)
          .isThrownBy(one.spawn(task)::join)
          .havingCause()
          .isInstanceOf(IllegalStateException.class)
          .withMessageEndingWith("or use closeInBackground()");
      assertThat(other.spawn(Probe.of("still open")).join()).isEqualTo("still open");
    }
  }
}
