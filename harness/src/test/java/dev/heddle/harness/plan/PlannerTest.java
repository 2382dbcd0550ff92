package dev.heddle.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.heddle.harness.record.Cell;
import dev.heddle.runtime.Pinning;
import dev.heddle.workloads.Availability;
import dev.heddle.workloads.Axes;
import dev.heddle.workloads.WorkloadInfo;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PlannerTest {
  private static final int CPUS = 6;
  private static final long MEMORY = 16L << 30;
  private static final Catalogue CATALOGUE =
      new Catalogue(
          List.of(
              NamedStrategy.of("fork-join"),
              NamedStrategy.of("global-queue"),
              NamedStrategy.withOneWorker("mini"),
              NamedStrategy.of("needy"),
              NamedStrategy.unavailable("netty", "its jar is not there"),
              NamedStrategy.of("work-stealing"),
              NamedStrategy.of("work-stealing-no-lifo")),
          List.of(),
          List.of(),
          List.of(
              workload("chained-spawn"),
              workload("ping-pong"),
              workload("skynet"),
              workload("spawn-many-remote"),
              workload("yield-many")));

  @Test
  void withoutNamesTheHeadlineSetIsPlanned() {
    Plan plan = plan(request(Profile.QUICK));
    assertThat(distinct(plan, Cell::strategy))
        .containsExactlyInAnyOrder(
            "global-queue", "work-stealing", "work-stealing-no-lifo", "fork-join");
    assertThat(distinct(plan, Cell::workload))
        .containsExactlyInAnyOrder("spawn-many-remote", "yield-many", "ping-pong", "chained-spawn");
  }

  @Test
  void smokePlansEverything() {
    Plan plan = plan(request(Profile.SMOKE));
    assertThat(distinct(plan, Cell::strategy)).hasSize(7);
    assertThat(distinct(plan, Cell::workload)).hasSize(5);
  }

  @Test
  void withoutCoresThePowersOfTwoUpToTheMachineArePlanned() {
    assertThat(distinct(plan(request(Profile.QUICK)), Cell::cores)).containsExactly(1, 2, 4);
  }

  @Test
  void thereAreAsManyWorkersAsCoresUnlessAskedOtherwise() {
    assertThat(plan(request(Profile.QUICK)).cells())
        .allMatch(planned -> planned.cell().workers() == planned.cell().cores());
  }

  @Test
  void aStrategyWithOneWorkerGetsOneAndItsRowSaysSo() {
    PlannedCell mini =
        cell(plan(named("global-queue,mini", "skynet", List.of(4), List.of())), "mini");
    assertThat(mini.cell().workers()).isEqualTo(1);
    assertThat(mini.note()).isEqualTo("has 1 worker here");
  }

  @Test
  void aStrategyWithOneWorkerIsNotRunTwiceForTwoNumbersOfWorkers() {
    Plan plan = plan(named("global-queue,mini", "skynet", List.of(4), List.of(2, 4)));
    assertThat(plan.cells()).filteredOn(p -> p.cell().strategy().equals("mini")).hasSize(1);
  }

  @Test
  void anUnavailableStrategyIsSkippedWithItsReason() {
    Plan plan = plan(named("global-queue,netty", "skynet", List.of(1), List.of()));
    assertThat(cell(plan, "netty").skipped()).isEqualTo("its jar is not there");
    assertThat(plan.forks()).noneMatch(f -> plan.cellOf(f).cell().strategy().equals("netty"));
  }

  @Test
  void everyCellIsComparedWithTheBaselineOfItsWorkloadCoresAndWorkers() {
    Plan plan = plan(request(Profile.QUICK));
    for (PlannedCell planned : plan.cells()) {
      Cell baseline = plan.cells().get(planned.baseline()).cell();
      assertThat(baseline.strategy()).isEqualTo("global-queue");
      assertThat(baseline.workload()).isEqualTo(planned.cell().workload());
      assertThat(baseline.cores()).isEqualTo(planned.cell().cores());
      assertThat(baseline.workers()).isEqualTo(planned.cell().workers());
    }
  }

  @Property(tries = 50)
  void everyBlockHoldsEachCellOnceAndTheBaselineTwice(@ForAll long seed) {
    Plan plan = new Planner(CATALOGUE, CPUS, MEMORY).plan(request(Profile.QUICK), "test", seed);
    Map<Integer, List<PlannedFork>> blocks =
        plan.forks().stream().collect(Collectors.groupingBy(PlannedFork::block));
    assertThat(blocks).hasSize(Profile.QUICK.blocks());
    for (List<PlannedFork> block : blocks.values()) {
      assertThat(block).filteredOn(f -> !f.twin()).hasSize(plan.cells().size());
      assertThat(block)
          .filteredOn(PlannedFork::twin)
          .extracting(PlannedFork::cell)
          .containsExactlyInAnyOrderElementsOf(
              plan.cells().stream().map(PlannedCell::baseline).distinct().toList());
    }
  }

  @Test
  void oneSeedGivesOneOrder() {
    assertThat(plan(request(Profile.QUICK))).isEqualTo(plan(request(Profile.QUICK)));
  }

  @Test
  void blocksDifferInTheirOrder() {
    Map<Integer, List<Integer>> orders =
        plan(request(Profile.QUICK)).forks().stream()
            .collect(
                Collectors.groupingBy(
                    PlannedFork::block,
                    Collectors.mapping(PlannedFork::cell, Collectors.toList())));
    assertThat(orders.values()).doesNotHaveDuplicates();
  }

  @Test
  void anUnknownStrategyIsAnsweredWithTheNearestOne() {
    refuses(named("work-staeling", "skynet", List.of(), List.of()))
        .withMessageContaining("did you mean 'work-stealing'?");
  }

  @Test
  void anUnknownWorkloadIsAnsweredWithTheNearestOne() {
    refuses(named("global-queue", "skynett", List.of(), List.of()))
        .withMessageContaining("did you mean 'skynet'?");
  }

  @Test
  void aStrategyMayCarryOptions() {
    Plan plan = plan(named("global-queue,work-stealing:ring=64", "skynet", List.of(1), List.of()));
    assertThat(distinct(plan, Cell::strategy))
        .containsExactly("global-queue", "work-stealing:ring=64");
  }

  @Test
  void aStrategyIsComparedWithItselfInAnotherJvm() {
    Plan plan =
        plan(named("global-queue,global-queue@metrics=off", "skynet", List.of(1), List.of()));
    assertThat(distinct(plan, Cell::strategy))
        .containsExactly("global-queue", "global-queue@metrics=off");
    assertThat(cell(plan, "global-queue@metrics=off").baseline()).isZero();
  }

  @Test
  void anUnknownVariantOfTheJvmIsRefused() {
    refuses(named("global-queue@metric=off", "skynet", List.of(), List.of()))
        .withMessageContaining("did you mean 'metrics=off'?");
  }

  @Test
  void aSweptOptionHasACellForEachValue() {
    Plan plan = plan(named("work-stealing:ring=64/128:lifo=off", "skynet", List.of(1), List.of()));
    assertThat(distinct(plan, Cell::strategy))
        .containsExactly(
            "global-queue", "work-stealing:lifo=off:ring=64", "work-stealing:lifo=off:ring=128");
  }

  @Test
  void aSpecThatMeansTheBaselineIsTheBaseline() {
    Plan plan = plan(named("global-queue:ring=256", "skynet", List.of(1), List.of()));
    assertThat(plan.cells()).hasSize(1);
    assertThat(plan.baseline()).isEqualTo("global-queue");
  }

  @Test
  void theBaselineIsNormalisedToo() {
    Plan plan = plan(comparedWith("work-stealing:ring=64:lifo=on"));
    assertThat(plan.baseline()).isEqualTo("work-stealing:ring=64");
    assertThat(plan.cells())
        .first()
        .extracting(p -> p.cell().strategy())
        .isEqualTo(plan.baseline());
  }

  @Test
  void aSweepIsNoBaseline() {
    refuses(comparedWith("work-stealing:ring=64/128"))
        .withMessage(
            "--baseline 'work-stealing:ring=64/128' names 2 strategies; name one, with one value for each option");
  }

  @Test
  void whatAStrategyNeedsOfItsJvmIsPlannedBesideItsVariants() {
    Plan plan = plan(named("needy@metrics=off", "skynet", List.of(2), List.of(3)));
    assertThat(cell(plan, "needy@metrics=off").jvmFlags())
        .containsExactly("-Dheddle.metrics=off", "-Dneeded=3");
  }

  @Test
  void everyCellOfAPinnedRunSaysSo() {
    Plan plan = PINNABLE.plan(pinned(Pinning.CORES, "global-queue"), "test", 42);
    assertThat(plan.cells()).hasSize(3);
    assertThat(distinct(plan, Cell::pinning)).containsExactly(Pinning.CORES);
    assertThat(distinct(plan, Cell::params)).containsExactly(Map.of("pin", "cores"));
  }

  @Test
  void aPoolWhoseThreadsCannotBePinnedIsSkippedWithTheReason() {
    Plan plan = PINNABLE.plan(pinned(Pinning.CORES, "global-queue"), "test", 42);
    assertThat(cell(plan, "adapter").skipped())
        .isEqualTo("has threads of its own, which cannot be pinned");
    assertThat(plan.forks()).noneMatch(f -> plan.cellOf(f).cell().strategy().equals("adapter"));
  }

  @Test
  void aPoolWhoseThreadsCannotBePinnedIsNoBaselineOfAPinnedRun() {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> PINNABLE.plan(pinned(Pinning.CORES, "adapter"), "test", 42))
        .withMessage(
            "baseline 'adapter' is unavailable here: has threads of its own, which cannot be"
                + " pinned; name another with --baseline");
  }

  @Test
  void aStrategyThatGoesByDistanceIsRefusedUnlessPinned() {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> PINNABLE.plan(pinned(Pinning.NONE, "global-queue"), "test", 42))
        .withMessage(
            "strategy 'by-distance' goes by the distance between workers' CPUs; pin them with --pin"
                + " cores");
  }

  @Test
  void withoutPinsACellHasNoParameter() {
    assertThat(distinct(plan(request(Profile.QUICK)), Cell::params)).containsExactly(Map.of());
    assertThat(distinct(plan(request(Profile.QUICK)), Cell::pinning)).containsExactly(Pinning.NONE);
  }

  @Test
  void aGaugesScoreIsNotInNanoseconds() {
    Catalogue gauge =
        new Catalogue(
            List.of(NamedStrategy.of("global-queue")),
            List.of(),
            List.of(),
            List.of(
                new WorkloadInfo(
                    "footprint",
                    "task",
                    "summary",
                    "B",
                    "a.Class.footprint",
                    Axes.STRATEGIES,
                    Availability.Always.class,
                    "")));
    Plan plan = new Planner(gauge, CPUS, MEMORY).plan(request(Profile.SMOKE), "test", 42);
    assertThat(plan.cells()).extracting(PlannedCell::scoreUnit).containsOnly("B/task");
  }

  @Test
  void anOptionOutOfRangeIsRefusedWithWhatIsAllowed() {
    refuses(named("work-stealing:ring=63", "skynet", List.of(), List.of()))
        .withMessageContaining("a power of two from 2 to 1024");
  }

  @Test
  void coresBeyondTheMachineAreRefusedWithHowManyThereAre() {
    refuses(named("global-queue", "skynet", List.of(8), List.of()))
        .withMessage("--cores was 8; allowed is 1 to 6: that is how many CPUs this run may use");
  }

  @Test
  void noCoresAndNoWorkersAreRefused() {
    refuses(named("global-queue", "skynet", List.of(0), List.of()))
        .withMessageStartingWith("--cores was 0");
    refuses(named("global-queue", "skynet", List.of(1), List.of(0)))
        .withMessageStartingWith("--workers was 0");
  }

  @Test
  void theBaselineJoinsWhereItIsNotNamed() {
    Plan plan = plan(named("work-stealing", "skynet", List.of(1), List.of()));
    assertThat(distinct(plan, Cell::strategy)).containsExactly("global-queue", "work-stealing");
  }

  @Test
  void aWorkloadGivesUpBeforeItsForkCountsAsHung() {
    Request asked =
        new Request(
            Profile.QUICK,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Map.of(),
            false,
            List.of(),
            List.of(),
            Pinning.NONE,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(Duration.ofSeconds(90)));
    assertThat(plan(asked).jvmFlags()).contains("-Dheddle.deadline.seconds=45");
  }

  private static org.assertj.core.api.ThrowableAssertAlternative<BadInput> refuses(
      Request request) {
    return assertThatExceptionOfType(BadInput.class).isThrownBy(() -> plan(request));
  }

  private static Plan plan(Request request) {
    return new Planner(CATALOGUE, CPUS, MEMORY).plan(request, "test", 42);
  }

  private static Request request(Profile profile) {
    return new Request(
        profile,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        false,
        List.of(),
        List.of(),
        Pinning.NONE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static final Planner PINNABLE =
      new Planner(
          new Catalogue(
              List.of(
                  new NamedAdapter("adapter"),
                  NamedStrategy.of("by-distance"),
                  NamedStrategy.of("global-queue")),
              List.of(),
              List.of(),
              List.of(workload("skynet"))),
          CPUS,
          MEMORY);

  /** All three of them, on two cores. */
  private static Request pinned(Pinning pinning, String baseline) {
    return new Request(
        Profile.QUICK,
        List.of("adapter", "by-distance", "global-queue"),
        List.of("skynet"),
        List.of(),
        List.of(),
        Map.of(),
        false,
        List.of(2),
        List.of(),
        pinning,
        Optional.empty(),
        Optional.of(baseline),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static Request comparedWith(String baseline) {
    return new Request(
        Profile.QUICK,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        false,
        List.of(),
        List.of(),
        Pinning.NONE,
        Optional.empty(),
        Optional.of(baseline),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static Request named(
      String strategies, String workloads, List<Integer> cores, List<Integer> workers) {
    return new Request(
        Profile.QUICK,
        List.of(strategies.split(",")),
        List.of(workloads.split(",")),
        List.of(),
        List.of(),
        Map.of(),
        false,
        cores,
        workers.stream().map(WorkerCount::of).toList(),
        Pinning.NONE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static <T> List<T> distinct(Plan plan, Function<Cell, T> part) {
    return plan.cells().stream().map(PlannedCell::cell).map(part).distinct().toList();
  }

  private static PlannedCell cell(Plan plan, String strategy) {
    return plan.cells().stream()
        .filter(planned -> planned.cell().strategy().equals(strategy))
        .findFirst()
        .orElseThrow();
  }

  private static WorkloadInfo workload(String name) {
    return new WorkloadInfo(
        name,
        "unit",
        "summary",
        "",
        "a.Class." + name,
        Axes.STRATEGIES,
        Availability.Always.class,
        "");
  }
}
