package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.sync.Oneshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What shows a lost wake-up as a hang, and a lost or doubled task as a wrong count. */
@ParameterizedClass
@MethodSource("dev.heddle.strategies.Setup#everyStrategyWithFewAndManyWorkers")
class RoundsTest {
  private static final int ROUNDS = 10_000;
  private static final int TASKS = 100_000;

  private final Setup setup;

  RoundsTest(Setup setup) {
    this.setup = setup;
  }

  @Test
  void tenThousandRoundsOfSpawnAndJoinFromOutsideNeverHang() throws Exception {
    try (HeddleRuntime runtime = setup.start()) {
      for (int i = 0; i < ROUNDS; i++) {
        assertThat(runtime.spawn(Probe.of(i)).join()).isEqualTo(i);
      }
      runtime.close(); // the last turn counts when it ends
      assertThat(runtime.counters().polls()).isEqualTo(ROUNDS);
    }
  }

  /** Each number goes from one task to the other and comes back as the next one. */
  @Test
  void tenThousandRoundsOfTwoTasksThatWakeEachOtherNeverHang() throws Exception {
    List<Oneshot<Integer>> there = oneshots();
    List<Oneshot<Integer>> back = oneshots();
    try (HeddleRuntime runtime = setup.start()) {
      Probe<Integer> echo = receiving(there, (round, number) -> back.get(round).send(number));
      Probe<Integer> caller =
          receiving(back, (round, number) -> there.get(round + 1).send(number + 1));
      runtime.spawn(echo);
      runtime.spawn(caller);
      there.getFirst().send(0);
      assertThat(caller.join()).isEqualTo(ROUNDS - 1);
      assertThat(echo.join()).isEqualTo(ROUNDS - 1);
    }
  }

  private interface Received {
    void accept(int round, int number);
  }

  private static List<Oneshot<Integer>> oneshots() {
    return IntStream.rangeClosed(0, ROUNDS).mapToObj(i -> new Oneshot<Integer>()).toList();
  }

  /** Receives one number after the other; its value is the last. */
  private static Probe<Integer> receiving(List<Oneshot<Integer>> from, Received received) {
    int[] round = new int[1];
    return new Probe<>((self, context) -> {
      int number = -1;
      while (round[0] < ROUNDS) {
        Oneshot<Integer> next = from.get(round[0]);
        if (next.poll(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
        number = next.value();
        received.accept(round[0]++, number);
      }
      return self.done(number);
    });
  }

  /** Half of the tasks come from outside, each of which spawns one of the other half. */
  @Test
  void noneOfAHundredThousandTasksIsLostOrDoubled() throws Exception {
    AtomicIntegerArray polls = new AtomicIntegerArray(TASKS);
    try (HeddleRuntime runtime = setup.start()) {
      List<Probe<Probe<Integer>>> parents = new ArrayList<>();
      for (int i = 0; i < TASKS / 2; i++) {
        int id = i;
        Probe<Integer> child =
            new Probe<>((self, context) -> self.done(polls.incrementAndGet(TASKS / 2 + id)));
        Probe<Probe<Integer>> parent =
            new Probe<>((self, context) -> {
              polls.incrementAndGet(id);
              context.runtime().spawn(child);
              return self.done(child);
            });
        parents.add(parent);
        runtime.spawn(parent);
      }
      for (Probe<Probe<Integer>> parent : parents) {
        assertThat(parent.join().join()).isEqualTo(1);
      }
      runtime.close(); // the last turn counts when it ends
      assertThat(runtime.counters().polls()).isEqualTo(TASKS);
    }
    assertThat(IntStream.range(0, TASKS).filter(id -> polls.get(id) != 1))
        .as("ids not polled exactly once")
        .isEmpty();
  }

  /**
   * A task that fans out, on its own worker: what others run of it they had to steal or be told.
   */
  @Test
  void noneOfTheTasksThatOneTaskSpawnsIsLostOrDoubled() throws Exception {
    AtomicIntegerArray polls = new AtomicIntegerArray(TASKS);
    try (HeddleRuntime runtime = setup.start()) {
      Probe<List<Probe<Integer>>> parent =
          new Probe<>((self, context) -> {
            List<Probe<Integer>> children = new ArrayList<>();
            for (int i = 0; i < TASKS; i++) {
              int id = i;
              Probe<Integer> child =
                  new Probe<>((task, in) -> task.done(polls.incrementAndGet(id)));
              children.add(child);
              context.runtime().spawn(child);
            }
            return self.done(children);
          });
      runtime.spawn(parent);
      for (Probe<Integer> child : parent.join()) {
        assertThat(child.join()).isEqualTo(1);
      }
    }
    assertThat(IntStream.range(0, TASKS).filter(id -> polls.get(id) != 1))
        .as("ids not polled exactly once")
        .isEmpty();
  }
}
