package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With one worker the order of polls is the strategy's alone. */
class YieldOrderTest {

  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategyWithOneWorker")
  void aYieldLetsEveryOtherRunnableTaskHaveItsTurn(Setup setup) throws Exception {
    int others = 100;
    AtomicInteger polled = new AtomicInteger();
    try (HeddleRuntime runtime = setup.start()) {
      Probe<Integer> task =
          new Probe<>((self, context) -> {
            if (self.polls() > 1) {
              return self.done(polled.get());
            }
            for (int i = 0; i < others; i++) {
              context
                  .runtime()
                  .spawn(new Probe<>((other, in) -> other.done(polled.incrementAndGet())));
            }
            return context.yieldNow();
          });
      assertThat(runtime.spawn(task).join()).isEqualTo(others);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategyWithOneWorker")
  void tasksThatYieldTakeTurns(Setup setup) throws Exception {
    int tasks = 50;
    int yields = 20;
    List<Integer> polls = new ArrayList<>(); // by the one worker
    try (HeddleRuntime runtime = setup.start()) {
      List<JoinHandle<Integer>> handles = new ArrayList<>();
      JoinHandle<Integer> parent =
          runtime.spawn(
              new Probe<>((self, context) -> {
                for (int i = 0; i < tasks; i++) {
                  int id = i;
                  handles.add(
                      context
                          .runtime()
                          .spawn(
                              new Probe<Integer>((task, in) -> {
                                polls.add(id);
                                return task.polls() > yields ? task.done(id) : in.yieldNow();
                              })));
                }
                return self.done(0);
              }));
      parent.join();
      for (JoinHandle<Integer> handle : handles) {
        handle.join();
      }
    }
    assertThat(polls).hasSize(tasks * (yields + 1));
    // Nobody is a whole round ahead of anybody.
    int[] rounds = new int[tasks];
    for (int id : polls) {
      rounds[id]++;
      for (int other : rounds) {
        assertThat(rounds[id] - other).isLessThanOrEqualTo(2);
      }
    }
  }
}
