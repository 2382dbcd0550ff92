package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.TaskCancelledException;
import dev.heddle.runtime.sync.Oneshot;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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
}
