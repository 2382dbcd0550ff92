package dev.heddle.harness.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.heddle.harness.claims.ClaimsFolders;
import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.record.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimsReportTest {
  @TempDir private Path directory;

  @Test
  void theFilesSayWhatWasClaimedByWhichRuleItWasJudgedAndWhatCameOut() throws IOException {
    Path folder = ClaimsFolders.of(directory.resolve("claims"), "C10", "C13");
    assertThat(ClaimsReport.of(folder).write(true)).isEmpty();
    assertThat(folder.resolve("claims.md"))
        .content()
        .contains("## C10: confirmed", "- Rule: ", "[C10-tiny-batch](C10-tiny-batch)")
        .contains("an operation, 1 / 1,000 in a task", "![C10](plots/C10-1.svg)")
        .contains("## C13: not resolvable on this host", "have not run yet");
    assertThat(folder.resolve("plots/C10-1.svg")).content().contains("<svg", "</svg>");
  }

  @Test
  void theJsonHasASchemaAndTheIntervalsBesideTheClaimedFigures() throws IOException {
    Path folder = ClaimsFolders.of(directory.resolve("claims"), "C10");
    ClaimsReport.of(folder).write(false);
    JsonNode json = Json.MAPPER.readTree(folder.resolve("claims.json").toFile());
    assertThat(json.path("schema").asText()).isEqualTo("heddle.claims/1");
    JsonNode claim = json.path("claims").path(0);
    assertThat(claim.path("verdict").asText()).isEqualTo("confirmed");
    JsonNode finding = claim.path("findings").path(3);
    assertThat(finding.path("claimed").asText()).isEqualTo("above 2");
    assertThat(finding.path("measured").path("lo").asDouble()).isGreaterThan(2);
    assertThat(finding.path("blocks").asInt()).isEqualTo(5);
  }

  @Test
  void thePageStandsByItself() throws IOException {
    Path folder = ClaimsFolders.of(directory.resolve("claims"), "C10");
    ClaimsReport.of(folder).write(true);
    assertThat(folder.resolve("claims.html"))
        .content()
        .contains("<h2 id=\"C10\">", "data:image/svg+xml;base64,")
        .doesNotContain("http://", "https://", "<script", "src=\"plots");
  }

  @Test
  void drawnTwiceFromTheRecordsTheFilesAreTheSameBytes() throws IOException {
    Path folder = ClaimsFolders.of(directory.resolve("claims"), "C10");
    ClaimsReport.of(folder).write(true);
    Map<String, String> first = contents(folder);
    ClaimsReport.of(folder).write(true);
    assertThat(contents(folder)).isEqualTo(first);
  }

  @Test
  void aDamagedRunLeavesItsOwnClaimOpenAndNoOther() throws IOException {
    Path folder = ClaimsFolders.of(directory.resolve("claims"), "C10", "C9");
    Path forks = folder.resolve("C09-starvation").resolve("forks.jsonl");
    Files.writeString(forks, "garbage\n" + Files.readString(forks));
    ClaimsReport.of(folder).write(false);
    JsonNode claims = Json.MAPPER.readTree(folder.resolve("claims.json").toFile()).path("claims");
    assertThat(claims.findValuesAsText("id")).containsExactly("C9", "C10");
    assertThat(claims.path(0).path("verdict").asText()).isEqualTo("not resolvable");
    assertThat(claims.path(0).path("reason").asText())
        .startsWith("its records cannot be read: ")
        .contains("line 1 of forks.jsonl");
    assertThat(claims.path(1).path("verdict").asText()).isEqualTo("confirmed");
  }

  @Test
  void aRuleThatWasAnotherWhenTheClaimRanIsTold() throws IOException {
    Path folder = ClaimsFolders.of(directory.resolve("claims"), "C10");
    ClaimsReport.of(folder).write(false);
    assertThat(folder.resolve("claims.md")).content().doesNotContain("when it ran");
    Path plan = folder.resolve("claims-plan.json");
    Files.writeString(
        plan,
        Files.readString(plan)
            .replace("\"rules\":null", "\"rules\":{\"C10\":\"confirmed if <it> suits\"}"));
    ClaimsReport.of(folder).write(false);
    assertThat(folder.resolve("claims.md"))
        .content()
        .contains("- The rule when it ran was another: confirmed if <it> suits\n");
    assertThat(folder.resolve("claims.html")).content().contains("confirmed if &lt;it&gt; suits");
    assertThat(folder.resolve("claims.json")).content().contains("\"ruleThen\"");
  }

  private static Map<String, String> contents(Path folder) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.put(folder.relativize(file).toString(), Files.readString(file, UTF_8));
      }
    }
    return contents;
  }

  @Test
  void anotherFolderIsNoneOfClaims() {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> ClaimsReport.of(directory))
        .withMessageContaining("is not a folder of claims");
  }

  @Test
  void anotherSchemaIsRefusedByItsName() throws IOException {
    Path folder = ClaimsFolders.of(directory.resolve("claims"), "C10");
    Path plan = folder.resolve("claims-plan.json");
    Files.writeString(
        plan, Files.readString(plan).replace("heddle.claims-plan/1", "heddle.claims-plan/9"));
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> ClaimsReport.of(folder))
        .withMessageContaining("has the schema 'heddle.claims-plan/9'");
  }
}
