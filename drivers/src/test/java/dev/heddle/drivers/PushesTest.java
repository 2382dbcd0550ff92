package dev.heddle.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.HeddleRuntime;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No wake-up of a worker that parks in its driver is lost, among very many. */
class PushesTest {
  private static final long LONG_STRESS_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Half of them as fast as they can be pushed. Ten million where the stress lasts long. */
  private static final long PUSHES = Wire.STRESS_NANOS >= LONG_STRESS_NANOS ? 10_000_000 : 200_000;

  /** So that a worker has just run dry, or is about to. */
  private static final long NANOS_APART = 1_000;

  static Stream<Setup> everyone() {
    return Setup.everyone();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("everyone")
  void everyTaskThatIsPushedRuns(Setup setup) throws InterruptedException {
    try (HeddleRuntime runtime = setup.build()) {
      Pushes pushes = new Pushes(runtime);
      pushes.push(PUSHES / 2, 0);
      pushes.push(PUSHES / 2, NANOS_APART);
      pushes.awaitAll();
      assertThat(pushes.ran()).isEqualTo(PUSHES);
    }
  }
}
