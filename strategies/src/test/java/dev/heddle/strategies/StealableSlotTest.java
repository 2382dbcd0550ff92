package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A task in the slot of a worker that goes on polling. */
class StealableSlotTest {
  private static final long AT_MOST_SECONDS = 30;
  private static final long A_WHILE_MILLIS = 50;

  /**
   * A task spawns another one, which goes to its worker's slot, and waits in the same poll for it.
   *
   * @return whether the other one was polled meanwhile
   */
  private static boolean isStolenFromASlot(String strategy, long atMostMillis) throws Exception {
    try (HeddleRuntime runtime = HeddleRuntime.builder().strategy(strategy).workers(2).build()) {
      CountDownLatch polled = new CountDownLatch(1);
      JoinHandle<Boolean> waiting =
          runtime.spawn(
              new Probe<Boolean>((self, context) -> {
                runtime.spawn(
                    new Probe<>((inSlot, in) -> {
                      polled.countDown();
                      return inSlot.done(0);
                    }));
                return self.done(polled.await(atMostMillis, TimeUnit.MILLISECONDS));
              }));
      return waiting.join();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "work-stealing-lifo-stealable",
        "work-stealing-lifo-stealable:when=last",
        "work-stealing-lifo-stealable:when=aged"
      })
  void anotherWorkerTakesIt(String strategy) throws Exception {
    assertThat(isStolenFromASlot(strategy, TimeUnit.SECONDS.toMillis(AT_MOST_SECONDS))).isTrue();
  }

  @Test
  void nobodyTakesItFromASlotOutOfThievesReach() throws Exception {
    assertThat(isStolenFromASlot("work-stealing", A_WHILE_MILLIS)).isFalse();
  }
}
