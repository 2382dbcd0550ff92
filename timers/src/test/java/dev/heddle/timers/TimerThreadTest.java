package dev.heddle.timers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which runtimes have a thread for their timers. */
class TimerThreadTest {

  private static List<Thread> timerThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("heddle-timers"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.timers.Setup#everyAdapter")
  void anAdapterHasOneUntilItIsClosed(Setup setup) {
    try (HeddleRuntime runtime = setup.builder().build()) {
      assertThat(runtime.strategy()).isEqualTo(setup.strategy().name());
      assertThat(timerThreads()).singleElement().matches(Thread::isDaemon, "a daemon");
    }
    assertThat(timerThreads()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.timers.Setup#everyAdapter")
  void anAdapterWithoutTimersHasNone(Setup setup) {
    try (HeddleRuntime runtime = setup.builder().timer("none").build()) {
      assertThat(runtime.strategy()).isEqualTo(setup.strategy().name());
      assertThat(timerThreads()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.timers.Setup#everyPolicy")
  void aPolicyHasNoneBecauseItsWorkersWait(Setup setup) {
    try (HeddleRuntime runtime = setup.builder().build()) {
      assertThat(runtime.strategy()).isEqualTo(setup.strategy().name());
      assertThat(timerThreads()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.heddle.timers.Setup#everyService")
  void aServiceHasOneFromTheFirstTimerOnUntilTheRuntimeIsClosed(Setup setup) throws Exception {
    try (HeddleRuntime runtime = setup.builder().build()) {
      assertThat(timerThreads()).isEmpty();
      runtime.spawn(Futures.sleep(Duration.ofMillis(1))).join();
      assertThat(timerThreads()).singleElement().matches(Thread::isDaemon, "a daemon");
    }
    assertThat(timerThreads()).isEmpty();
  }
}
