package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.RuntimeCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CountersTest {
  private static final int TASKS = 1_000;

  /** Yields once, is woken once, and is ready at its third poll. */
  private static Probe<Integer> threePolls() {
    return new Probe<>((self, context) ->
        switch (self.polls()) {
          case 1 -> context.yieldNow();
          case 2 -> {
            context.waker().wake();
            yield Poll.PENDING;
          }
          default -> self.done(self.polls());
        });
  }

  private static void runAll(HeddleRuntime runtime) throws InterruptedException {
    List<JoinHandle<Integer>> handles = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      handles.add(runtime.spawn(threePolls()));
    }
    for (JoinHandle<Integer> handle : handles) {
      assertThat(handle.join()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategy")
  void everyPollIsCountedAndEveryOneThatLeavesItsTaskRunnable(Setup setup) throws Exception {
    RuntimeCounters counters;
    try (HeddleRuntime runtime = setup.start()) {
      runAll(runtime);
      counters = runtime.counters();
      assertThat(
              runtime.workerCounters().stream().reduce(RuntimeCounters.ZERO, RuntimeCounters::plus))
          .as("sum over the workers")
          .extracting(RuntimeCounters::polls)
          .isEqualTo(counters.polls());
    }
    assertThat(counters.polls()).as("polls").isEqualTo(3 * TASKS);
    assertThat(counters.requeues()).as("requeues").isEqualTo(2 * TASKS);
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategy")
  void everyPollHasASchedulingLatencyIfAllAreSampled(Setup setup) throws Exception {
    AtomicLong samples = new AtomicLong();
    AtomicLong negative = new AtomicLong();
    HeddleRuntime runtime =
        setup
            .builder()
            .schedulingLatency(
                (worker, nanos) -> {
                  samples.incrementAndGet();
                  if (nanos < 0) {
                    negative.incrementAndGet();
                  }
                },
                1)
            .build();
    try (runtime) {
      runAll(runtime);
    }
    assertThat(samples).hasValue(runtime.counters().polls());
    assertThat(negative).hasValue(0);
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategy")
  void aSampleOfOneInTenIsAboutATenthOfThePolls(Setup setup) throws Exception {
    AtomicLong samples = new AtomicLong();
    HeddleRuntime runtime =
        setup.builder().schedulingLatency((worker, nanos) -> samples.incrementAndGet(), 10).build();
    try (runtime) {
      for (int i = 0; i < 10; i++) {
        runAll(runtime);
      }
    }
    // 30,000 polls: the mean is 3,000, its standard deviation at most 52 even for independent
    // draws.
    assertThat(samples.get()).isBetween(2_600L, 3_400L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"work-stealing", "work-stealing-no-lifo"})
  void whatAnotherWorkerTakesFromABusyOneIsCountedAsStolen(String strategy) throws Exception {
    try (HeddleRuntime runtime = HeddleRuntime.builder().strategy(strategy).workers(2).build()) {
      CountDownLatch stolen = new CountDownLatch(1);
      Probe<Integer> busy =
          new Probe<>((self, context) -> {
            for (int i = 0; i < 100; i++) {
              context
                  .runtime()
                  .spawn(
                      new Probe<>((task, in) -> {
                        stolen.countDown();
                        return task.done(0);
                      }));
            }
            stolen.await(); // on this worker: only the other one can run them
            return self.done(0);
          });
      runtime.spawn(busy).join();
      RuntimeCounters counters = runtime.counters();
      assertThat(counters.stealOperations()).as("steal operations").isPositive();
      assertThat(counters.steals())
          .as("tasks stolen")
          .isGreaterThanOrEqualTo(counters.stealOperations());
    }
  }

  /**
   * A ring of four: the fifth task sends the older two and itself away, and so does every third.
   */
  @ParameterizedTest
  @CsvSource({"4, 0", "5, 3", "7, 3", "8, 6", "11, 9"})
  void whatDoesNotFitTheRingIsCountedAsOverflow(int tasks, int overflows) throws Exception {
    HeddleRuntime runtime =
        HeddleRuntime.builder().strategy("work-stealing-no-lifo:ring=4").workers(1).build();
    try (runtime) {
      runtime
          .spawn(
              new Probe<>((self, context) -> {
                for (int i = 0; i < tasks; i++) {
                  context.runtime().spawn(Probe.of(i));
                }
                return self.done(0);
              }))
          .join();
      assertThat(runtime.counters().overflows()).isEqualTo(overflows);
    }
  }
}
