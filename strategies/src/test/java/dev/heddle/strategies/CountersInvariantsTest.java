package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.RuntimeMetrics;
import dev.heddle.runtime.sync.Oneshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CountersInvariantsTest {
  /** At least so many rounds, and as many more as fit into the seconds of a soak. */
  private static final int ROUNDS = 100;

  private static final long SOAK_NANOS =
      (long) (1e9 * Double.parseDouble(System.getProperty("heddle.stress.seconds", "0")));

  private static final int FAMILIES = 20;

  /** Spawns a child, yields, waits for a oneshot that the child sends, and aborts an idle task. */
  private static Probe<Integer> family() {
    Oneshot<Integer> oneshot = new Oneshot<>();
    Probe<String> idle = Probe.idle();
    return new Probe<>((self, context) -> {
      if (self.polls() == 1) {
        context.runtime().spawn(idle);
        context
            .runtime()
            .spawn(
                new Probe<>((child, in) -> {
                  oneshot.send(1);
                  return child.done(0);
                }));
        return context.yieldNow();
      }
      if (oneshot.poll(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      idle.abort();
      while (context.takeBudget()) {}
      return self.polls() < 5 ? Poll.PENDING : self.done(1);
    });
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategy")
  void countersStayTrueWhileSomebodyReadsThem(Setup setup) throws Exception {
    CountersInvariants invariants = new CountersInvariants();
    HeddleRuntime runtime = setup.builder().schedulingLatency((worker, nanos) -> {}, 2).build();
    try (runtime) {
      AtomicBoolean over = new AtomicBoolean();
      List<Throwable> broken = new CopyOnWriteArrayList<>();
      Thread reader =
          new Thread(() -> {
            while (!over.get()) {
              invariants.check(runtime.metrics());
            }
          });
      reader.setUncaughtExceptionHandler((thread, thrown) -> broken.add(thrown));
      reader.start();
      long end = System.nanoTime() + SOAK_NANOS;
      for (int round = 0; round < ROUNDS || System.nanoTime() - end < 0; round++) {
        List<JoinHandle<Integer>> handles = new ArrayList<>();
        for (int i = 0; i < FAMILIES; i++) {
          handles.add(runtime.spawn(family()));
        }
        for (JoinHandle<Integer> handle : handles) {
          handle.join();
        }
      }
      over.set(true);
      reader.join();
      assertThat(broken).isEmpty();
    }
    invariants.checkAtRest(runtime.metrics());
  }

  /** A check that cannot fail guards nothing. */
  @Test
  void aCounterThatFallsIsNoticed() throws Exception {
    RuntimeMetrics nothing;
    RuntimeMetrics something;
    try (HeddleRuntime runtime = HeddleRuntime.builder().strategy("mini").workers(1).build()) {
      nothing = runtime.metrics();
      runtime.spawn(Probe.of(1)).join();
      something = runtime.metrics();
    }
    CountersInvariants invariants = new CountersInvariants();
    invariants.check(something);
    assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> invariants.check(nothing));
  }
}
