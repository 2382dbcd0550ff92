package dev.heddle.harness.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.plan.Catalogue;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.Planner;
import dev.heddle.harness.plan.Profile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClaimsTest {
  private static final Setting QUICK_ON_TWO = new Setting(Profile.QUICK, List.of(1, 2));

  /** On a virtual machine with two CPUs, in the mean of all. */
  private static final double FORK_START_SECONDS = 1.3;

  static List<Claim> all() {
    return Claims.all();
  }

  @Test
  void thereAreSeventeenInOrder() {
    assertThat(Claims.all())
        .extracting(Claim::id)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 17).mapToObj(number -> "C" + number).toList());
  }

  @ParameterizedTest
  @MethodSource("all")
  void eachSaysWhatIsClaimedAndByWhichRuleItIsJudged(Claim claim) {
    assertThat(claim.statement()).isNotBlank().doesNotEndWith(".");
    assertThat(claim.figure()).isNotBlank();
    assertThat(claim.rule()).contains("confirmed if", "refuted if");
  }

  @ParameterizedTest
  @MethodSource("all")
  void eachIsMeasuredOrTriedOut(Claim claim) {
    assertThat(claim.experiments(QUICK_ON_TWO).isEmpty()).isNotEqualTo(claim.trials().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("all")
  void whatEachMeasuresCanBePlanned(Claim claim) {
    for (List<Integer> cores : List.of(List.of(1), List.of(1, 2), List.of(1, 2, 4, 8))) {
      Planner planner = new Planner(Catalogue.ofClassPath(), cores.getLast(), 64L << 30);
      for (Profile profile : Profile.values()) {
        for (Experiment experiment : claim.experiments(new Setting(profile, cores))) {
          Plan plan = experiment.plan(planner, "test", 1);
          assertThat(plan.forks()).as(experiment.name()).isNotEmpty();
        }
      }
    }
  }

  @Test
  void claimsThatShareAnExperimentAskTheSameOfIt() {
    Map<String, Experiment> byName = new HashMap<>();
    for (Claim claim : Claims.all()) {
      for (Experiment experiment : claim.experiments(QUICK_ON_TWO)) {
        Experiment other = byName.putIfAbsent(experiment.name(), experiment);
        assertThat(other == null || other.equals(experiment)).as(experiment.name()).isTrue();
      }
    }
  }

  @Test
  void allOfThemOnTwoCpusTakeLessThanTwentyFiveMinutesForAQuickLook() {
    Map<String, Double> seconds = new HashMap<>();
    Planner planner = new Planner(Catalogue.ofClassPath(), 2, 16L << 30);
    for (Claim claim : Claims.all()) {
      for (Experiment experiment : claim.experiments(QUICK_ON_TWO)) {
        Plan plan = experiment.plan(planner, "test", 1);
        seconds.put(
            experiment.name(),
            plan.forks().size()
                * (FORK_START_SECONDS + plan.iterations().total().toMillis() / 1e3));
      }
    }
    assertThat(seconds.values().stream().mapToDouble(Double::doubleValue).sum() / 60)
        .as(seconds.toString())
        .isLessThan(25);
  }

  @Test
  void someOfThemAreGivenInTheOrderOfAll() {
    assertThat(Claims.of(List.of("C4", "C1"))).extracting(Claim::id).containsExactly("C1", "C4");
  }

  @Test
  void anUnknownOneIsRefusedWithAllThereAre() {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> Claims.of(List.of("C1", "C99")))
        .withMessageStartingWith("--only was 'C99'; allowed are C1, C2, ")
        .withMessageContaining("C17");
  }
}
