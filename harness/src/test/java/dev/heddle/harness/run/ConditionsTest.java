package dev.heddle.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.harness.record.Observed;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionsTest {
  private static final Conditions ASKED =
      new Conditions(List.of(2, 0), 2, List.of(), List.of(), "G1", List.of());

  @Test
  void aForkThatFoundWhatWasAskedViolatesNothing() {
    assertThat(ASKED.violation(observed(List.of(0, 2), 2, 2, "G1 Young Generation"))).isEmpty();
  }

  @Test
  void otherCpusAreAViolation() {
    assertThat(ASKED.violation(observed(List.of(0, 1), 2, 2, "G1 Old Generation")))
        .isEqualTo("ran on CPUs 0-1, asked for 0,2");
  }

  @Test
  void fewerProcessorsThanCpusAreAViolation() {
    assertThat(ASKED.violation(observed(List.of(0, 2), 1, 2, "G1 Old Generation")))
        .isEqualTo("the JVM saw 1 processors, asked for 2");
  }

  @Test
  void anotherNumberOfWorkersIsAViolation() {
    assertThat(ASKED.violation(observed(List.of(0, 2), 2, 4, "G1 Old Generation")))
        .isEqualTo("had 4 workers, asked for 2");
  }

  @Test
  void anotherCollectorIsAViolation() {
    assertThat(ASKED.violation(observed(List.of(0, 2), 2, 2, "Copy")))
        .isEqualTo("collected with Copy, asked for G1");
  }

  @Test
  void aFlagOfTheCellThatTheJvmWasStartedWithoutIsAViolation() {
    Conditions asked =
        new Conditions(
            List.of(0, 2), 2, List.of(), List.of(), "G1", List.of("-Dheddle.metrics=off"));
    assertThat(asked.violation(observed(List.of(0, 2), 2, 2, "G1 Old Generation")))
        .isEqualTo("the JVM was started without -Dheddle.metrics=off");
  }

  @Test
  void workersOnOtherCpusThanTheirOwnAreAViolation() {
    Conditions asked =
        new Conditions(List.of(0, 2), 3, List.of(2, 0, 2), List.of(), "G1", List.of());
    assertThat(asked.violation(pinned(List.of(2, 0, 2)))).isEmpty();
    assertThat(asked.violation(pinned(List.of(0, 2, 0))))
        .isEqualTo("had its workers on CPUs 0,2,0, asked for them on CPUs 2,0,2");
    assertThat(asked.violation(pinned(List.of())))
        .isEqualTo("had its workers not pinned, asked for them on CPUs 2,0,2");
  }

  @Test
  void aLoadGeneratorOnOtherCpusThanAskedForIsAViolation() {
    Conditions asked = new Conditions(List.of(0, 2), 3, List.of(), List.of(1, 3), "G1", List.of());
    assertThat(asked.violation(loadedFrom(List.of(1, 3)))).isEmpty();
    assertThat(asked.violation(loadedFrom(List.of()))).isEmpty(); // it has none
    assertThat(asked.violation(loadedFrom(List.of(0, 2))))
        .isEqualTo("had its load generator on CPUs 0,2, asked for 1,3");
  }

  private static Observed loadedFrom(List<Integer> loadCpus) {
    return new Observed(
        List.of(0, 2),
        2,
        3,
        List.of(),
        9,
        "a JVM",
        List.of(),
        List.of("G1 Old"),
        1L << 30,
        "",
        "",
        "",
        "selector",
        loadCpus);
  }

  @Test
  void workersThatWereNotToBePinnedAreAViolation() {
    Conditions asked = new Conditions(List.of(0, 2), 3, List.of(), List.of(), "G1", List.of());
    assertThat(asked.violation(pinned(List.of(0, 2, 0))))
        .isEqualTo("had its workers on CPUs 0,2,0, asked for them not pinned");
  }

  private static Observed pinned(List<Integer> workerCpus) {
    return new Observed(
        List.of(0, 2),
        2,
        3,
        workerCpus,
        9,
        "a JVM",
        List.of(),
        List.of("G1 Old"),
        1L << 30,
        "",
        "",
        "",
        "",
        List.of());
  }

  private static Observed observed(
      List<Integer> affinity, int processors, int workers, String collector) {
    return new Observed(
        affinity,
        processors,
        workers,
        List.of(),
        9,
        "a JVM",
        List.of(),
        List.of(collector),
        1L << 30,
        "",
        "",
        "",
        "",
        List.of());
  }
}
