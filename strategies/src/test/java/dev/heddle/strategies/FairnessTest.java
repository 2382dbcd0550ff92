package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Promise;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.StrategyProvider;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasks that never let their worker run dry, beside tasks that come from outside. */
class FairnessTest {
  private static final int INJECTED = 20;
  private static final int MOST_POLLS_OF_A_PAIR = 20_000;

  /** A policy looks for injected tasks at least this often, in polls. */
  private static final int LONGEST_INTERVAL = 128;

  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyOneWorkerThatTakesInjectedTasksInTurn")
  void tasksThatWakeEachOtherLetInjectedOnesHaveTheirTurn(Setup setup) throws Exception {
    injectedTasksAreSoonPolled(setup, 0);
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyOneWorkerThatTakesInjectedTasksInTurn")
  void tasksWithSlowPollsLetInjectedOnesHaveTheirTurn(Setup setup) throws Exception {
    injectedTasksAreSoonPolled(setup, TimeUnit.MILLISECONDS.toNanos(1));
  }

  /** Two tasks that wake each other until they are told to stop. */
  private static final class Pair {
    private final List<Probe<Integer>> sides = new ArrayList<>();
    private final AtomicBoolean stopped = new AtomicBoolean();

    Pair(long busyNanos) {
      for (int i = 0; i < 2; i++) {
        int other = 1 - i;
        sides.add(
            new Probe<>((self, context) -> {
              long begin = System.nanoTime();
              while (System.nanoTime() - begin < busyNanos) {
                Thread.onSpinWait();
              }
              sides.get(other).wake();
              return stopped.get() ? self.done(self.polls()) : Poll.PENDING;
            }));
      }
    }

    void spawn(HeddleRuntime runtime) {
      sides.forEach(runtime::spawn);
    }

    int polls() {
      return sides.get(0).polls() + sides.get(1).polls();
    }

    void stop() throws InterruptedException {
      stopped.set(true);
      for (Probe<Integer> side : sides) {
        side.wake();
        side.join();
      }
    }
  }

  /**
   * How many polls of others there were from the injection of tasks to each one's own. The worker
   * stands still while they are injected, so that polls can be counted from it.
   */
  private static List<Integer> polledAfterInjection(HeddleRuntime runtime, IntSupplier polls)
      throws Exception {
    List<JoinHandle<Integer>> injected = new ArrayList<>();
    Probe<Integer> injector =
        new Probe<>((self, context) -> {
          Thread outside =
              Thread.ofPlatform()
                  .start(() -> {
                    for (int i = 0; i < INJECTED; i++) {
                      injected.add(
                          runtime.spawn(new Probe<>((task, in) -> task.done(polls.getAsInt()))));
                    }
                  });
          outside.join();
          return self.done(polls.getAsInt());
        });
    int before = runtime.spawn(injector).join();
    List<Integer> polledAt = new ArrayList<>();
    for (JoinHandle<Integer> task : injected) {
      polledAt.add(task.join() - before);
    }
    return polledAt;
  }

  private static void injectedTasksAreSoonPolled(Setup setup, long busyNanos) throws Exception {
    try (HeddleRuntime runtime = setup.start()) {
      Pair pair = new Pair(busyNanos);
      pair.spawn(runtime);
      List<Integer> polledAt = polledAfterInjection(runtime, pair::polls);
      Collections.sort(polledAt); // a queue in stripes keeps no order among them
      for (int i = 0; i < INJECTED; i++) {
        assertThat(polledAt.get(i))
            .as("polls of the others before %d injected tasks were polled", i + 1)
            .isLessThanOrEqualTo((i + 1) * LONGEST_INTERVAL);
      }
      pair.stop();
    }
  }

  /** With nothing in its slot a worker takes its share of what was injected in one turn. */
  @Test
  void injectedTasksComeTogetherBesideTasksThatYield() throws Exception {
    try (HeddleRuntime runtime =
        HeddleRuntime.builder().strategy("work-stealing").workers(1).build()) {
      AtomicBoolean stopped = new AtomicBoolean();
      Probe<Integer> yielder =
          new Probe<>((self, context) -> stopped.get() ? self.done(0) : context.yieldNow());
      runtime.spawn(yielder);
      for (int polls : polledAfterInjection(runtime, yielder::polls)) {
        assertThat(polls)
            .as("polls of the one that yields before an injected task was polled")
            .isLessThanOrEqualTo(LONGEST_INTERVAL + 2);
      }
      stopped.set(true);
      yielder.join();
    }
  }

  /**
   * An injected task's poll may be long, and nobody can take what waits in the slot meanwhile: it
   * may be what the long poll waits for.
   */
  @Test
  void aTaskInTheSlotNeverWaitsForTheEndOfAnInjectedOnesPoll() throws Exception {
    try (HeddleRuntime runtime =
        HeddleRuntime.builder().strategy("work-stealing-fixed-interval").workers(1).build()) {
      for (int i = 0; i < 2 * LONGEST_INTERVAL; i++) {
        List<String> order = new CopyOnWriteArrayList<>();
        AtomicReference<JoinHandle<Integer>> injected = new AtomicReference<>();
        Probe<JoinHandle<Integer>> first =
            new Probe<>((self, context) -> {
              Thread outside =
                  Thread.ofPlatform()
                      .start(() -> injected.set(runtime.spawn(ordered(order, "injected"))));
              outside.join();
              return self.done(runtime.spawn(ordered(order, "slot")));
            });
        runtime.spawn(first).join().join();
        injected.get().join();
        assertThat(order).containsExactly("slot", "injected");
      }
    }
  }

  private static Probe<Integer> ordered(List<String> order, String name) {
    return new Probe<>((self, context) -> {
      order.add(name);
      return self.done(0);
    });
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategyThatTakesInjectedTasksInTurn")
  void everyTaskFromOutsideIsPolledBesidePairsThatKeepAllWorkersBusy(Setup setup) throws Exception {
    try (HeddleRuntime runtime = setup.start()) {
      List<Pair> pairs = new ArrayList<>();
      for (int i = 0; i < setup.workers(); i++) {
        Pair pair = new Pair(0);
        pair.spawn(runtime);
        pairs.add(pair);
      }
      for (int i = 0; i < 1_000; i++) {
        assertThat(runtime.spawn(Probe.of(i)).join()).isEqualTo(i);
      }
      for (Pair pair : pairs) {
        pair.stop();
      }
    }
  }

  /**
   * Two tasks wake each other so many times, and a third one is behind them in the worker's queue.
   */
  private static int pollsOfAPairBeforeItsNeighbour(Setup setup) throws Exception {
    try (HeddleRuntime runtime = setup.start()) {
      AtomicInteger polls = new AtomicInteger();
      List<Probe<Integer>> sides = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        int other = 1 - i;
        sides.add(
            new Probe<>((self, context) -> {
              boolean over = polls.incrementAndGet() >= MOST_POLLS_OF_A_PAIR;
              sides.get(other).wake();
              return over ? self.done(self.polls()) : Poll.PENDING;
            }));
      }
      Probe<Integer> neighbour = new Probe<>((self, context) -> self.done(polls.get()));
      Probe<String> parent =
          new Probe<>((self, context) -> {
            // So, with a slot, the second side is in there, and the neighbour behind the first.
            context.runtime().spawn(sides.get(0));
            context.runtime().spawn(neighbour);
            context.runtime().spawn(sides.get(1));
            return self.done("spawned");
          });
      runtime.spawn(parent).join();
      for (Probe<Integer> side : sides) {
        side.join();
      }
      return neighbour.join();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategyWithOneWorker")
  void tasksThatWakeEachOtherLetALocalOneHaveItsTurnIfThatIsPromised(Setup setup) throws Exception {
    int polls = pollsOfAPairBeforeItsNeighbour(setup);
    if (setup.promises(Promise.LOCAL_IN_TURN)) {
      assertThat(polls).isLessThanOrEqualTo(LONGEST_INTERVAL);
    } else {
      assertThat(polls)
          .as("starved until the pair ends")
          .isGreaterThanOrEqualTo(MOST_POLLS_OF_A_PAIR);
    }
  }

  @Test
  void ofAllPoliciesOnlyTheUncappedSlotLetsTasksWaitForEver() {
    assertThat(Providers.strategies())
        .filteredOn(PolicyProvider.class::isInstance)
        .filteredOn(policy -> !policy.promises(Options.defaults()).contains(Promise.LOCAL_IN_TURN))
        .extracting(StrategyProvider::name)
        .containsOnly("work-stealing-lifo-uncapped");
  }

  /** What is not promised is late at the worst: once the others stop, each task is polled. */
  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategyThatMayStarveTasks")
  void whatMayBeStarvedIsPolledWhenTheOthersStop(Setup setup) throws Exception {
    try (HeddleRuntime runtime = setup.start()) {
      List<Pair> pairs = new ArrayList<>();
      for (int i = 0; i < setup.workers(); i++) {
        Pair pair = new Pair(0);
        pair.spawn(runtime);
        pairs.add(pair);
      }
      List<JoinHandle<Integer>> beside = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        beside.add(runtime.spawn(Probe.of(i)));
      }
      for (Pair pair : pairs) {
        pair.stop();
      }
      for (int i = 0; i < beside.size(); i++) {
        assertThat(beside.get(i).join()).isEqualTo(i);
      }
    }
  }

  /** One forced yield a poll, however often its children are asked after the refusal. */
  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategy")
  void aFutureThatPollsOnAfterItsBudgetIsOutYieldsOnce(Setup setup) throws Exception {
    int polls = 3;
    try (HeddleRuntime runtime = setup.start()) {
      Probe<Integer> task =
          new Probe<>((self, context) -> {
            int ready = 0;
            while (Futures.ready(ready).poll(context) == Poll.READY) {
              ready++;
            }
            for (int i = 0; i < 32; i++) {
              if (Futures.ready(i).poll(context) == Poll.READY) {
                throw new AssertionError("ready without a budget");
              }
            }
            return self.polls() < polls ? Poll.PENDING : self.done(ready);
          });
      assertThat(runtime.spawn(task).join()).as("ready children a poll").isEqualTo(128);
      assertThat(runtime.counters().polls()).isEqualTo(polls);
      assertThat(runtime.counters().budgetYields()).isEqualTo(polls - 1);
    }
  }
}
