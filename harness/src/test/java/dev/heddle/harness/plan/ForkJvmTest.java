package dev.heddle.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ForkJvmTest {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @AfterEach
  void asBefore() {
    System.clearProperty("heddle.uring");
  }

  @Test
  void aForkGivesUpAnInvocationInHalfOfItsOwnTime() {
    assertThat(ForkJvm.flags(DEADLINE)).contains("-Dheddle.deadline.seconds=30");
  }

  @Test
  void whereIoUringMustNotBeTriedNoForkTriesItAndTheRecordOfTheFlagsSaysSo() {
    assertThat(ForkJvm.flags(DEADLINE)).noneMatch(flag -> flag.startsWith("-Dheddle.uring"));
    System.setProperty("heddle.uring", "off");
    assertThat(ForkJvm.flags(DEADLINE)).contains("-Dheddle.uring=off");
  }
}
