package dev.heddle.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Observed;
import dev.heddle.harness.record.Status;
import dev.heddle.harness.run.HostCpus;
import dev.heddle.harness.run.RunFolder;
import dev.heddle.harness.run.TestPlans;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs with real forks: few and short. */
class WholeRunTest {
  private static final int PATIENT = 300;

  @TempDir private Path parent;

  @Test
  void strategiesThatLoseOrDoubleATaskFailByNameAndTheRunGoesOn() throws IOException {
    RunFolder folder =
        create(TestPlans.of(PATIENT, "test-loses-a-task", "test-doubles-a-task", "global-queue"));
    Invocation invocation = resume(folder);
    List<ForkRecord> records = folder.readForks().records();
    assertThat(records)
        .extracting(ForkRecord::status)
        .containsExactly(Status.FAILED, Status.FAILED, Status.OK);
    assertThat(records.get(0).note()).startsWith("chained-spawn: expected ");
    assertThat(records.get(1).note()).startsWith("chained-spawn: ");
    assertThat(invocation.exitCode()).isEqualTo(1);
  }

  @Test
  void aForkPastItsDeadlineIsHungAndLeavesItsThreads() throws IOException {
    RunFolder folder = create(TestPlans.of(10, "test-hangs"));
    Invocation invocation = resume(folder);
    ForkRecord record = folder.readForks().records().getFirst();
    assertThat(record.status()).isEqualTo(Status.HUNG);
    assertThat(folder.resolve("dumps/b01-001.txt")).content().contains("FaultyStrategy");
    assertThat(invocation.exitCode()).isEqualTo(1);
  }

  @Test
  void aForkWithoutMemoryFailsAtOnceAndSaysSo() throws IOException {
    RunFolder folder = create(TestPlans.of(PATIENT, "test-hoards"));
    Invocation invocation = resume(folder);
    ForkRecord record = folder.readForks().records().getFirst();
    assertThat(record.status()).isEqualTo(Status.FAILED);
    assertThat(record.note()).isEqualTo("chained-spawn: ran out of memory: Java heap space");
    assertThat(invocation.exitCode()).isEqualTo(1);
  }

  @Test
  void aForkRunsOnTheCpusItWasGivenAndSaysSo() throws IOException {
    RunFolder folder = create(TestPlans.of(PATIENT, "global-queue"));
    assertThat(resume(folder).exitCode()).isZero();
    Observed observed = Objects.requireNonNull(folder.readForks().records().getFirst().observed());
    assertThat(observed.affinity()).isEqualTo(HostCpus.read().order().subList(0, 1));
  }

  @Test
  void aForkSaysWhoseSchedulerRanAndItsJvmHasWhatThatNeeds() throws IOException {
    RunFolder folder =
        create(TestPlans.withFlags(List.of("-Dtest.foreign.workers=1"), "test-foreign-pool"));
    assertThat(resume(folder).exitCode()).isZero();
    Observed observed = Objects.requireNonNull(folder.readForks().records().getFirst().observed());
    assertThat(observed.library()).isEqualTo("foreign 1.1");
    assertThat(observed.caveat()).isEqualTo("known to be slow on Mondays");
    assertThat(observed.jvmFlags()).contains("-Dtest.foreign.workers=1");
    assertThat(folder.resolve("table.md"))
        .content()
        .contains("runs on foreign 1.1; caveat: known to be slow on Mondays");
  }

  @Test
  void pinnedWorkersAreFoundOnTheirCpusAndTheRowSaysWhere() throws IOException {
    List<Integer> order = HostCpus.read().order();
    int cores = Math.min(2, order.size());
    RunFolder folder = create(TestPlans.pinned(cores, 3, "work-stealing:steal-order=near"));
    assertThat(resume(folder).exitCode()).isZero();
    ForkRecord fork = folder.readForks().records().getFirst();
    assertThat(fork.cell().params()).containsEntry("pin", "cores");
    assertThat(Objects.requireNonNull(fork.observed()).workerCpus())
        .containsExactly(order.get(0), order.get(1 % cores), order.get(2 % cores));
    assertThat(folder.resolve("table.md")).content().contains("pinned to CPUs ", "pin=cores");
  }

  @Test
  void aForkWithSocketsKeepsItsDistributionsAndSaysWhoWasBusyAndWhere() throws IOException {
    List<Integer> order = HostCpus.read().order();
    RunFolder folder = create(TestPlans.echo("selector:placement=shared"));
    assertThat(resume(folder).exitCode()).isZero();
    ForkRecord fork = folder.readForks().records().getFirst();
    assertThat(fork.distributions())
        .containsOnlyKeys("scheduling", "response", "service", "send-lag")
        .allSatisfy((label, log) -> assertThat(folder.resolve(log)).isNotEmptyFile());
    assertThat(fork.counters())
        .containsKeys(
            "load.wallNanos", "load.cpuNanos", "os.contextSwitches", "io.systemCalls", "io.waits");
    Observed observed = Objects.requireNonNull(fork.observed());
    assertThat(observed.loadCpus())
        .isEqualTo(
            (order.size() == 1 ? order : order.subList(1, order.size()))
                .stream().sorted().toList());
    assertThat(observed.loadDriver()).isNotEmpty();
    assertThat(folder.resolve("table.md"))
        .content()
        .contains("## echo, 1 core, 2 connections, 8 B\n", "requests/s", "load generator ");
  }

  @Test
  void noFileOfARunTellsAPathOfThisMachine() throws IOException {
    RunFolder folder = create(TestPlans.of(PATIENT, "global-queue"));
    resume(folder);
    try (Stream<Path> files = Files.walk(folder.path())) {
      assertThat(files.filter(Files::isRegularFile).toList())
          .hasSizeGreaterThan(5)
          .allSatisfy(file ->
              assertThat(file)
                  .content()
                  .doesNotContain(
                      parent.toString(),
                      System.getProperty("java.home"),
                      System.getProperty("user.dir"),
                      System.getProperty("user.home") + "/"));
    }
  }

  @Test
  void aRunThatWasKilledGoesOnWithoutRunningAForkTwice() throws Exception {
    Plan plan = TestPlans.of(PATIENT, "global-queue", "mini", "current-thread", "work-stealing");
    RunFolder folder = create(plan);
    Process harness = resumeInAProcess(folder);
    try (BufferedReader lines = harness.errorReader(UTF_8)) {
      assertThat(lines.lines().filter(line -> line.startsWith("fork 3 of 4")).findFirst())
          .isPresent();
      List<ProcessHandle> forks = harness.descendants().toList();
      harness.destroyForcibly().waitFor();
      for (ProcessHandle fork : forks) {
        fork.onExit().get(PATIENT, TimeUnit.SECONDS);
      }
    }
    List<ForkRecord> before = folder.readForks().records();
    assertThat(resume(folder).exitCode()).isZero();
    assertThat(before).hasSizeGreaterThanOrEqualTo(2);
    assertThat(folder.readForks().records())
        .startsWith(before.toArray(ForkRecord[]::new))
        .extracting(ForkRecord::id)
        .containsExactly("b01-001", "b01-002", "b01-003", "b01-004");
    assertThat(folder.resolve("summary.json")).exists();
  }

  @Test
  void aRunThatIsEndedBySignalLeavesItsTablesAndSaysHowToGoOn() throws Exception {
    RunFolder folder = create(TestPlans.of(PATIENT, "global-queue", "test-hangs", "mini"));
    Process harness = resumeInAProcess(folder);
    List<String> lines = new ArrayList<>();
    try (BufferedReader errors = harness.errorReader(UTF_8)) {
      for (String line = errors.readLine(); line != null; line = errors.readLine()) {
        lines.add(line);
        if (line.startsWith("fork 2 of 3")) {
          harness.toHandle().destroy(); // SIGTERM; Process.destroy would close what we read
        }
      }
    }
    assertThat(harness.waitFor(PATIENT, TimeUnit.SECONDS)).isTrue();
    assertThat(harness.exitValue()).isNotZero();
    assertThat(lines)
        .last()
        .asString()
        .matches("heddle: stopped with 1 of 3 forks done; go on with: .*--resume .*");
    assertThat(lines).noneMatch(line -> line.contains("Exception"));
    assertThat(folder.resolve("table.md")).content().contains("1 of 3 forks recorded");
    assertThat(folder.resolve("table.csv")).isNotEmptyFile();
    assertThat(folder.resolve("summary.json")).isNotEmptyFile();
  }

  private RunFolder create(Plan plan) throws IOException {
    return RunFolder.create(parent.resolve("run"), plan);
  }

  /** In a process of its own, so that it can be ended; what it says comes on its error stream. */
  private static Process resumeInAProcess(RunFolder folder) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "--resume",
            folder.path().toString())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static Invocation resume(RunFolder folder) {
    return Invocation.of("--resume", folder.path().toString());
  }
}
