package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckTest {
  private final Check check = new Check("a workload", Duration.ofMinutes(1));

  @Test
  void aCountThatIsOffFailsWithWhatWasExpectedAndFound() {
    check.finish();
    assertThatThrownBy(() -> check.await(3, "tasks", () -> 2))
        .isInstanceOf(WorkloadFailure.class)
        .hasMessage("a workload: expected 3 tasks, found 2");
  }

  @Test
  void aDoubledTaskThatRunsTooLateForItsInvocationFailsTheNextOne() throws InterruptedException {
    check.finish();
    check.await(1, "tasks", () -> 1);
    check.failDoubled();
    check.finish();
    assertThatThrownBy(() -> check.await(1, "tasks", () -> 1))
        .isInstanceOf(WorkloadFailure.class)
        .hasMessageStartingWith("a workload: expected each task to finish once");
  }

  @Test
  void theDeadlineIsGivenInSeconds() {
    assertThat(Check.parseDeadline("90")).isEqualTo(Duration.ofSeconds(90));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "1.5", "soon", "9999999"})
  void aDeadlineThatIsNoNumberOfSecondsIsRefused(String text) {
    assertThatThrownBy(() -> Check.parseDeadline(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "-Dheddle.deadline.seconds was '%s'; allowed is a whole number of seconds, 1 to 999999",
            text);
  }
}
