package dev.heddle.harness.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.harness.plan.Profile;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.Status;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every claim's rule, by results that are made up. */
class JudgesTest {
  private static final Setting TWO = new Setting(Profile.QUICK, List.of(1, 2));
  private static final Setting EIGHT = new Setting(Profile.QUICK, List.of(1, 2, 4, 8));

  /** A claim, results that confirm it, and results that refute it. */
  record Known(String id, Scene confirms, Scene refutes) {
    Claim claim() {
      return Claims.of(List.of(id)).getFirst();
    }

    @Override
    public String toString() {
      return id;
    }
  }

  private static Known known(
      String id, Setting setting, ToDoubleFunction<Cell> confirms, ToDoubleFunction<Cell> refutes) {
    return new Known(id, Scene.of(setting, confirms), Scene.of(setting, refutes));
  }

  static Stream<Known> measured() {
    return Stream.of(
        new Known(
            "C1",
            Scene.of(EIGHT, byWorkload(Map.of("cpu-hog-heavy", 400.0), 100))
                .counters(steals(Map.of("cpu-hog-heavy", 180L), 30)),
            Scene.of(EIGHT, byWorkload(Map.of(), 100)).counters(steals(Map.of(), 30))),
        new Known(
            "C2",
            Scene.of(EIGHT, cell -> isStealOne(cell) ? 200 : 100)
                .counters(cell ->
                    Map.of("steals", 1_000L, "stealOperations", isStealOne(cell) ? 1_000L : 10L)),
            Scene.of(EIGHT, cell -> 100)
                .counters(cell ->
                    Map.of("steals", 1_000L, "stealOperations", isStealOne(cell) ? 1_000L : 10L))),
        known("C3", TWO, cell -> cell.workers() > 2 ? 120 : 100, cell -> 100),
        known("C4", TWO, cell -> timer(cell, 0), cell -> timer(cell, 0.3)),
        known("C5", EIGHT, cell -> timeByCores(cell, 0.3), cell -> timeByCores(cell, 0)),
        known("C6", TWO, cell -> cell.strategy().endsWith("no-lifo") ? 150 : 100, cell -> 100),
        known(
            "C7",
            TWO,
            byWorkload(Map.of("thread-footprint", 2e6), 100),
            byWorkload(Map.of("thread-footprint", 5e4), 100)),
        known(
            "C8",
            TWO,
            byWorkload(Map.of("thread-hand-over", 5_000.0), 50),
            byWorkload(Map.of("thread-hand-over", 300.0), 50)),
        known(
            "C9", TWO, cell -> cell.strategy().equals("work-stealing") ? 5_000 : 1e6, cell -> 1e6),
        known("C10", TWO, cell -> 3 + 100.0 / size(cell), cell -> 100),
        known(
            "C11", TWO, byWorkload(Map.of("lock-blocking", 5_000.0), 100), byWorkload(Map.of(), 9)),
        known(
            "C12",
            TWO,
            byWorkload(Map.of("file-read-on-worker", 500.0), 100),
            byWorkload(Map.of(), 9)),
        new Known(
            "C14",
            Scene.of(TWO, cell -> 100).counters(cell -> served(cell, 2)),
            Scene.of(TWO, cell -> 100).counters(cell -> served(cell, 1))),
        known("C15", TWO, cell -> 500, cell -> 1e6),
        known("C16", TWO, cell -> cell.workers() > 1 ? 150 : 100, cell -> 100));
  }

  private static ToDoubleFunction<Cell> byWorkload(Map<String, Double> special, double others) {
    return cell -> special.getOrDefault(cell.workload(), others);
  }

  private static Function<Cell, Map<String, Long>> steals(Map<String, Long> special, long others) {
    return cell -> Map.of("steals", special.getOrDefault(cell.workload(), others), "polls", 1_000L);
  }

  private static boolean isStealOne(Cell cell) {
    return cell.strategy().endsWith("steal-one");
  }

  private static int size(Cell cell) {
    return cell.size().orElseThrow();
  }

  private static double timer(Cell cell, double exponentOfWheel) {
    return cell.timer().equals("timer-wheel")
        ? 50 * Math.pow(size(cell) / 1_000.0, exponentOfWheel)
        : 40 * Math.pow(size(cell) / 1_000.0, 0.5);
  }

  /** By the Universal Scalability Law; work stealing always scales well. */
  private static double timeByCores(Cell cell, double contention) {
    double n = cell.cores();
    double s = cell.strategy().equals("global-queue") ? contention : 0.001;
    double k = contention == 0 ? 0 : cell.strategy().equals("global-queue") ? 0.05 : 0;
    return 100 * (1 + s * (n - 1) + k * n * (n - 1)) / n;
  }

  private static Map<String, Long> served(Cell cell, int timesOfRing) {
    long ring = 5_000_000;
    return Map.of(
        "load.wallNanos",
        1_000_000_000L,
        "load.servedCpuNanos",
        cell.driver().startsWith("selector") ? timesOfRing * ring : ring);
  }

  @ParameterizedTest
  @MethodSource("measured")
  void resultsThatAreAsClaimedConfirm(Known known) {
    Outcome outcome = known.confirms.judge(known.claim());
    assertThat(outcome.answer()).as(outcome.reason()).isEqualTo(Answer.CONFIRMED);
    assertThat(outcome.findings()).isNotEmpty();
    assertThat(outcome.pictures()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("measured")
  void resultsThatAreNotRefuteAndSayWhichPart(Known known) {
    Outcome outcome = known.refutes.judge(known.claim());
    assertThat(outcome.answer()).as(outcome.reason()).isEqualTo(Answer.REFUTED);
    assertThat(outcome.reason()).contains("does not hold: ");
  }

  @ParameterizedTest
  @MethodSource("measured")
  void underFiveBlocksNothingIsResolved(Known known) {
    for (Scene scene : List.of(known.confirms, known.refutes)) {
      Outcome outcome = scene.blocks(1).judge(known.claim());
      assertThat(outcome.answer()).as(outcome.reason()).isEqualTo(Answer.NOT_RESOLVABLE);
    }
  }

  @ParameterizedTest
  @MethodSource("measured")
  void withoutARunNothingIsResolved(Known known) {
    Setting setting = known.confirms.setting();
    assertThat(Outcome.of(known.claim(), setting, Map.of(), Map.of(), List.of()).answer())
        .isEqualTo(Answer.NOT_RESOLVABLE);
    String name = known.claim().experiments(setting).getFirst().name();
    assertThat(
            Outcome.of(known.claim(), setting, Map.of(), Map.of(name, "no such thing"), List.of())
                .reason())
        .isEqualTo("no such thing");
  }

  @ParameterizedTest
  @MethodSource("measured")
  void aCellThatFailedHungOrWasSkippedLeavesItOpenAndSaysWhy(Known known) {
    for (Cell cell : known.confirms.cells(known.claim())) {
      if (isAnothers(known.id, cell)) {
        continue;
      }
      for (Status status : List.of(Status.FAILED, Status.HUNG, Status.SKIPPED)) {
        Outcome outcome = known.confirms.with(status, cell::equals).judge(known.claim());
        assertThat(outcome.answer()).as("%s %s", cell, status).isEqualTo(Answer.NOT_RESOLVABLE);
        assertThat(outcome.reason())
            .as("%s %s", cell, status)
            .contains(status == Status.SKIPPED ? "is not available here" : "made to end like this");
      }
    }
  }

  /** C3 and C16 share a run, of which each leaves some cells to the other. */
  private static boolean isAnothers(String id, Cell cell) {
    if (!cell.workload().equals(Messages.WORKLOAD)) {
      return false;
    }
    return switch (id) {
      case "C3" -> cell.workers() == 1;
      case "C16" -> cell.workers() > 2;
      default -> false;
    };
  }

  @Test
  void aDifferenceThatNoiseCouldMakeIsOpenAndSaysHowManyBlocksWouldTell() {
    Outcome outcome =
        Scene.of(TWO, byWorkload(Map.of("lock-blocking", 108.0), 100))
            .spread(0.08)
            .judge(new BlockingLock());
    assertThat(outcome.answer()).isEqualTo(Answer.NOT_RESOLVABLE);
    assertThat(outcome.reason()).containsPattern("blocks of this spread would|quieter host");
  }

  @Test
  void howWorkSpreadsIsNotJudgedWithOneThief() {
    Known known = measured().filter(one -> one.id.equals("C2")).findFirst().orElseThrow();
    Outcome outcome =
        Scene.of(TWO, known.confirms.score())
            .counters(known.confirms.counters())
            .judge(known.claim());
    assertThat(outcome.answer()).isEqualTo(Answer.NOT_RESOLVABLE);
    assertThat(outcome.reason()).contains("needs at least 4 CPUs").contains("this run uses 2");
  }

  @Test
  void withTwoNumbersOfCoresNoCurveIsExtrapolated() {
    Outcome outcome = Scene.of(TWO, cell -> timeByCores(cell, 0.3)).judge(new CoreScaling());
    assertThat(outcome.answer()).isEqualTo(Answer.NOT_RESOLVABLE);
    assertThat(outcome.reason()).contains("needs at least 4 numbers of cores");
    assertThat(outcome.pictures()).hasSize(1);
  }

  @Test
  void withTwoCpusAHogIsDrawnAndNotJudged() {
    Outcome outcome =
        Scene.of(TWO, byWorkload(Map.of("cpu-hog-heavy", 400.0), 100))
            .counters(steals(Map.of("cpu-hog-heavy", 180L), 30))
            .judge(new CpuHog());
    assertThat(outcome.answer()).isEqualTo(Answer.NOT_RESOLVABLE);
    assertThat(outcome.reason()).contains("It needs 3 CPUs");
    assertThat(outcome.pictures()).hasSize(1);
    assertThat(outcome.findings()).isNotEmpty();
  }

  @Test
  void onOneCpuClaimsOnSeveralWorkersSayWhatTheyNeed() {
    Setting one = new Setting(Profile.QUICK, List.of(1));
    for (Claim claim : List.of(new CpuHog(), new StealHalf(), new CrossWorkerWake())) {
      assertThat(Scene.of(one, cell -> 100).judge(claim).reason())
          .as(claim.id())
          .contains("needs at least 2 CPUs");
    }
  }

  @Test
  void programsThatShowItConfirmAndOneThatDoesNotRefutes() {
    for (Claim claim : List.of(new AbortDetachThrow(), new PoolDeadlock())) {
      TrialResult yes = new TrialResult("this", true, "seen");
      TrialResult no = new TrialResult("that", false, "not seen");
      assertThat(tried(claim, List.of(yes, yes)).answer()).isEqualTo(Answer.CONFIRMED);
      assertThat(tried(claim, List.of(yes, no)).answer()).isEqualTo(Answer.REFUTED);
      assertThat(tried(claim, List.of()).answer()).isEqualTo(Answer.NOT_RESOLVABLE);
    }
  }

  private static Outcome tried(Claim claim, List<TrialResult> results) {
    return Outcome.of(claim, TWO, Map.of(), Map.of(), results);
  }

  @Test
  void theExponentOfALogarithmIsThatOfALineThroughBothEnds() {
    assertThat(TimerGrowth.exponentOfLogarithm(10, 10_000_000))
        .isCloseTo(Math.log(7) / Math.log(1e6), within(1e-12));
  }
}
