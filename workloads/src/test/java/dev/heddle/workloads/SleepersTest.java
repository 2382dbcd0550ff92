package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.spi.Providers;
import java.time.Duration;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Workloads whose tasks sleep, with every kind of timers. */
class SleepersTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  static Stream<String> timers() {
    return Providers.timers().stream()
        .filter(timer -> timer.unavailable().isEmpty() && !timer.name().equals("none"))
        .map(timer -> timer.name())
        .flatMap(name ->
            Providers.timer(name).options().isEmpty()
                ? Stream.of(name)
                : Stream.of(name, name + ":placement=per-worker"));
  }

  @ParameterizedTest
  @MethodSource("timers")
  void allWakeAndNoneEarlyByEveryTimer(String timer) throws InterruptedException {
    try (HeddleRuntime runtime =
        HeddleRuntime.builder().strategy("test-plain").timer(timer).workers(2).build()) {
      new Sleepers(LONG).run(runtime, 1_000);
      assertThat(LongStream.of(new TimerLateness(LONG).idle(runtime, 100)).min().getAsLong())
          .isNotNegative();
      TimerContended contended = new TimerContended(LONG);
      contended.fill(runtime, 100);
      contended.run(runtime, 1_000);
    }
  }

  @Test
  void theJdkWakesAllToo() throws InterruptedException {
    JdkSleepers jdk = new JdkSleepers(LONG);
    jdk.virtualThreads(1_000);
    jdk.forkJoin(1_000);
    jdk.close();
  }

  @Test
  void aThreadThatParksIsNeverEarly() throws InterruptedException {
    assertThat(LongStream.of(new ThreadLateness().waits(100)).min().getAsLong()).isNotNegative();
  }

  @Test
  void whoDidNotSleepFails() {
    assertThatThrownBy(() -> Sleepers.requireSlept("sleepers", 9_999_999))
        .isInstanceOf(WorkloadFailure.class)
        .hasMessage("sleepers: expected to take 10000000 ns or more, found 9999999");
  }

  @Test
  void whoWakesEarlyFails() {
    assertThatThrownBy(() -> TimerLateness.requireNotEarly("timer-lateness", -1))
        .isInstanceOf(WorkloadFailure.class)
        .hasMessage(
            "timer-lateness: expected no sleep to end before its time, found one 1 ns early");
  }
}
