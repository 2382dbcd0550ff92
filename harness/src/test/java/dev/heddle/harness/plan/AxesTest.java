package dev.heddle.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.Json;
import dev.heddle.runtime.Pinning;
import dev.heddle.workloads.Availability;
import dev.heddle.workloads.Axes;
import dev.heddle.workloads.TimerUse;
import dev.heddle.workloads.WorkloadInfo;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Timers, drivers and scales in a plan: which cells they make, and which of them are compared. */
class AxesTest {
  private static final int BYTES = 1_000;

  private static final Catalogue CATALOGUE =
      new Catalogue(
          List.of(
              new NamedAdapter("fork-join"),
              NamedStrategy.of("global-queue"),
              NamedStrategy.of("work-stealing")),
          List.of(
              new NamedTimer("binary-heap"),
              new NamedTimer.Service("delay-queue"),
              new NamedTimer("timer-wheel")),
          List.of(
              NamedDriver.of("ring"),
              NamedDriver.of("selector"),
              NamedDriver.unavailable("absent", "the kernel says no")),
          List.of(
              workload("skynet", Axes.STRATEGIES),
              workload("sleepers", axes(true, TimerUse.ANY, List.of(), 1, 0, 0)),
              workload("contended", axes(true, TimerUse.ANY, List.of(10, 1_000), 1, 0, 0)),
              workload("insert", axes(false, TimerUse.ANY, List.of(10, 1_000), 1, BYTES, 0)),
              workload("expire", axes(false, TimerUse.BY_HAND, List.of(10), 10, 0, 0)),
              workload("roomy", axes(true, TimerUse.NONE, List.of(), 1, 0, 3_000)),
              new WorkloadInfo(
                  "a-plain-one",
                  "unit",
                  "by threads that sleep",
                  "",
                  "a.Class.plain",
                  axes(false, TimerUse.NONE, List.of(), 1, 0, 0),
                  Availability.Always.class,
                  "sleepers"),
              workload(
                  "echo",
                  new Axes(
                      true,
                      TimerUse.NONE,
                      true,
                      List.of(1, 64),
                      List.of(64, 512),
                      List.of(),
                      List.of(),
                      List.of(),
                      1,
                      0,
                      0)),
              workload(
                  "churn",
                  new Axes(
                      true,
                      TimerUse.NONE,
                      true,
                      List.of(),
                      List.of(),
                      List.of(),
                      List.of(),
                      List.of(),
                      1,
                      0,
                      0)),
              workload(
                  "service",
                  new Axes(
                      true,
                      TimerUse.NONE,
                      false,
                      List.of(),
                      List.of(),
                      List.of("exp-10us", "tpcc"),
                      List.of(50, 80),
                      List.of(),
                      1,
                      0,
                      0)),
              workload("jdk", axes(false, TimerUse.NONE, List.of(), 1, 0, 0))));

  private static Axes axes(
      boolean strategies,
      TimerUse timers,
      List<Integer> sizes,
      int leastSize,
      int heapBytesPerSize,
      int heapMebibytes) {
    return new Axes(
        strategies,
        timers,
        false,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        sizes,
        leastSize,
        heapBytesPerSize,
        heapMebibytes);
  }

  @Test
  void aWorkloadWithoutTimersAndSizesIsNotMultipliedByThem() {
    Plan plan = plan(asked("skynet,contended").timers("binary-heap").sizes(1, 2));
    assertThat(cells(plan, "skynet"))
        .containsExactly(
            cell("skynet", "global-queue", "none", null),
            cell("skynet", "work-stealing", "none", null));
  }

  @Test
  void whatSleepsHasTheBaselineTimerUnlessOthersAreNamed() {
    assertThat(cells(plan(asked("sleepers")), "sleepers"))
        .containsExactly(
            cell("sleepers", "global-queue", "timer-wheel", null),
            cell("sleepers", "work-stealing", "timer-wheel", null));
  }

  @Test
  void everyStrategyRunsWithEveryTimerThatIsNamed() {
    assertThat(cells(plan(asked("sleepers").timers("binary-heap")), "sleepers"))
        .containsExactly(
            cell("sleepers", "global-queue", "timer-wheel", null),
            cell("sleepers", "work-stealing", "timer-wheel", null),
            cell("sleepers", "global-queue", "binary-heap", null),
            cell("sleepers", "work-stealing", "binary-heap", null));
  }

  @Test
  void withoutARuntimeAllTimersAreComparedAndNoStrategies() {
    assertThat(cells(plan(asked("insert").sizes(10)), "insert"))
        .containsExactly(
            alone("insert", "timer-wheel", 10),
            alone("insert", "binary-heap", 10),
            alone("insert", "delay-queue", 10));
  }

  @Test
  void aWorkloadThatComparesNothingHasOneCell() {
    assertThat(plan(asked("jdk")).cells()).hasSize(1);
    assertThat(plan(asked("jdk")).baseline()).isEqualTo("none");
  }

  @Test
  void aPeerIsComparedWithTheBaselineOfItsWorkloadOnAsManyCpus() {
    Plan plan =
        plan(
            asked("a-plain-one,sleepers")
                .cores(1, 2)
                .workers(WorkerCount.of(1), WorkerCount.of(2))
                .baseline("fork-join"));
    List<PlannedCell> peers =
        plan.cells().stream()
            .filter(planned -> planned.cell().workload().equals("a-plain-one"))
            .toList();
    assertThat(peers).extracting(planned -> planned.cell().cores()).containsExactly(1, 2);
    for (PlannedCell peer : peers) {
      Cell baseline = plan.cells().get(peer.baseline()).cell();
      assertThat(plan.table(peer)).isEqualTo("sleepers");
      assertThat(baseline.strategy()).isEqualTo("fork-join");
      assertThat(baseline.timer()).isEqualTo("timer-wheel");
      assertThat(baseline.cores()).isEqualTo(peer.cell().cores());
      assertThat(baseline.workers()).isEqualTo(peer.cell().cores());
      assertThat(peer.note()).isEqualTo("peer of sleepers: by threads that sleep");
    }
    assertThat(plan.forks())
        .filteredOn(PlannedFork::twin)
        .noneMatch(fork -> plan.cellOf(fork).cell().workload().equals("a-plain-one"));
  }

  @Test
  void aPeerWithoutItsWorkloadIsComparedWithItself() {
    Plan plan = plan(asked("a-plain-one"));
    assertThat(plan.cells()).extracting(plan::table).containsExactly("a-plain-one");
    assertThat(plan.forks()).extracting(PlannedFork::twin).contains(true);
  }

  @Test
  void anOptionOfTimersIsSweptAsOneOfAStrategy() {
    Plan plan = plan(asked("sleepers").timers("timer-wheel:placement=global/per-worker"));
    assertThat(distinct(plan, Cell::timer))
        .containsExactly("timer-wheel", "timer-wheel:placement=per-worker");
  }

  @Test
  void everyCellIsComparedWithTheBaselineOfItsOwnSize() {
    Plan plan = plan(asked("insert,contended").baselineTimer("binary-heap"));
    assertThat(plan.cells()).extracting(p -> p.cell().size()).doesNotContain(OptionalInt.empty());
    for (PlannedCell planned : plan.cells()) {
      Cell baseline = plan.cells().get(planned.baseline()).cell();
      assertThat(baseline.timer()).isEqualTo("binary-heap");
      assertThat(baseline.workload()).isEqualTo(planned.cell().workload());
      assertThat(baseline.size()).isEqualTo(planned.cell().size());
    }
    assertThat(plan.baselineTimer()).isEqualTo("binary-heap");
  }

  @Test
  void theSizesAreThoseOfTheWorkloadUnlessOthersAreNamed() {
    assertThat(distinct(plan(asked("insert")), cell -> cell.size().getAsInt()))
        .containsExactly(10, 1_000);
    assertThat(distinct(plan(asked("insert").sizes(77, 5, 77)), cell -> cell.size().getAsInt()))
        .containsExactly(5, 77);
  }

  @Test
  void smokeTakesTheSmallestSizeOnly() {
    Plan plan = plan(asked("insert").profile(Profile.SMOKE));
    assertThat(distinct(plan, cell -> cell.size().getAsInt())).containsExactly(10);
  }

  @Test
  void aSizeIsANumberInJson() throws Exception {
    Plan plan = plan(asked("insert"));
    assertThat(Json.MAPPER.valueToTree(plan).at("/cells/0/cell/params/size").isInt()).isTrue();
    assertThat(Json.MAPPER.readValue(Json.MAPPER.writeValueAsString(plan), Plan.class))
        .isEqualTo(plan);
  }

  @Test
  void aSizeThatNeedsMoreHeapHasItAndSaysSo() {
    Plan plan = plan(asked("insert").sizes(10, 2_000_000));
    assertThat(plan.cells().getFirst().jvmFlags()).isEmpty();
    PlannedCell large = plan.cells().getLast();
    assertThat(large.jvmFlags()).containsExactly("-Xms2420m", "-Xmx2420m");
    assertThat(large.note()).isEqualTo("has a heap of 2,420 MiB");
  }

  @Test
  void aWorkloadThatNeedsMoreHeapWhateverItsSizeHasIt() {
    assertThat(plan(asked("roomy")).cells())
        .isNotEmpty()
        .allSatisfy(
            planned -> assertThat(planned.jvmFlags()).containsExactly("-Xms3000m", "-Xmx3000m"));
  }

  @Test
  void aSizeThatDoesNotFitIntoMemoryIsSkippedWithTheReason() {
    Plan plan = plan(asked("insert").sizes(10, 20_000_000));
    assertThat(plan.cells())
        .filteredOn(planned -> planned.cell().size().getAsInt() == 20_000_000)
        .hasSize(3)
        .allSatisfy(planned -> {
          assertThat(planned.skipped())
              .isEqualTo(
                  "needs a heap of 19,586 MiB; of this host's 16,384 MiB a fork may have 12,288: name a smaller size with --sizes, or take a host with more memory");
          assertThat(planned.note()).isEmpty();
        });
    assertThat(plan.forks()).isNotEmpty();
    assertThat(plan.forks()).allMatch(fork -> plan.cellOf(fork).cell().size().getAsInt() == 10);
  }

  @Test
  void aServiceIsSkippedWhereTimePassesByHand() {
    Plan plan = plan(asked("expire"));
    assertThat(plan.cells())
        .filteredOn(planned -> !planned.runs())
        .extracting(planned -> planned.cell().timer(), PlannedCell::skipped)
        .containsExactly(
            tuple(
                "delay-queue",
                "has a thread of its own that goes by the real clock, and here time passes by hand"));
  }

  @Test
  void aPoolThatCannotWaitForTheTimersOfItsWorkersIsSkipped() {
    Plan plan =
        plan(asked("sleepers").strategies("fork-join").timers("timer-wheel:placement=per-worker"));
    assertThat(plan.cells())
        .filteredOn(planned -> !planned.runs())
        .extracting(planned -> planned.cell().strategy(), planned -> planned.cell().timer())
        .containsExactly(tuple("fork-join", "timer-wheel:placement=per-worker"));
  }

  @Test
  void socketsHaveTheBaselineDriverUnlessOthersAreNamed() {
    assertThat(cells(plan(asked("churn,skynet")), "churn"))
        .containsExactly(
            socket("churn", "global-queue", "selector", Map.of()),
            socket("churn", "work-stealing", "selector", Map.of()));
    assertThat(distinct(plan(asked("skynet")), Cell::driver)).containsExactly("none");
    assertThat(plan(asked("skynet")).baselineDriver()).isEqualTo("none");
  }

  @Test
  void everyStrategyRunsWithEveryDriverAtEveryScale() {
    Plan plan =
        plan(asked("echo").drivers("ring:placement=shared").scale(Scale.PAYLOAD, 8).cores(1, 2));
    assertThat(plan.cells()).hasSize(16); // drivers, strategies, connections, cores: two of each
    assertThat(cells(plan, "echo"))
        .startsWith(
            socket("echo", "global-queue", "selector", Map.of("connections", 1, "payload", 8)),
            socket("echo", "work-stealing", "selector", Map.of("connections", 1, "payload", 8)),
            socket(
                "echo",
                "global-queue",
                "ring:placement=shared",
                Map.of("connections", 1, "payload", 8)));
    for (PlannedCell planned : plan.cells()) {
      Cell baseline = plan.cells().get(planned.baseline()).cell();
      assertThat(baseline.driver()).isEqualTo("selector");
      assertThat(baseline.params()).isEqualTo(planned.cell().params());
      assertThat(baseline.cores()).isEqualTo(planned.cell().cores());
    }
    assertThat(plan.baselineDriver()).isEqualTo("selector");
  }

  @Test
  void smokeTakesTheFewestConnectionsAndTheShortestPayloadOnly() {
    assertThat(distinct(plan(asked("echo").profile(Profile.SMOKE)), Cell::params))
        .containsExactly(Map.of("connections", 1, "payload", 64));
  }

  @Test
  void connectionsAndPayloadsAreNumbersInJson() {
    Plan plan = plan(asked("echo"));
    assertThat(Json.MAPPER.valueToTree(plan).at("/cells/0/cell/params/connections").isInt())
        .isTrue();
    assertThat(Json.MAPPER.valueToTree(plan).at("/cells/0/cell/params/payload").isInt()).isTrue();
  }

  @Test
  void anOpenLoopIsRunWithEachKindOfRequestsAtEachLoad() {
    assertThat(distinct(plan(asked("service")), Cell::params))
        .containsExactlyInAnyOrder(
            Map.of("requests", "exp-10us", "load", 50),
            Map.of("requests", "exp-10us", "load", 80),
            Map.of("requests", "tpcc", "load", 50),
            Map.of("requests", "tpcc", "load", 80));
  }

  @Test
  void ratesStandInPlaceOfLoadsUnlessThoseAreAskedForToo() {
    Asked rates = asked("service").scale(Scale.REQUESTS, "tpcc").scale(Scale.RATE, 20_000, 5_000);
    assertThat(distinct(plan(rates), Cell::params))
        .containsExactly(
            Map.of("requests", "tpcc", "rate", 5_000), Map.of("requests", "tpcc", "rate", 20_000));
    assertThat(distinct(plan(rates.scale(Scale.LOAD, 95)), Cell::params))
        .containsExactly(
            Map.of("requests", "tpcc", "load", 95),
            Map.of("requests", "tpcc", "rate", 5_000),
            Map.of("requests", "tpcc", "rate", 20_000));
  }

  @Test
  void workersMayBeMultiplesOfTheCores() {
    Plan plan =
        plan(
            asked("skynet")
                .cores(1, 2)
                .workers(new WorkerCount(1, true), new WorkerCount(2, true), WorkerCount.of(2)));
    assertThat(distinct(plan, cell -> cell.cores() + " " + cell.workers()))
        .containsExactly("1 1", "1 2", "2 2", "2 4");
  }

  @Test
  void recordedRequestsMayHaveAnyNameAndOthersMustBeKnown() {
    assertThat(
            distinct(
                plan(asked("service").scale(Scale.REQUESTS, "replay=a.csv").scale(Scale.LOAD, 50)),
                Cell::params))
        .containsExactly(Map.of("requests", "replay=a.csv", "load", 50));
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> plan(asked("service").scale(Scale.REQUESTS, "tpc")))
        .withMessageContaining("'tpc'")
        .withMessageContaining("tpcc");
  }

  @Test
  void loadsThatMatterToNothingAreRefused() {
    for (Scale scale : List.of(Scale.LOAD, Scale.RATE)) {
      assertThatExceptionOfType(BadInput.class)
          .isThrownBy(() -> plan(asked("skynet").scale(scale, 50)))
          .withMessageContaining(
              scale.option() + " was given, but does not matter to skynet; it does to service");
    }
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> plan(asked("service").scale(Scale.LOAD, 201)))
        .withMessageContaining("--loads was 201; allowed is 1 to 200");
  }

  @Test
  void aPoolWithThreadsOfItsOwnHasItsDriverDedicatedAndItsRowSaysSo() {
    Plan plan = plan(asked("churn").strategies("fork-join").drivers("ring"));
    assertThat(plan.cells()).allMatch(PlannedCell::runs);
    assertThat(driversOf(plan, "global-queue")).containsExactly("selector", "ring");
    assertThat(driversOf(plan, "fork-join"))
        .containsExactly("selector:placement=dedicated", "ring:placement=dedicated");
  }

  @Test
  void aPoolWithThreadsOfItsOwnIsSkippedWithAnyOtherPlacementThatWasAskedFor() {
    Plan plan =
        plan(
            asked("churn")
                .strategies("fork-join")
                .drivers("ring:placement=per-worker/shared/dedicated"));
    assertThat(driversOf(plan, "fork-join"))
        .containsExactly(
            "selector:placement=dedicated",
            "ring",
            "ring:placement=shared",
            "ring:placement=dedicated");
    assertThat(plan.cells())
        .filteredOn(planned -> !planned.runs())
        .extracting(planned -> planned.cell().driver(), PlannedCell::skipped)
        .containsExactly(
            tuple("ring", DEDICATED_ONLY), tuple("ring:placement=shared", DEDICATED_ONLY));
    assertThat(plan.forks())
        .noneMatch(fork ->
            plan.cellOf(fork).cell().driver().equals("ring:placement=shared")
                && plan.cellOf(fork).cell().strategy().equals("fork-join"));
  }

  @Test
  void aBaselineWithThreadsOfItsOwnHasTheBaselineDriverDedicatedToo() {
    Plan plan = plan(asked("churn").baseline("fork-join"));
    assertThat(plan.baselineDriver()).isEqualTo("selector:placement=dedicated");
    refuses(asked("churn").baseline("fork-join").baselineDriver("selector:placement=shared"))
        .withMessage(
            "baseline 'fork-join' is unavailable here: "
                + DEDICATED_ONLY
                + "; name another with --baseline");
  }

  @Test
  void aDriverThatIsNotThereIsSkippedWithItsReason() {
    Plan plan = plan(asked("churn").drivers("absent"));
    assertThat(plan.cells())
        .filteredOn(planned -> !planned.runs())
        .extracting(planned -> planned.cell().driver(), PlannedCell::skipped)
        .containsExactly(
            tuple("absent", "the kernel says no"), tuple("absent", "the kernel says no"));
    refuses(asked("churn").baselineDriver("absent"))
        .withMessage(
            "baseline 'absent' is unavailable here: the kernel says no; name another with"
                + " --baseline-driver");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "echo   | CONNECTIONS | 0     | --connections was 0; allowed is 1 to 20000",
        "echo   | CONNECTIONS | 20001 | --connections was 20001; allowed is 1 to 20000",
        "echo   | PAYLOAD     | 7     | --payloads was 7; allowed is 8 to 4096 for echo",
        "echo   | PAYLOAD     | 4097  | --payloads was 4097; allowed is 8 to 4096 for echo",
        "churn  | CONNECTIONS | 5     | --connections was given, but does not matter to churn; it does to echo",
        "skynet | PAYLOAD     | 64    | --payloads was given, but does not matter to skynet; it does to echo",
        "echo   | SIZE        | 5     | --sizes was given, but does not matter to echo; it does to contended",
      })
  void aScaleThatIsWrongIsRefusedInOneLine(String workload, Scale scale, int value, String reason) {
    refuses(asked(workload).scale(scale, value)).withMessageStartingWith(reason);
  }

  @Test
  void driversThatWouldNotMatterAreRefused() {
    refuses(asked("skynet").drivers("ring"))
        .withMessage("--drivers was given, but does not matter to skynet; it does to echo, churn");
    refuses(asked("skynet").baselineDriver("selector"))
        .withMessage(
            "--baseline-driver was given, but does not matter to skynet; it does to echo, churn");
    refuses(asked("churn").drivers("rign")).withMessageContaining("did you mean 'ring'?");
    refuses(asked("churn").baselineDriver("ring:placement=shared/dedicated"))
        .withMessage(
            "--baseline-driver 'ring:placement=shared/dedicated' names 2 drivers; name one, with one value for each option");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sleepers | timer-weel | timer-wheel | '' | did you mean 'timer-wheel'?",
        "sleepers | none | timer-wheel | '' | unknown timer 'none'",
        "sleepers | timer-wheel:placement=here | timer-wheel | '' | one of global, per-worker",
        "sleepers | timer-wheel:place=global | timer-wheel | '' | did you mean 'placement'?",
        "sleepers | timer-wheel:placement= | timer-wheel | '' | timer 'timer-wheel:placement=' has an empty value",
        "sleepers | timer-wheel@metrics=off | timer-wheel | '' | names a variant of the JVM",
        "sleepers | binary-heap | timer-weel | '' | did you mean 'timer-wheel'?",
        "sleepers | binary-heap | timer-wheel:placement=global/per-worker | '' | names 2 kinds of timers; name one",
        "expire | timer-wheel | delay-queue | '' | baseline 'delay-queue' is unavailable here: has a thread of its own",
        "insert | timer-wheel | timer-wheel | 0 | --sizes was 0; allowed is 1 to 100000000",
        "expire | timer-wheel | timer-wheel | 9 | --sizes was 9; allowed is 10 to 100000000 for expire",
        "insert,expire | timer-wheel | timer-wheel | 9 | --sizes was 9; allowed is 10 to 100000000 for expire",
        "insert | timer-wheel | timer-wheel | 200000000 | --sizes was 200000000",
        "insert | timer-wheel | timer-wheel | 50000000 | nothing of this can run here: insert needs a heap of",
        "skynet | timer-wheel | '' | '' | --timers was given, but does not matter to skynet; it does to sleepers, contended, insert, expire",
        "sleepers | timer-wheel | timer-wheel | 5 | --sizes was given, but does not matter to sleepers; it does to contended, insert, expire",
      })
  void whatIsWrongIsSaidInOneLine(
      String workload, String timers, String baselineTimer, String size, String reason) {
    Asked asked = asked(workload).timers(timers);
    if (!baselineTimer.isEmpty()) {
      asked.baselineTimer(baselineTimer);
    }
    if (!size.isEmpty()) {
      asked.sizes(Integer.valueOf(size));
    }
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> plan(asked))
        .withMessageContaining(reason)
        .extracting(Throwable::getMessage)
        .asString()
        .hasLineCount(1);
  }

  @Test
  void strategiesThatWouldNotMatterAreRefused() {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> plan(asked("insert").strategies("work-stealing")))
        .withMessageContaining("--strategies was given, but does not matter to insert");
  }

  @Test
  void aBaselineThatWouldNotMatterIsRefusedEvenIfItIsTheUsualOne() {
    refuses(asked("insert,jdk").baseline("global-queue"))
        .withMessage(
            "--baseline was given, but does not matter to insert, jdk; it does to skynet, sleepers, contended, roomy, echo, churn, service");
    refuses(asked("skynet").baselineTimer("timer-wheel"))
        .withMessage(
            "--baseline-timer was given, but does not matter to skynet; it does to sleepers, contended, insert, expire");
  }

  @Test
  void workersAndPinsThatWouldNotMatterAreRefused() {
    refuses(asked("insert").workers(WorkerCount.of(2)))
        .withMessageStartingWith("--workers was given, but does not matter to insert; it does to ");
    refuses(asked("insert").pinning(Pinning.CORES))
        .withMessageStartingWith("--pin was given, but does not matter to insert; it does to ");
  }

  private static ThrowableAssertAlternative<BadInput> refuses(Asked asked) {
    return assertThatExceptionOfType(BadInput.class).isThrownBy(() -> plan(asked));
  }

  @Test
  void aBaselineThatCannotHaveTheBaselineTimerIsRefused() {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() ->
            plan(
                asked("sleepers")
                    .baseline("fork-join")
                    .baselineTimer("timer-wheel:placement=per-worker")))
        .withMessageContaining("baseline 'fork-join' is unavailable here: has threads of its own");
  }

  private static Plan plan(Asked asked) {
    return new Planner(CATALOGUE, 2, 16L << 30).plan(asked.request(), "test", 42);
  }

  private static Asked asked(String workloads) {
    return new Asked(List.of(workloads.split(",")));
  }

  /** A request in the making: on one core, where there is a runtime of {@code work-stealing}. */
  private static final class Asked {
    private final List<String> workloads;
    private List<String> strategies;
    private List<String> timers = List.of();
    private List<String> drivers = List.of();
    private final Map<Scale, List<Object>> scales = new EnumMap<>(Scale.class);
    private @Nullable String baseline;
    private @Nullable String baselineTimer;
    private @Nullable String baselineDriver;
    private List<Integer> cores = List.of(1);
    private List<WorkerCount> workers = List.of();
    private Pinning pinning = Pinning.NONE;
    private Profile profile = Profile.QUICK;

    Asked(List<String> workloads) {
      this.workloads = workloads;
      strategies =
          workloads.stream().anyMatch(name -> CATALOGUE.workload(name).axes().strategies())
              ? List.of("work-stealing")
              : List.of();
    }

    Asked strategies(String... names) {
      strategies = List.of(names);
      return this;
    }

    Asked timers(String... names) {
      timers = List.of(names);
      return this;
    }

    Asked drivers(String... names) {
      drivers = List.of(names);
      return this;
    }

    Asked sizes(Integer... values) {
      return scale(Scale.SIZE, (Object[]) values);
    }

    Asked scale(Scale scale, Object... values) {
      scales.put(scale, List.of(values));
      return this;
    }

    Asked baseline(String name) {
      baseline = name;
      return this;
    }

    Asked baselineTimer(String name) {
      baselineTimer = name;
      return this;
    }

    Asked baselineDriver(String name) {
      baselineDriver = name;
      return this;
    }

    Asked cores(Integer... values) {
      cores = List.of(values);
      return this;
    }

    Asked workers(WorkerCount... values) {
      workers = List.of(values);
      return this;
    }

    Asked pinning(Pinning value) {
      pinning = value;
      return this;
    }

    Asked profile(Profile value) {
      profile = value;
      return this;
    }

    Request request() {
      return new Request(
          profile,
          strategies,
          workloads,
          timers,
          drivers,
          scales,
          false,
          cores,
          workers,
          pinning,
          Optional.empty(),
          Optional.ofNullable(baseline),
          Optional.ofNullable(baselineTimer),
          Optional.ofNullable(baselineDriver),
          Optional.empty());
    }
  }

  private static List<String> cells(Plan plan, String workload) {
    return plan.cells().stream()
        .map(PlannedCell::cell)
        .filter(cell -> cell.workload().equals(workload))
        .map(Cell::toString)
        .toList();
  }

  private static String cell(
      String workload, String strategy, String timer, @Nullable Integer size) {
    return new Cell(
            workload,
            strategy,
            timer,
            "none",
            1,
            strategy.equals("none") ? 0 : 1,
            size == null ? Map.of() : Map.of(Cell.SIZE, size))
        .toString();
  }

  private static final String DEDICATED_ONLY =
      "has threads of its own, which cannot wait in a driver: only placement=dedicated is possible";

  private static List<String> driversOf(Plan plan, String strategy) {
    return plan.cells().stream()
        .map(PlannedCell::cell)
        .filter(cell -> cell.strategy().equals(strategy))
        .map(Cell::driver)
        .toList();
  }

  private static String socket(
      String workload, String strategy, String driver, Map<String, Object> params) {
    return new Cell(workload, strategy, "none", driver, 1, 1, new TreeMap<>(params)).toString();
  }

  private static String alone(String workload, String timer, int size) {
    return cell(workload, "none", timer, size);
  }

  private static <T> List<T> distinct(Plan plan, Function<Cell, T> part) {
    return plan.cells().stream().map(PlannedCell::cell).map(part).distinct().toList();
  }

  private static WorkloadInfo workload(String name, Axes axes) {
    return new WorkloadInfo(
        name, "unit", "summary", "", "a.Class." + name, axes, Availability.Always.class, "");
  }
}
