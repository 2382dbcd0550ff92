package dev.heddle.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.run.RunFolder;
import dev.heddle.harness.run.TestPlans;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input gets one line that says what was wrong, and exit code 2. */
class BadInputTest {
  @TempDir private Path directory;

  @Test
  void anUnknownProfile() {
    refuses("did you mean 'quick'?", "--profile", "quik");
  }

  @Test
  void anUnknownStrategy() {
    refuses("did you mean 'global-queue'?", "--strategies", "global-queu");
  }

  @Test
  void anUnknownWorkload() {
    refuses("did you mean 'ping-pong'?", "--workloads", "ping-pon");
  }

  @Test
  void anUnknownOption() {
    refuses("did you mean '--profile'?", "--profil=smoke");
  }

  @Test
  void anUnknownCommand() {
    refuses("did you mean 'list'?", "lits");
  }

  @Test
  void anEmptyListOfStrategies() {
    refuses("--strategies has an empty name in it", "--strategies", ",");
  }

  @Test
  void coresBeyondTheMachine() {
    refuses("--cores was 100000", "--cores", "100000");
  }

  @Test
  void coresThatAreNoNumber() {
    refuses("--cores was 'two'; allowed are whole numbers", "--cores", "two");
  }

  @Test
  void anUnknownPinning() {
    refuses("--pin was 'sockets'; allowed is none or cores", "--pin", "sockets");
  }

  @Test
  void stealingFromTheNearestWithoutPins() {
    refuses(
        "strategy 'work-stealing:steal-order=near' goes by the distance between workers' CPUs; pin"
            + " them with --pin cores",
        "--strategies",
        "work-stealing:steal-order=near");
  }

  @Test
  void anUnknownTimer() {
    refuses("did you mean 'timer-wheel'?", "--workloads", "timer-churn", "--timers", "timer-weel");
  }

  @Test
  void anEmptyListOfTimers() {
    refuses("--timers has an empty name in it", "--timers", ",");
  }

  @Test
  void aSizeThatIsNoNumber() {
    refuses("--sizes was 'many'; allowed are whole numbers", "--sizes", "many");
  }

  @Test
  void aSizeBelowTheLeastOfAWorkload() {
    refuses(
        "--sizes was 999; allowed is 1000 to 100000000 for timer-expire",
        "--workloads",
        "timer-churn,timer-expire",
        "--sizes",
        "999,5000");
  }

  @Test
  void numbersBeyondAnyNumber() {
    refuses("--sizes was 1000000000000; allowed is 1 to 100000000", "--sizes", "1000000000000");
    refuses("--workers was 3000000000; allowed is 1 to 4096", "--workers", "1,3000000000");
    refuses("--cores was -3000000000; allowed is 1 to ", "--cores", "-3000000000");
    refuses("'--blocks': 3000000000 is too large", "--blocks", "3000000000");
    refuses("'--fork-deadline': 'soon' is no whole number", "--fork-deadline", "soon");
    refuses("'--seed': 99999999999999999999 is too large", "--seed", "99999999999999999999");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--strategies", "--workloads", "--timers", "--drivers", "--plugins"})
  void aListOfNamesWithATrailingCommaOrANameTwice(String option) {
    refuses(option + " has an empty name in it; separate names by single commas", option, "mini,");
    refuses(option + " has an empty name in it; separate names by single commas", option, "");
    refuses(option + " names 'mini' twice; once is enough", option, "mini,mini");
    refuses(option + " names 'mini' twice; once is enough", option, "mini", option, "mini");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--sizes", "--cores", "--workers", "--connections", "--payloads"})
  void aListOfNumbersWithATrailingCommaOrANumberTwice(String option) {
    refuses(option + " has an empty number in it; separate numbers by single", option, "1000,");
    refuses(option + " has an empty number in it; separate numbers by single", option, "1,,2");
    refuses(option + " names '1' twice; once is enough", option, "1,2,1");
  }

  @Test
  void noSize() {
    refuses("--sizes was 0", "--workloads", "timer-churn", "--sizes", "0");
  }

  @Test
  void timersWhereNothingSleeps() {
    refuses(
        "--timers was given, but does not matter to ping-pong",
        "--workloads",
        "ping-pong",
        "--timers",
        "timer-wheel");
  }

  @Test
  void anUnknownDriver() {
    refuses("did you mean 'selector'?", "--workloads", "echo", "--drivers", "slector");
    refuses("did you mean 'selector'?", "--workloads", "echo", "--baseline-driver", "slector");
    refuses("unknown driver 'none'", "--workloads", "echo", "--drivers", "none");
  }

  @Test
  void aDriversOptionThatIsNone() {
    refuses(
        "driver 'selector': option placement was 'here'; allowed is one of per-worker, shared,"
            + " dedicated",
        "--workloads",
        "echo",
        "--drivers",
        "selector:placement=here");
  }

  @Test
  void driversWhereThereAreNoSockets() {
    refuses(
        "--drivers was given, but does not matter to ping-pong; it does to accept-churn, echo,",
        "--workloads",
        "ping-pong",
        "--drivers",
        "selector");
  }

  @Test
  void noConnectionsAndNoPayload() {
    refuses("--connections was 0; allowed is", "--workloads", "echo", "--connections", "0");
    refuses("--connections was 'few'; allowed are", "--connections", "few");
    refuses("--payloads was 7; allowed is 8 to 4096", "--workloads", "echo", "--payloads", "7");
    refuses("--payloads was 1000000000000; allowed is", "--payloads", "1000000000000");
  }

  @Test
  void noWorkers() {
    refuses("--workers was 0", "--workers", "0");
  }

  @Test
  void noBlocks() {
    refuses("--blocks was 0", "--blocks", "0");
  }

  @Test
  void aNegativeDeadline() {
    refuses("--fork-deadline was -1", "--fork-deadline", "-1");
  }

  @Test
  void anUnknownBaseline() {
    refuses("did you mean 'global-queue'?", "--baseline", "globl-queue");
  }

  @Test
  void anEmptyOutputFolder() {
    refuses("--out is empty", "--out", "");
  }

  @Test
  void resumingWhatIsAtWorkAlready() throws IOException {
    Path run = directory.resolve("run");
    RunFolder folder = RunFolder.create(run, TestPlans.of(60, "global-queue"));
    try (Closeable lock = folder.lock()) {
      refuses("another process is at work in", "--resume", run.toString());
    }
  }

  @Test
  void flagsThatWouldReachEveryForkUnseen() {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> RunCommand.requireOwnFlags(Map.of("JAVA_TOOL_OPTIONS", "-Xint")))
        .withMessageContaining("JAVA_TOOL_OPTIONS is set");
    assertThatNoException()
        .isThrownBy(() -> RunCommand.requireOwnFlags(Map.of("JAVA_TOOL_OPTIONS", " ")));
  }

  @Test
  void aHostLabelThatIsNoName() {
    refuses("--host-label was 'a/b'", "--host-label", "a/b");
  }

  @Test
  void anOutputFolderThatCannotBeMade() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "in the way");
    refuses("name a writable folder with --out", "--out", file.toString());
  }

  @Test
  void resumingWhatIsNoRunsFolder() {
    refuses("is not a run's folder", "--resume", directory.toString());
  }

  @Test
  void resumingARunOfAnotherSchema() throws IOException {
    Files.writeString(directory.resolve("plan.json"), "{\"schema\":\"heddle.plan/9\"}");
    refuses("has the schema 'heddle.plan/9'", "--resume", directory.toString());
  }

  @Test
  void resumingWithAnOptionThatContradictsThePlan() throws IOException {
    Path run = directory.resolve("run");
    RunFolder.create(directory.resolve("run"), TestPlans.of(60, "global-queue"));
    refuses(
        "--strategies was mini, but the run to go on with has global-queue",
        "--strategies",
        "mini",
        "--resume",
        run.toString());
  }

  @Test
  void nothingToExplain() {
    refuses("explain needs the name of a strategy", "explain");
  }

  @Test
  void anUnknownStrategyToExplain() {
    refuses("did you mean the strategy 'mini'?", "explain", "mni");
  }

  @Test
  void anUnknownNameToExplainIsAnsweredWithTheNearestOfAnyKind() {
    refuses("did you mean the timer 'timer-wheel'?", "explain", "timer-whel");
    refuses("did you mean the workload 'timer-expire'?", "explain", "timer-expires");
    refuses("workload 'ping-pong' has no options", "explain", "ping-pong:size=3");
    refuses("did you mean 'placement'?", "explain", "timer-wheel:place=global");
    refuses("did you mean the driver 'selector'?", "explain", "selectr");
    refuses("did you mean 'placement'?", "explain", "selector:place=shared");
  }

  @Test
  void resumingWithPinsARunThatHasNone() throws IOException {
    Path run = directory.resolve("run");
    RunFolder.create(run, TestPlans.of(60, "global-queue"));
    refuses(
        "--pin was cores, but the run to go on with has none",
        "--pin",
        "cores",
        "--resume",
        run.toString());
  }

  @Test
  void resumingWithADriverARunThatHasNone() throws IOException {
    Path run = directory.resolve("run");
    RunFolder.create(run, TestPlans.of(60, "global-queue"));
    refuses(
        "--drivers was selector, but the run to go on with has none; leave the option out",
        "--drivers",
        "selector",
        "--resume",
        run.toString());
    refuses(
        "--baseline-driver was selector, but the run to go on with has none",
        "--baseline-driver",
        "selector",
        "--resume",
        run.toString());
  }

  @Test
  void aSweepForABaseline() {
    refuses("names 2 strategies; name one", "--baseline", "work-stealing:ring=64/128");
  }

  private static void refuses(String reason, String... args) {
    Invocation invocation = Invocation.of(args);
    assertThat(invocation.err()).contains(reason).startsWith("heddle: ").hasLineCount(1);
    assertThat(invocation.exitCode()).isEqualTo(2);
  }
}
