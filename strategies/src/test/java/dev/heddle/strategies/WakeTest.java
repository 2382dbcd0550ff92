package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.heddle.strategies.Setup#everyStrategy")
class WakeTest {
  private final HeddleRuntime runtime;

  WakeTest(Setup setup) {
    runtime = setup.start();
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  /** Counts up to a number, one poll each. */
  private static Probe<Integer> countingTo(int polls, Probe.Body<Integer> between) {
    return new Probe<>((self, context) ->
        self.polls() == polls ? self.done(self.polls()) : between.poll(self, context));
  }

  @Test
  void aThreadOutsideWakesAWaitingTask() throws Exception {
    AtomicBoolean set = new AtomicBoolean();
    Probe<String> task =
        new Probe<>((self, context) -> set.get() ? self.done("seen") : Poll.PENDING);
    runtime.spawn(task);
    task.awaitPoll();
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              set.set(true);
              task.wake();
            });
    assertThat(task.join()).isEqualTo("seen");
    thread.join();
  }

  @Test
  void aWakeUpDuringThePollBringsAnotherPoll() throws Exception {
    Probe<Integer> task =
        countingTo(
            1_000,
            (self, context) -> {
              context.waker().wake();
              return Poll.PENDING;
            });
    assertThat(runtime.spawn(task).join()).isEqualTo(1_000);
  }

  @Test
  void aYieldBringsAnotherPoll() throws Exception {
    Probe<Integer> task = countingTo(1_000, (self, context) -> context.yieldNow());
    assertThat(runtime.spawn(task).join()).isEqualTo(1_000);
  }

  @Test
  void aYieldAndAWakeUpInOnePollBringOneMorePoll() throws Exception {
    Probe<Integer> task =
        countingTo(
            1_000,
            (self, context) -> {
              context.waker().wake();
              return context.yieldNow();
            });
    assertThat(runtime.spawn(task).join()).isEqualTo(1_000);
    assertThat(runtime.counters().polls()).isEqualTo(1_000);
  }

  @Test
  void wakeUpsBeforeThePollAreOnePoll() throws Exception {
    Probe<Integer> task =
        countingTo(
            2,
            (self, context) -> {
              for (int i = 0; i < 100; i++) {
                context.waker().wake();
              }
              return Poll.PENDING;
            });
    assertThat(runtime.spawn(task).join()).isEqualTo(2);
    assertThat(runtime.counters().polls()).isEqualTo(2);
  }

  @Test
  void wakingAFinishedTaskDoesNothing() throws Exception {
    Probe<String> task = Probe.of("value");
    runtime.spawn(task).join();
    task.wake();
    runtime.spawn(Probe.of("after it in any queue")).join();
    assertThat(task.polls()).isEqualTo(1);
    assertThat(task.join()).isEqualTo("value");
  }

  /** A message from one task to the other and back, by nothing but a flag and a wake-up. */
  @Test
  void twoTasksWakeEachOther() throws Exception {
    int rounds = 10_000;
    AtomicInteger turn = new AtomicInteger();
    List<Probe<Integer>> pair = new ArrayList<>();
    for (int side = 0; side < 2; side++) {
      int mine = side;
      pair.add(
          new Probe<>((self, context) -> {
            int now = turn.get();
            if (now >= rounds) {
              pair.get(1 - mine).wake();
              return self.done(now);
            }
            if (now % 2 == mine) {
              turn.set(now + 1);
              pair.get(1 - mine).wake();
            }
            return Poll.PENDING;
          }));
    }
    // Spawned after both exist, from outside, so that they may start on different workers.
    pair.forEach(runtime::spawn);
    assertThat(pair.get(0).join() + pair.get(1).join()).isEqualTo(2 * rounds);
  }

  @Test
  void threadsThatWakeAllTheTimeLoseNoWakeUp() throws Exception {
    int threads = 4;
    int wakeUps = 5_000;
    AtomicInteger sent = new AtomicInteger();
    Probe<Integer> task =
        new Probe<>((self, context) ->
            sent.get() == threads * wakeUps ? self.done(sent.get()) : Poll.PENDING);
    runtime.spawn(task);
    for (int i = 0; i < threads; i++) {
      Thread.ofPlatform()
          .daemon()
          .start(() -> {
            for (int j = 0; j < wakeUps; j++) {
              sent.incrementAndGet();
              task.wake();
            }
          });
    }
    assertThat(task.join()).isEqualTo(threads * wakeUps);
  }
}
