package dev.heddle.harness.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.heddle.harness.host.HostFacts;
import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.record.Json;
import dev.heddle.harness.run.RecordedForks;
import dev.heddle.harness.run.RunFolder;
import dev.heddle.harness.stats.RunResult;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;

/**
 * A run's report, drawn from the files of its folder and nothing else: twice gives the same bytes.
 * Immutable.
 */
public final class Report {
  private static final String REQUESTS = "Response times, and what a request cost";
  private static final String ENDPOINTS = "Response times by endpoint";

  private final Summary summary;
  private final List<String> preamble;
  private final List<String> caveats;
  private final String notice;
  private final List<GrowthSection> growth;

  private Report(
      Summary summary,
      List<String> preamble,
      List<String> caveats,
      String notice,
      List<GrowthSection> growth) {
    this.summary = summary;
    this.preamble = preamble;
    this.caveats = caveats;
    this.notice = notice;
    this.growth = growth;
  }

  /**
   * Reads {@code plan.json}, {@code forks.jsonl}, {@code hdr/} and, if it is there, {@code
   * manifest.json}, and replaces {@code table.md}, {@code table.csv} and {@code summary.json}; if
   * there are endpoints also {@code endpoints.csv}; if there are workloads with cells of several
   * sizes also {@code growth.csv}, {@code crossovers.csv} and then, where there are fonts, {@code
   * plots/}. Each file is replaced atomically. May be called at any time of a run, by one thread at
   * a time.
   *
   * @param runFolder folder of the run
   * @throws BadInput if it is no run's folder, has another schema, is damaged beyond a cut-off last
   *     line, or cannot be written to
   */
  public static Report write(Path runFolder) throws IOException {
    return write(runFolder, Plots::whyNone, Plots::draw);
  }

  /**
   * The same without plots, and so without Java's graphics, of which a JVM that is being ended
   * cannot start all.
   *
   * @param whyNoPlots in one line
   */
  public static Report writeWithoutPlots(Path runFolder, String whyNoPlots) throws IOException {
    return write(runFolder, () -> Optional.of(whyNoPlots), Plots::draw);
  }

  /**
   * The same.
   *
   * @param whyNoPlots why there can be no plots here, in one line; empty if there can
   * @param pen what draws them
   */
  static Report write(Path runFolder, Supplier<Optional<String>> whyNoPlots, Plots.Pen pen)
      throws IOException {
    RunFolder folder = RunFolder.open(runFolder);
    Report report = read(folder, whyNoPlots);
    try {
      report.writeTables(folder);
      // Last, and drawing may fail: the tables are there by then, and said what was hoped for.
      List<GrowthSection> drawn = Plots.write(folder, report.growth, pen);
      if (!drawn.equals(report.growth)) {
        report = report.with(drawn);
        folder.writeText("table.md", report.markdown());
      }
    } catch (FileSystemException e) {
      throw new BadInput(
          "cannot write the tables into '%s' (%s): make it writable or copy it"
              .formatted(runFolder, e.getClass().getSimpleName()),
          e);
    }
    return report;
  }

  private Report with(List<GrowthSection> sections) {
    return new Report(summary, preamble, caveats, notice, sections);
  }

  private void writeTables(RunFolder folder) throws IOException {
    if (!growth.isEmpty()) {
      folder.writeText("growth.csv", CsvTable.growth(summary.growth()));
      folder.writeText("crossovers.csv", CsvTable.crossovers(summary.growth()));
    }
    if (summary.cells().stream().anyMatch(row -> !row.endpoints().isEmpty())) {
      folder.writeText("endpoints.csv", CsvTable.endpoints(summary));
    }
    folder.writeText("table.md", markdown());
    folder.writeText("table.csv", CsvTable.of(summary));
    folder.writeJson("summary.json", summary);
  }

  private static Report read(RunFolder folder, Supplier<Optional<String>> whyNoPlots)
      throws IOException {
    Plan plan = folder.readPlan();
    RecordedForks forks = folder.readForks();
    JsonNode manifest = manifest(folder);
    HostFacts host =
        manifest.hasNonNull("host")
            ? Json.MAPPER.treeToValue(manifest.get("host"), HostFacts.class)
            : null;
    RunResult result = RunResult.of(plan, forks.records(), new HistogramLogs(folder.path()));
    // Starting the graphics takes a moment, so only where there is something to draw.
    String whyNoPlot = result.growth().isEmpty() ? "" : whyNoPlots.get().orElse("");
    return new Report(
        Summary.of(plan, result, Preamble.failedGates(host)),
        Preamble.lines(plan, forks.records(), host, code(manifest)),
        Preamble.caveats(host),
        forks.notice(),
        result.growth().stream().map(one -> new GrowthSection(one, whyNoPlot)).toList());
  }

  private static JsonNode manifest(RunFolder folder) throws IOException {
    Path file = folder.resolve("manifest.json");
    return Files.exists(file)
        ? Json.MAPPER.readTree(Files.readAllBytes(file))
        : Json.MAPPER.createObjectNode();
  }

  private static String code(JsonNode manifest) {
    JsonNode git = manifest.path("git");
    StringBuilder code = new StringBuilder();
    code.append(
        git.hasNonNull("commit") ? "commit " + git.get("commit").asText() : "commit not recorded");
    code.append(git.path("dirty").asBoolean() ? ", with uncommitted changes" : "");
    for (JsonNode plugin : manifest.path("plugins")) {
      code.append(
          ", plugin %s (sha256 %s)"
              .formatted(plugin.path("file").asText(), plugin.path("sha256").asText()));
    }
    return code.toString();
  }

  /** One line if the last record was cut off and is left out; empty otherwise. */
  public String notice() {
    return notice;
  }

  /** One line if some plot is not drawn, with the reason; empty otherwise. */
  public String plotNotice() {
    return growth.stream()
        .filter(section -> !section.hasPlot())
        .findFirst()
        .map(section -> "plots: not drawn, " + section.whyNoPlot())
        .orElse("");
  }

  /**
   * The tables for a terminal, with what stands above them; ends with a line's end.
   *
   * @param colour whether to put in ANSI colours
   */
  public String terminalTable(boolean colour) {
    Ansi ansi = colour ? Ansi.ON : Ansi.OFF;
    StringBuilder text = new StringBuilder();
    preamble.forEach(line -> text.append(line).append('\n'));
    caveats.forEach(line -> text.append(painted(ansi, "yellow", line)).append('\n'));
    for (Tables.Table table : Tables.of(summary)) {
      text.append('\n').append(painted(ansi, "bold", table.title())).append('\n');
      table.control().forEach(line -> text.append(line).append('\n'));
      text.append(table.grid().terminal((column, cell) -> painted(ansi, column, cell)));
      Grid lateness = table.lateness();
      if (lateness != null) {
        text.append("How late sleeps ended:\n");
        text.append(lateness.terminal((column, cell) -> cell));
      }
      Grid requests = table.requests();
      if (requests != null) {
        text.append(REQUESTS).append(":\n");
        text.append(requests.terminal((column, cell) -> cell));
      }
      Grid endpoints = table.endpoints();
      if (endpoints != null) {
        text.append(ENDPOINTS).append(":\n");
        text.append(endpoints.terminal((column, cell) -> cell));
      }
    }
    for (GrowthSection section : growth) {
      text.append('\n').append(painted(ansi, "bold", section.title())).append('\n');
      text.append(section.terminal());
    }
    return text.toString();
  }

  private static String painted(Ansi ansi, int column, String cell) {
    @Nullable String style =
        switch (cell.strip().split(" ", 2)[0]) {
          case "faster", "less" -> column == Tables.VERDICT_COLUMN ? "green" : null;
          case "slower", "more" -> column == Tables.VERDICT_COLUMN ? "red" : null;
          case "failed", "hung" -> column == Tables.STATUS_COLUMN ? "red" : null;
          case "void", "skipped" -> column == Tables.STATUS_COLUMN ? "yellow" : null;
          default -> null;
        };
    return style == null ? cell : painted(ansi, style, cell);
  }

  /** Only texts of our own and padded words come here: none holds picocli's own mark-up. */
  private static String painted(Ansi ansi, String style, String text) {
    return ansi.enabled() ? ansi.string("@|%s %s|@".formatted(style, text)) : text;
  }

  private String markdown() {
    StringBuilder text = new StringBuilder();
    text.append("# Run: %s on %s\n\n".formatted(summary.profile(), summary.hostLabel()));
    preamble.forEach(line -> text.append("- ").append(line).append('\n'));
    if (!caveats.isEmpty()) {
      text.append("\n**Before you trust a row:**\n\n");
      text.append(caveats.stream().map(line -> "- " + line + "\n").collect(Collectors.joining()));
    }
    for (Tables.Table table : Tables.of(summary)) {
      text.append("\n## ").append(table.title()).append("\n\n");
      table.control().forEach(line -> text.append(line).append("\n\n"));
      text.append(table.grid().markdown());
      Grid lateness = table.lateness();
      if (lateness != null) {
        text.append("\nHow late sleeps ended:\n\n");
        text.append(lateness.markdown());
      }
      Grid requests = table.requests();
      if (requests != null) {
        text.append("\n").append(REQUESTS).append(":\n\n");
        text.append(requests.markdown());
      }
      Grid endpoints = table.endpoints();
      if (endpoints != null) {
        text.append("\n").append(ENDPOINTS).append(":\n\n");
        text.append(endpoints.markdown());
      }
      Grid scheduler = table.scheduler();
      if (scheduler != null) {
        text.append("\nWhat the scheduler did, per unit of work:\n\n");
        text.append(scheduler.markdown());
      }
    }
    for (GrowthSection section : growth) {
      text.append("\n## ").append(section.title()).append("\n\n").append(section.markdown());
    }
    return text.toString();
  }
}
