package dev.heddle.strategies.adapters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.heddle.runtime.HeddleRuntime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VirtualThreadsTest {

  @Test
  void whatTheJvmWasNotStartedForIsRefusedInOneLine() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeddleRuntime.builder().strategy("virtual-threads").workers(3).build())
        .withMessage(
            "virtual-threads with 3 workers needs a JVM started with"
                + " -Djdk.virtualThreadScheduler.parallelism=3"
                + " -Djdk.virtualThreadScheduler.maxPoolSize=3");
  }

  @ParameterizedTest
  @CsvSource({
    "25, true",
    "25.0.3+9-LTS, true",
    "25.0.4+1, false",
    "25.0.10, false",
    "26, false",
  })
  void rowsOfJdksWithTheKnownFaultAreMarked(String version, boolean marked) {
    String caveat = VirtualThreads.caveat(Runtime.Version.parse(version));
    assertThat(caveat.startsWith("JDK-8373120")).isEqualTo(marked);
    assertThat(caveat.isEmpty()).isNotEqualTo(marked);
  }
}
