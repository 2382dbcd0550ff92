package dev.heddle.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.harness.claims.ClaimsFolders;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Json;
import dev.heddle.harness.run.RunFolder;
import dev.heddle.harness.run.TestPlans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimsCommandTest {
  private static final int PATIENT = 300;

  @TempDir private Path parent;

  @Test
  void anUnknownClaimIsRefusedInOneLineWithAllThereAre() {
    Invocation invocation = Invocation.of("claims", "--only", "C99");
    assertThat(invocation.exitCode()).isEqualTo(2);
    assertThat(invocation.err())
        .startsWith("heddle: --only was 'C99'; allowed are C1, C2, C3, ")
        .hasLineCount(1);
  }

  @Test
  void coresBeyondTheMachineAreRefused() {
    Invocation invocation = Invocation.of("claims", "--cores", "1,100000");
    assertThat(invocation.exitCode()).isEqualTo(2);
    assertThat(invocation.err()).startsWith("heddle: --cores was 100000; allowed is 1 to ");
  }

  @Test
  void anUnknownProfileIsRefused() {
    assertThat(Invocation.of("claims", "--profile", "quik").err()).contains("did you mean 'quick'");
  }

  @Test
  void whatGoesOnTakesNoOtherOption() {
    Invocation invocation =
        Invocation.of("claims", "--resume", parent.toString(), "--profile", "quick");
    assertThat(invocation.exitCode()).isEqualTo(2);
    assertThat(invocation.err()).startsWith("heddle: --profile does not go with --resume; ");
  }

  @Test
  void aFolderThatIsNoneOfClaimsIsRefused() {
    for (String option : List.of("--resume", "--report")) {
      Invocation invocation = Invocation.of("claims", option, parent.toString());
      assertThat(invocation.exitCode()).isEqualTo(2);
      assertThat(invocation.err()).contains("is not a folder of claims").hasLineCount(1);
    }
  }

  @Test
  void whatIsNoMeasurementIsTriedOutAndGetsItsVerdictInAnyProfile() throws IOException {
    Invocation invocation =
        Invocation.of("claims", "--only", "C13", "--profile", "smoke", "--out", parent.toString());
    assertThat(invocation.exitCode()).as(invocation.err()).isZero();
    String said = invocation.out();
    assertThat(said).contains("C13: an abort acts", "rule: ", "C13: confirmed: holds: ");
    assertThat(said.indexOf("rule: ")).isLessThan(said.indexOf("C13: confirmed"));
    try (var folders = Files.list(parent)) {
      Path folder = folders.toList().getFirst();
      assertThat(folder.resolve("C13/trials.json")).content().contains("heddle.trials/1");
      assertThat(folder.resolve("claims.html")).isNotEmptyFile();
    }
  }

  @Test
  void publishedClaimsCanStillBeJudged() throws IOException {
    try (Stream<Path> published = Files.list(Path.of("..", "results"))) {
      List<Path> folders =
          published.filter(folder -> Files.exists(folder.resolve("claims.json"))).toList();
      assertThat(folders).isNotEmpty();
      for (Path folder : folders) {
        Path copy = parent.resolve(folder.getFileName());
        copy(folder, copy);
        assertThat(Invocation.of("claims", "--report", copy.toString()).exitCode()).isZero();
        assertThat(verdicts(copy)).isNotEmpty().isEqualTo(verdicts(folder));
      }
    }
  }

  private static Map<String, String> verdicts(Path folder) throws IOException {
    Map<String, String> verdicts = new TreeMap<>();
    Json.MAPPER
        .readTree(Files.readString(folder.resolve("claims.json")))
        .get("claims")
        .forEach(claim -> verdicts.put(claim.get("id").asText(), claim.get("verdict").asText()));
    return verdicts;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }

  @Test
  void verdictsAreGivenAgainFromTheRecordsAlone() throws IOException {
    Path folder = ClaimsFolders.of(parent.resolve("claims"), "C10");
    Invocation invocation = Invocation.of("claims", "--report", folder.toString());
    assertThat(invocation.exitCode()).isZero();
    assertThat(invocation.out()).contains("rule: ", "C10: confirmed: ");
    assertThat(folder.resolve("claims.md")).isNotEmptyFile();
  }

  @Test
  void claimsThatWereCutOffGoOnWhereTheyWere() throws IOException {
    Path folder = parent.resolve("claims");
    Plan plan = TestPlans.of(PATIENT, "global-queue", "mini");
    RunFolder run = RunFolder.create(folder.resolve("C09-starvation"), plan);
    ClaimsFolders.plan(folder, List.of("C9"), List.of("C09-starvation"));
    assertThat(Invocation.of("--resume", run.path().toString()).exitCode()).isZero();
    List<String> lines = Files.readAllLines(run.resolve(RunFolder.FORKS), UTF_8);
    Files.writeString(run.resolve(RunFolder.FORKS), lines.getFirst() + "\n", UTF_8);

    Invocation invocation = Invocation.of("claims", "--resume", folder.toString());
    assertThat(invocation.exitCode()).as(invocation.err()).isZero();
    assertThat(invocation.err()).contains("forks to run: 1");
    assertThat(run.readForks().records())
        .extracting(ForkRecord::id)
        .containsExactly("b01-001", "b01-002");
    assertThat(Files.readAllLines(run.resolve(RunFolder.FORKS), UTF_8).getFirst())
        .isEqualTo(lines.getFirst());
    assertThat(folder.resolve("claims.md")).content().contains("C9: not resolvable");
  }
}
