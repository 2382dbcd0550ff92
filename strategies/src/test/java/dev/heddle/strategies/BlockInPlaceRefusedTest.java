package dev.heddle.strategies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.TaskFailedException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A strategy that cannot let others go on meanwhile says so, rather than stall them. */
class BlockInPlaceRefusedTest {

  @ParameterizedTest
  @MethodSource("dev.heddle.strategies.Setup#everyStrategyThatDoesNotBlockInPlace")
  void blockingInPlaceIsRefusedAndTheClosureNotRun(Setup setup) throws Exception {
    AtomicBoolean called = new AtomicBoolean();
    try (HeddleRuntime runtime = setup.start()) {
      Probe<String> task =
          new Probe<>((self, context) ->
              self.done(
                  HeddleRuntime.blockInPlace(() -> {
                    called.set(true);
                    return "called";
                  })));
      assertThatExceptionOfType(TaskFailedException.class)
          .isThrownBy(runtime.spawn(task)::join)
          .havingCause()
          .isInstanceOf(UnsupportedOperationException.class)
          .withMessageContaining("use spawnBlocking");
      assertThat(runtime.spawn(Probe.of("goes on")).join()).isEqualTo("goes on");
    }
    assertThat(called).isFalse();
  }
}
