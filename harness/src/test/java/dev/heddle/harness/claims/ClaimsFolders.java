package dev.heddle.harness.claims;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.Profile;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Json;
import dev.heddle.harness.run.RunFolder;
import dev.heddle.harness.run.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes folders of claims for tests, with records in which size makes everything cheaper. */
public final class ClaimsFolders {
  private ClaimsFolders() {}

  /** Of these claims, whose experiments have all run. */
  public static Path of(Path folder, String... ids) throws IOException {
    Setting setting = new Setting(Profile.QUICK, List.of(1, 2));
    Scene scene = Scene.of(setting, cell -> 3 + 100.0 / cell.size().orElse(1));
    List<String> runs = new ArrayList<>();
    for (Claim claim : Claims.of(List.of(ids))) {
      for (Experiment experiment : claim.experiments(setting)) {
        Plan plan = scene.plan(experiment.request());
        RunFolder run = RunFolder.create(folder.resolve(experiment.name()), plan);
        StringBuilder lines = new StringBuilder();
        for (ForkRecord record : scene.records(plan)) {
          lines.append(Json.MAPPER.writeValueAsString(record)).append('\n');
        }
        Files.writeString(run.resolve(RunFolder.FORKS), lines, UTF_8);
        runs.add(experiment.name());
      }
    }
    plan(folder, List.of(ids), runs);
    return folder;
  }

  /** Writes the plan of a folder whose runs are there. */
  public static void plan(Path folder, List<String> claims, List<String> runs) throws IOException {
    WholeFile.write(
        folder.resolve(ClaimsPlan.FILE),
        Json.MAPPER.writeValueAsString(
            new ClaimsPlan(
                ClaimsPlan.SCHEMA,
                "2026-01-01T00:00:00Z",
                "quick",
                "test-host",
                42,
                "",
                List.of(1, 2),
                claims,
                runs,
                Map.of(),
                null)));
  }
}
