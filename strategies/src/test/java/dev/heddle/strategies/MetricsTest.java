package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.RuntimeCounters;
import dev.heddle.runtime.RuntimeMetrics;
import dev.heddle.runtime.observe.RuntimeDump;
import dev.heddle.runtime.observe.Stall;
import dev.heddle.runtime.observe.WorkerDump;
import dev.heddle.runtime.sync.Oneshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What each number of {@link RuntimeMetrics} means, on every strategy. */
class MetricsTest {
  private static final int TASKS = 10;

  private static void joinAll(List<? extends JoinHandle<?>> handles) throws InterruptedException {
    for (JoinHandle<?> handle : handles) {
      handle.join();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategy")
  void whoMakesATaskRunnableIsToldApart(Setup setup) throws Exception {
    HeddleRuntime runtime = setup.start();
    try (runtime) {
      Oneshot<Integer> outside = new Oneshot<>();
      Oneshot<Integer> inside = new Oneshot<>();
      Probe<Integer> wokenOutside =
          new Probe<>(
              (self, context) -> outside.poll(context) == Poll.READY ? self.done(1) : Poll.PENDING);
      Probe<Integer> wokenInside =
          new Probe<>(
              (self, context) -> inside.poll(context) == Poll.READY ? self.done(1) : Poll.PENDING);
      runtime.spawn(wokenOutside);
      runtime.spawn(wokenInside);
      // Both wait: a wake-up during their polls would be a requeue.
      while (runtime.dump().tasks().stream()
              .filter(task -> task.waitsFor().contains("oneshot"))
              .count()
          < 2) {
        Thread.onSpinWait();
      }
      outside.send(1);
      wokenOutside.join();
      List<JoinHandle<Integer>> children = new ArrayList<>();
      Probe<Integer> parent =
          new Probe<>((self, context) -> {
            inside.send(1);
            for (int i = 0; i < TASKS; i++) {
              children.add(context.runtime().spawn(Probe.of(i)));
            }
            return self.done(0);
          });
      runtime.spawn(parent).join();
      joinAll(children);
      wokenInside.join();
    }
    RuntimeCounters counters = runtime.counters();
    assertThat(counters.remoteSchedules()).as("remote: 3 spawns, 1 wake-up").isEqualTo(4);
    assertThat(counters.localSchedules()).as("local: spawns, 1 wake-up").isEqualTo(TASKS + 1);
    assertThat(counters.requeues()).isZero();
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategy")
  void tasksAreLiveFromTheirFirstPollToTheirEnd(Setup setup) throws Exception {
    HeddleRuntime runtime = setup.start();
    try (runtime) {
      List<Probe<String>> idle = new ArrayList<>();
      for (int i = 0; i < TASKS; i++) {
        Probe<String> task = Probe.idle();
        runtime.spawn(task);
        idle.add(task);
      }
      for (Probe<String> task : idle) {
        task.awaitPoll();
      }
      runtime.spawn(Probe.of(1)).join();
      // A poll counts from its end on, and the last ones may just be ending.
      while (runtime.counters().spawned() < TASKS + 1) {
        Thread.onSpinWait();
      }
      RuntimeMetrics metrics = runtime.metrics();
      assertThat(metrics.liveTasks()).isEqualTo(TASKS);
      assertThat(metrics.counters().spawned()).isEqualTo(TASKS + 1);
      assertThat(metrics.counters().finished()).isEqualTo(1);
    }
    assertThat(runtime.metrics().liveTasks()).isZero();
    assertThat(runtime.counters().finished()).isEqualTo(TASKS + 1);
  }

  /** 128 units a poll: 300 take three polls, two of which end because there is none left. */
  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategy")
  void aPollThatUsesUpItsBudgetIsCounted(Setup setup) throws Exception {
    HeddleRuntime runtime = setup.start();
    try (runtime) {
      int[] taken = new int[1];
      Probe<Integer> greedy =
          new Probe<>((self, context) -> {
            while (taken[0] < 300) {
              if (!context.takeBudget()) {
                return Poll.PENDING;
              }
              taken[0]++;
            }
            return self.done(self.polls());
          });
      assertThat(runtime.spawn(greedy).join()).isEqualTo(3);
    }
    assertThat(runtime.counters().budgetYields()).isEqualTo(2);
    assertThat(runtime.counters().requeues()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategy")
  void everyPollIsInBothHistogramsIfAllAreSampled(Setup setup) throws Exception {
    HeddleRuntime runtime = setup.builder().schedulingLatency((worker, nanos) -> {}, 1).build();
    try (runtime) {
      List<JoinHandle<Integer>> handles = new ArrayList<>();
      for (int i = 0; i < TASKS; i++) {
        handles.add(
            runtime.spawn(
                new Probe<>(
                    (self, context) -> self.polls() < 3 ? context.yieldNow() : self.done(1))));
      }
      joinAll(handles);
    }
    RuntimeMetrics metrics = runtime.metrics();
    assertThat(metrics.counters().polls()).isEqualTo(3 * TASKS);
    assertThat(metrics.pollTimes().count()).isEqualTo(3 * TASKS);
    assertThat(metrics.schedulingLatencies().count()).isEqualTo(3 * TASKS);
  }

  /** The one worker stands still meanwhile. */
  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategyWithOneWorker")
  void tasksThatWaitForTheirFirstPollAreInTheDepthsAndInNoList(Setup setup) throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    try (HeddleRuntime runtime = setup.start()) {
      Probe<Integer> blocking =
          Probe.blocking(
              release,
              (self, context) -> {
                for (int i = 0; i < TASKS; i++) {
                  context.runtime().spawn(Probe.of(i));
                }
                RuntimeMetrics inPoll = context.runtime().metrics();
                if (!inPoll.localDepths().contains(RuntimeCounters.UNKNOWN)
                    && !inPoll.localDepths().isEmpty()) {
                  assertThat(inPoll.localDepths()).containsExactly((long) TASKS);
                }
                return self.done(1);
              });
      JoinHandle<Integer> blocked = runtime.spawn(blocking);
      blocking.awaitPoll();
      for (int i = 0; i < TASKS; i++) {
        runtime.spawn(Probe.of(i));
      }
      RuntimeDump dump = runtime.dump();
      if (dump.metrics().injectionDepth() != RuntimeCounters.UNKNOWN) {
        assertThat(dump.metrics().injectionDepth()).isEqualTo(TASKS);
      }
      if (dump.tasksQueuedOnly() != RuntimeCounters.UNKNOWN) {
        assertThat(dump.tasksQueuedOnly()).isEqualTo(TASKS);
        assertThat(dump.text())
            .contains("about " + TASKS + " more are queued for their first poll");
      }
      assertThat(dump.tasks()).isEmpty();
      assertThat(dump.workers())
          .extracting(WorkerDump::state)
          .containsExactly(WorkerDump.State.POLLING);
      release.countDown();
      blocked.join();
    } finally {
      release.countDown();
    }
  }

  /** A chain in which each task spawns the next: the slot takes each, until it is closed. */
  @ParameterizedTest
  @CsvSource({"work-stealing, true", "work-stealing-no-lifo, false"})
  void tasksOutOfTheLifoSlotAreCounted(String strategy, boolean lifo) throws Exception {
    try (HeddleRuntime runtime = HeddleRuntime.builder().strategy(strategy).workers(1).build()) {
      Oneshot<Integer> end = new Oneshot<>();
      runtime.spawn(link(20, end));
      runtime.spawn(end).join();
      runtime.close(); // the last turn counts when it ends
      RuntimeCounters counters = runtime.counters();
      if (lifo) {
        assertThat(counters.lifoPolls()).isBetween(1L, counters.polls());
        assertThat(counters.lifoCaps()).isBetween(1L, counters.lifoPolls());
      } else {
        assertThat(counters.lifoPolls()).isZero();
        assertThat(counters.lifoCaps()).isZero();
      }
    }
  }

  private static Probe<Integer> link(int more, Oneshot<Integer> end) {
    return new Probe<>((self, context) -> {
      if (more == 0) {
        end.send(0);
      } else {
        context.runtime().spawn(link(more - 1, end));
      }
      return self.done(more);
    });
  }

  /** A ring of four overflows by the fifth task, and by every third after it. */
  @ParameterizedTest
  @CsvSource({"4, 0", "5, 1", "7, 1", "8, 2", "11, 3"})
  void everyTimeTheRingIsFullIsCounted(int tasks, int events) throws Exception {
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
      assertThat(runtime.counters().overflowEvents()).isEqualTo(events);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyAdapter")
  void whatAForeignPoolDoesNotTellIsUnknown(Setup setup) throws Exception {
    try (HeddleRuntime runtime = setup.start()) {
      runtime.spawn(Probe.of(1)).join();
      RuntimeCounters counters = runtime.counters();
      assertThat(counters.polls()).isEqualTo(1);
      assertThat(counters.spawned()).isEqualTo(1);
      assertThat(
              List.of(
                  counters.lifoPolls(),
                  counters.lifoCaps(),
                  counters.stealOperations(),
                  counters.steals(),
                  counters.overflowEvents(),
                  counters.overflows(),
                  counters.parks(),
                  counters.noopWakeups(),
                  counters.unparks(),
                  counters.busyNanos()))
          .containsOnly(RuntimeCounters.UNKNOWN);
    }
  }

  /**
   * It blocks until a stall that began later, in a runtime that is looked at later, was reported.
   */
  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategyThatBlocksInPlace")
  void aPollThatBlocksInPlaceIsNoStall(Setup setup) throws Exception {
    CountDownLatch blocks = new CountDownLatch(1);
    CountDownLatch reported = new CountDownLatch(1);
    HeddleRuntime runtime =
        setup.builder().stallThreshold(Duration.ofMillis(1)).onStall(stall -> {}).build();
    HeddleRuntime later =
        setup
            .builder()
            .stallThreshold(Duration.ofMillis(1))
            .onStall(stall -> reported.countDown())
            .build();
    try (runtime;
        later) {
      JoinHandle<Integer> blocking =
          runtime.spawn(
              new Probe<>((self, context) ->
                  self.done(
                      HeddleRuntime.blockInPlace(() -> {
                        blocks.countDown();
                        reported.await();
                        return 1;
                      }))));
      blocks.await();
      assertThat(runtime.dump().workers())
          .anyMatch(worker -> worker.state() == WorkerDump.State.BLOCKING);
      later.spawn(Probe.blocking(reported, (self, context) -> self.done(1))).join();
      blocking.join();
    }
    assertThat(runtime.metrics().stalls()).isZero();
    assertThat(later.metrics().stalls()).isEqualTo(1);
  }

  /** The poll ends when it has been reported: were it not, this would wait for ever. */
  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategy")
  void aPollThatDoesNotEndIsReportedWhileItRuns(Setup setup) throws Exception {
    CountDownLatch reported = new CountDownLatch(1);
    List<Stall> stalls = new CopyOnWriteArrayList<>();
    HeddleRuntime runtime =
        setup
            .builder()
            .stallThreshold(Duration.ofMillis(1))
            .onStall(seen -> {
              stalls.add(seen);
              reported.countDown();
            })
            .build();
    try (runtime) {
      runtime.spawn(Probe.blocking(reported, (self, context) -> self.done(1))).join();
    }
    Stall stall = stalls.getFirst();
    assertThat(stall.runtime()).startsWith(setup.strategy().name() + "-");
    assertThat(stall.stack()).anyMatch(frame -> frame.getClassName().equals(Probe.class.getName()));
    assertThat(stalls).hasSize(1);
    assertThat(runtime.metrics().stalls()).isEqualTo(1);
  }
}
