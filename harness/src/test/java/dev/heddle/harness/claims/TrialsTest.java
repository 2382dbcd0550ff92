package dev.heddle.harness.claims;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The live programs, as they are run for a verdict. */
class TrialsTest {
  static List<Trial> all() {
    return Claims.all().stream().flatMap(claim -> claim.trials().stream()).toList();
  }

  @ParameterizedTest
  @MethodSource("all")
  void eachShowsWhatIsClaimedAndLeavesNoThreadBehind(Trial trial) throws InterruptedException {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    TrialResult result = trial.run();
    assertThat(result.passed()).as(result.found()).isTrue();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      boolean ours =
          thread.getName().startsWith("heddle-work-stealing-")
              || thread.getName().startsWith("heddle-blocking-");
      if (ours && !before.contains(thread)) {
        assertThat(thread.join(Duration.ofSeconds(60))).as(thread.getName()).isTrue();
      }
    }
  }
}
