package dev.heddle.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Json;
import dev.heddle.harness.run.RunFolder;
import dev.heddle.harness.stats.Runs;
import dev.heddle.harness.stats.SizedRuns;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

final class GrowthReportTest {
  private static final String NO_FONTS = "this machine has no fonts";

  @TempDir private Path root;
  private Path run;

  @BeforeEach
  void name() {
    run = root.resolve("run");
  }

  private void write(Plan plan, List<ForkRecord> forks) throws IOException {
    RunFolder.create(run, plan);
    StringBuilder lines = new StringBuilder();
    for (ForkRecord fork : forks) {
      lines.append(Json.MAPPER.writeValueAsString(fork)).append('\n');
    }
    Files.writeString(run.resolve("forks.jsonl"), lines);
  }

  /** Four timers at four sizes over five blocks, with a little spread over the blocks. */
  private void writeTimers() throws IOException {
    Plan plan =
        SizedRuns.timers(
            5,
            List.of("timer-wheel", "binary-heap", "slow|wheel", "odd<&>wheel"),
            1_000,
            10_000,
            100_000,
            1_000_000,
            1_000_000_000);
    write(
        plan,
        SizedRuns.forks(
            plan,
            (cell, block) -> {
              double decades = Math.log10(SizedRuns.size(cell)) - 3;
              double level =
                  switch (cell.timer()) {
                    case "timer-wheel" -> 12;
                    case "binary-heap" -> 8 * Math.pow(10, 0.2 * decades);
                    case "slow|wheel" -> 30;
                    default -> decades == 1 ? 20 : 9;
                  };
              int noise = (block * (1 + cell.timer().charAt(0) % 4) + (int) decades) % 5;
              double cost = level * (1 + 0.01 * noise);
              return new double[] {cost, cost};
            }));
  }

  private String text(String file) throws IOException {
    return Files.readString(run.resolve(file));
  }

  private static void assumeFonts() {
    Optional<String> why = Plots.whyNone();
    assumeTrue(why.isEmpty(), why.orElse(""));
  }

  @Test
  void the_section_of_the_table_reads_so() throws IOException {
    writeTimers();

    Report.write(run, () -> Optional.of(NO_FONTS), Plots::draw);

    String table = text("table.md");
    assertThat(table.substring(table.indexOf("## Cost against size"))).isEqualTo(GOLDEN);
  }

  @Test
  void the_terminal_shows_the_same_numbers() throws IOException {
    writeTimers();

    String terminal =
        Report.write(run, () -> Optional.of(NO_FONTS), Plots::draw).terminalTable(false);

    assertThat(terminal)
        .contains("\nCost against size: timer-expire, 1 core\nno plot: this machine has no fonts\n")
        .contains("  timer-wheel throughout  ");
  }

  @Test
  void the_summary_and_the_lists_hold_the_numbers_unrounded() throws IOException {
    writeTimers();

    Report.write(run, () -> Optional.of(NO_FONTS), Plots::draw);

    JsonNode growth = Json.MAPPER.readTree(text("summary.json")).at("/growth/0");
    assertThat(growth.get("workload").asText()).isEqualTo("timer-expire");
    assertThat(growth.get("unit").asText()).isEqualTo("ns/timer");
    assertThat(growth.at("/curves/1/series/timer").asText()).isEqualTo("binary-heap");
    assertThat(growth.at("/curves/1/exponent/value").asDouble()).isBetween(0.19, 0.21);
    assertThat(growth.at("/curves/1/points/2/size").asLong()).isEqualTo(100_000);
    assertThat(growth.at("/curves/1/points/4/cost/value").isNull()).isTrue();
    assertThat(growth.at("/crossovers/0/outcome").asText()).isEqualTo("one");
    double crossing = growth.at("/crossovers/0/crossings/0/size").asDouble();
    assertThat(crossing).isBetween(7_000.0, 8_500.0);
    assertThat(text("growth.csv").split("\r\n", -1)).hasSize(6);
    assertThat(text("growth.csv"))
        .startsWith("workload,cores,series,strategy,timer,driver,workers,params,exponent,")
        .contains("\"odd<&>wheel\",none,\"odd<&>wheel\",none,1,,");
    assertThat(text("crossovers.csv"))
        .startsWith("workload,cores,a,b,outcome,size,")
        .contains("timer-expire,1,timer-wheel,binary-heap,one," + crossing);
  }

  @Test
  void the_svg_is_xml_and_names_every_series() throws Exception {
    assumeFonts();
    writeTimers();

    Report.write(run);

    assertThat(text("table.md"))
        .contains(
            "![Cost against size: timer-expire, 1 core](plots/timer-expire-1-core.svg)",
            "[as PNG](plots/timer-expire-1-core.png)");
    Document svg = parse(run.resolve("plots/timer-expire-1-core.svg"));
    assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
    NodeList elements = svg.getElementsByTagName("text");
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < elements.getLength(); i++) {
      texts.add(elements.item(i).getTextContent());
    }
    assertThat(texts)
        .contains("timer-expire, 1 core", "size", "ns/timer", "1k", "1M")
        .anyMatch(name -> name.startsWith("timer-wheel (exponent "))
        .anyMatch(name -> name.startsWith("binary-heap (exponent 0.2"))
        .anyMatch(name -> name.startsWith("slow|wheel (exponent "))
        .anyMatch(name -> name.startsWith("odd<&>wheel (exponent "));
  }

  private static Document parse(Path file) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    // The document type names an address; a test does not go there.
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    DocumentBuilder builder = factory.newDocumentBuilder();
    return builder.parse(file.toFile());
  }

  @Test
  void the_png_is_a_picture_with_more_than_one_colour() throws IOException {
    assumeFonts();
    writeTimers();

    Report.write(run);

    BufferedImage image = ImageIO.read(run.resolve("plots/timer-expire-1-core.png").toFile());
    assertThat(image.getWidth()).isEqualTo(1_800);
    assertThat(IntStream.range(0, 1_800).map(x -> image.getRGB(x, 600)).distinct().count())
        .isGreaterThan(3);
  }

  @Test
  void the_same_records_give_the_same_bytes() throws IOException {
    assumeFonts();
    writeTimers();
    List<String> files =
        List.of(
            "table.md",
            "summary.json",
            "growth.csv",
            "crossovers.csv",
            "plots/timer-expire-1-core.svg",
            "plots/timer-expire-1-core.png");

    Report.write(run);
    List<byte[]> first = new ArrayList<>();
    for (String file : files) {
      first.add(Files.readAllBytes(run.resolve(file)));
    }
    Report.write(run);

    for (int i = 0; i < files.size(); i++) {
      assertThat(Files.readAllBytes(run.resolve(files.get(i))))
          .as(files.get(i))
          .isEqualTo(first.get(i));
    }
    assertThat(run.resolve("plots")).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void where_nothing_can_be_drawn_the_report_says_so_and_keeps_no_older_plot() throws IOException {
    writeTimers();
    Files.createDirectory(run.resolve("plots"));
    Files.writeString(run.resolve("plots/timer-expire-1-core.svg"), "of yesterday");

    Report.write(run, () -> Optional.of(NO_FONTS), Plots::draw);

    assertThat(text("table.md")).contains("No plot: this machine has no fonts.\n");
    assertThat(run.resolve("plots")).isEmptyDirectory();
  }

  @Test
  void a_plot_that_fails_costs_no_table_and_leaves_no_older_plot() throws IOException {
    writeTimers();
    Files.createDirectory(run.resolve("plots"));
    Files.writeString(run.resolve("plots/timer-expire-1-core.png"), "of yesterday");

    Report report =
        Report.write(
            run,
            Optional::empty,
            (growth, folder, name) -> {
              assertThat(run.resolve("table.md")).exists();
              assertThat(run.resolve("table.csv")).exists();
              assertThat(run.resolve("summary.json")).exists();
              throw new IllegalStateException("Shutdown\nin progress");
            });

    String why = "it could not be drawn (java.lang.IllegalStateException: Shutdown in progress)";
    assertThat(text("table.md")).contains("No plot: " + why + ".\n").doesNotContain("![");
    assertThat(report.plotNotice()).isEqualTo("plots: not drawn, " + why);
    assertThat(run.resolve("plots")).isEmptyDirectory();
  }

  @Test
  void a_png_needs_no_temporary_file() throws IOException {
    assumeFonts();
    writeTimers();
    Path gone = Files.createDirectory(root.resolve("gone"));
    ImageIO.setCacheDirectory(gone.toFile());
    Files.delete(gone);

    try {
      assertThat(Report.write(run).plotNotice()).isEmpty();
    } finally {
      ImageIO.setCacheDirectory(null);
    }

    assertThat(run.resolve("plots/timer-expire-1-core.png")).isNotEmptyFile();
  }

  @Test
  void a_run_without_sizes_has_no_section_and_no_files_of_it() throws IOException {
    Plan plan = Runs.plan(2, "work-stealing");
    write(plan, Runs.allOk(plan));

    Report.write(
        run,
        () -> {
          throw new AssertionError("there is nothing to draw");
        },
        Plots::draw);

    assertThat(text("table.md")).doesNotContain("Cost against size");
    assertThat(run.resolve("plots")).doesNotExist();
    assertThat(run.resolve("growth.csv")).doesNotExist();
    assertThat(Json.MAPPER.readTree(text("summary.json")).get("growth")).isEmpty();
  }

  @Test
  void a_plot_of_few_blocks_with_gaps_can_be_drawn() throws IOException {
    assumeFonts();
    Plan plan = SizedRuns.timers(1, List.of("a", "b"), 1_000, 10_000, 1_000_000_000);
    write(plan, SizedRuns.forks(plan, (cell, block) -> new double[] {0.001}));

    Report.write(run);

    assertThat(run.resolve("plots/timer-expire-1-core.svg")).isNotEmptyFile();
  }

  @Test
  void few_blocks_show_no_interval_anywhere_and_say_so() throws IOException {
    Plan plan = SizedRuns.timers(3, List.of("a", "b"), 10, 100, 1_000);
    write(
        plan,
        SizedRuns.forks(
            plan,
            (cell, block) ->
                new double[] {cell.timer().equals("a") ? 50 + block : SizedRuns.size(cell)}));

    Report.write(run, () -> Optional.of(NO_FONTS), Plots::draw);

    String why = "fewer than 5 blocks: no interval";
    assertThat(text("table.md"))
        .containsPattern("\\| b +\\| +1\\.000 \\| .*\\| " + why + " \\|")
        .contains("b up to 51.99, then a; " + why + " |");
    assertThat(text("growth.csv")).contains(",10 100 1000".replace(",", ",\""), why);
    assertThat(text("crossovers.csv")).contains(why);
    JsonNode growth = Json.MAPPER.readTree(text("summary.json")).at("/growth/0");
    assertThat(growth.at("/curves/1/exponent/lo").isNull()).isTrue();
    assertThat(growth.at("/curves/1/points/0/cost/lo").isNull()).isTrue();
    assertThat(growth.at("/crossovers/0/crossings/0/range").isNull()).isTrue();
    assertThat(growth.at("/crossovers/0/note").asText()).isEqualTo(why);
  }

  @Test
  void a_run_of_which_nothing_was_recorded_can_be_drawn() throws IOException {
    assumeFonts();
    write(SizedRuns.timers(1, List.of("a", "b"), 1_000, 10_000), List.of());

    Report.write(run);

    assertThat(run.resolve("plots/timer-expire-1-core.svg")).isNotEmptyFile();
    assertThat(text("table.md")).contains("no exponent: 0 sizes were measured, it needs 3");
  }

  @Test
  void a_workload_of_another_name_leads_no_file_out_of_the_folder() throws IOException {
    assumeFonts();
    Plan plan =
        SizedRuns.plan(
            1, List.of(new Cell("../../x", "none", "a", "none", 2, 2, Map.of())), 1_000, 10_000);
    write(plan, SizedRuns.forks(plan, (cell, block) -> new double[] {1}));

    Report.write(run);

    assertThat(run.resolve("plots/..-..-x-2-cores.svg")).isNotEmptyFile();
  }

  private static final String GOLDEN =
      """
      ## Cost against size: timer-expire, 1 core

      No plot: this machine has no fonts.

      - exponent: cost ~ size^exponent, by least squares through the logs; 0 does not grow, 1 grows with the size itself, and a logarithm shows as a little above 0; the line misses its points by the factor beside it at most

      | series      |         exponent [95 %] | line off by | blocks | fitted over       | note                               |
      |:------------|------------------------:|------------:|-------:|:------------------|:-----------------------------------|
      | timer-wheel |   0.000 [-0.005, 0.011] |       1.00x |      5 | 1k, 10k, 100k, 1M | no cost at 1,000,000,000 (skipped) |
      | binary-heap |    0.200 [0.195, 0.211] |       1.00x |      5 | 1k, 10k, 100k, 1M | no cost at 1,000,000,000 (skipped) |
      | slow\\|wheel |   0.000 [-0.005, 0.011] |       1.00x |      5 | 1k, 10k, 100k, 1M | no cost at 1,000,000,000 (skipped) |
      | odd<&>wheel | -0.035 [-0.040, -0.024] |       1.75x |      5 | 1k, 10k, 100k, 1M | no cost at 1,000,000,000 (skipped) |

      - crossover: where both cost the same, straight between measured sizes on log scales; [sizes at which the 95 % interval of their ratio holds 1], and < or > if that reaches beyond the sizes measured

      | a           | b           | crossover [95 %]                                             | which costs less                                                    | blocks |
      |:------------|:------------|:-------------------------------------------------------------|:--------------------------------------------------------------------|-------:|
      | timer-wheel | binary-heap | 7,594 [6,646, 9,416]                                         | binary-heap up to 7,594, then timer-wheel                           |      5 |
      | timer-wheel | slow\\|wheel | none in range                                                | timer-wheel throughout                                              |      5 |
      | timer-wheel | odd<&>wheel | more than one: 2,292 [2,167, 2,415]; 43,620 [39,430, 48,740] | odd<&>wheel up to 2,292, timer-wheel up to 43,620, then odd<&>wheel |      5 |
      | binary-heap | slow\\|wheel | 741,600 [646,200, 908,000]                                   | binary-heap up to 741,600, then slow\\|wheel                         |      5 |
      | binary-heap | odd<&>wheel | 23,010 [22,030, 24,210]                                      | binary-heap up to 23,010, then odd<&>wheel                          |      5 |
      | slow\\|wheel | odd<&>wheel | none in range                                                | odd<&>wheel throughout                                              |      5 |
      """;
}
