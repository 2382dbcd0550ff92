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
        .hasMessageMatching("unknown timer 'sundial'; did you mean '.*'\\? known: .*none.*");
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

  @Test
  void pinnedWorkersSayWhereTheyAre() {
    RuntimeState state = state("test-plain", "none", "2");
    state.pin = "cores";
    state.build();
    assertThat(state.runtime().workerCpus()).hasSize(2);
    assertThat(Observed.now(state.runtime(), "").workerCpus())
        .isEqualTo(state.runtime().workerCpus())
        .isSubsetOf(Observed.now(state.runtime(), "").affinity());
    state.close();
  }

  @Test
  void aPinningThatDoesNotExistIsRefused() {
    RuntimeState state = state("test-plain", "none", "1");
    state.pin = "sockets";
    assertThatThrownBy(state::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("pin was 'sockets'; allowed is none or cores");
  }

  private static RuntimeState state(String strategy, String timer, String workers) {
    RuntimeState state = new RuntimeState();
    state.strategy = strategy;
    state.timer = timer;
    state.driver = "none";
    state.workers = workers;
    state.pin = "none";
    return state;
  }
}
