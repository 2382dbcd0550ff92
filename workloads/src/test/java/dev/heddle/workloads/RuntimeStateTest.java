package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.runtime.Futures;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RuntimeStateTest {

  @Test
  void theRuntimeIsBuiltFromTheNamesJmhWasGiven() {
    RuntimeState state = state("test-plain", "none", "3");
    state.build();
    assertThat(state.runtime().strategy()).isEqualTo("test-plain");
    assertThat(state.runtime().workers()).isEqualTo(3);
    state.close();
  }

  @Test
  void aTimerThatDoesNotExistIsRefusedByName() {
    assertThatThrownBy(() -> state("test-plain", "sundial", "1").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("unknown timer 'sundial'; known: .*none.*");
  }

  @Test
  void tasksSleepByTheTimerThatWasNamed() throws Exception {
    RuntimeState state = state("test-plain", "binary-heap", "1");
    state.build();
    state.runtime().spawn(Futures.sleep(Duration.ofNanos(1))).join();
    state.close();
  }

  @Test
  void aNumberOfWorkersThatIsNoNumberIsRefused() {
    assertThatThrownBy(() -> state("test-plain", "none", "some").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("workers was 'some'; allowed is a whole number, 1 or more");
  }

  private static RuntimeState state(String strategy, String timer, String workers) {
    RuntimeState state = new RuntimeState();
    state.strategy = strategy;
    state.timer = timer;
    state.driver = "none";
    state.workers = workers;
    return state;
  }
}
