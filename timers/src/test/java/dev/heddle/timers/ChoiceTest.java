package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.TaskFailedException;
import dev.heddle.runtime.spi.Provider;
import dev.heddle.runtime.spi.Providers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Choosing timers, or none. */
class ChoiceTest {

  @Test
  void theTimerQueuesAreFoundByName() {
    assertThat(Providers.timers().stream().map(Provider::name))
        .contains("binary-heap", "timer-wheel", "jdk-delay-queue", "hashed-wheel", "none");
  }

  @Test
  void anUnknownNameIsRefusedInOneLineWithTheNearest() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeddleRuntime.builder().timer("timer-whel:placement=global"))
        .withMessageMatching(
            "unknown timer 'timer-whel'; did you mean 'timer-wheel'\\? known: .*binary-heap.*");
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 1})
  void withoutTimersASleepFailsAndSaysHowToChooseThem(long nanos) {
    try (HeddleRuntime runtime = HeddleRuntime.builder().workers(1).build()) {
      var sleeper = runtime.spawn(Futures.sleep(Duration.ofNanos(nanos)));
      assertThatExceptionOfType(TaskFailedException.class)
          .isThrownBy(sleeper::join)
          .havingCause()
          .isInstanceOf(IllegalStateException.class)
          .withMessageContaining("HeddleRuntime.builder().timer(name)");
    }
  }

  /** Its own thread fires its timers, whichever worker set them. */
  @ParameterizedTest
  @ValueSource(strings = {"jdk-delay-queue", "hashed-wheel"})
  void aServiceHasNoPlacement(String service) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeddleRuntime.builder().timer(service + ":placement=per-worker"))
        .withMessage("unknown option 'placement'; there are none");
  }
}
