package dev.heddle.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Json;
import dev.heddle.harness.record.Status;
import dev.heddle.harness.run.RunFolder;
import dev.heddle.harness.stats.Runs;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportTest {
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

  private JsonNode summary() throws IOException {
    return Json.MAPPER.readTree(Files.readString(run.resolve("summary.json")));
  }

  private String text(String file) throws IOException {
    return Files.readString(run.resolve(file));
  }

  @Test
  void drawing_twice_gives_the_same_bytes() throws IOException {
    Plan plan = Runs.plan(5, "work-stealing");
    write(plan, Runs.allOk(plan));

    Report.write(run);
    List<String> first = List.of(text("table.md"), text("table.csv"), text("summary.json"));
    Report.write(run);

    assertThat(List.of(text("table.md"), text("table.csv"), text("summary.json"))).isEqualTo(first);
  }

  @Test
  void the_order_of_the_records_does_not_matter_to_a_single_byte() throws IOException {
    Plan plan = Runs.plan(5, "work-stealing");
    write(plan, Runs.allOk(plan));
    Report.write(run);
    String first = text("summary.json");

    List<String> lines = Files.readAllLines(run.resolve("forks.jsonl"));
    Files.write(run.resolve("forks.jsonl"), lines.reversed());
    Report.write(run);

    assertThat(text("summary.json")).isEqualTo(first);
  }

  @Test
  void the_summary_has_every_promised_field() throws IOException {
    Plan plan = Runs.plan(5, "work-stealing");
    write(plan, Runs.allOk(plan));

    Report.write(run);

    assertThat(summary().get("schema").asText()).isEqualTo("heddle.summary/1.5");
    assertThat(summary().get("baseline").asText()).isEqualTo("global-queue");
    JsonNode cell = summary().get("cells").get(1);
    assertThat(cell.fieldNames())
        .toIterable()
        .contains(
            "workload",
            "strategy",
            "timer",
            "driver",
            "cores",
            "workers",
            "params",
            "status",
            "note",
            "forks",
            "score",
            "ratioToBaseline",
            "verdict",
            "schedulingLatencyNanos",
            "cpuNanosPerUnit",
            "allocatedBytesPerUnit",
            "stealsPer1000Polls",
            "parksPer1000Polls");
    assertThat(cell.get("score").fieldNames())
        .toIterable()
        .containsExactly("value", "lo", "hi", "unit", "better");
    assertThat(cell.get("ratioToBaseline").fieldNames())
        .toIterable()
        .containsExactly("value", "lo", "hi");
    assertThat(cell.get("schedulingLatencyNanos").fieldNames())
        .toIterable()
        .containsExactly("count", "p50", "p99", "p999", "max", "p9999");
    assertThat(cell.get("score").get("unit").asText()).isEqualTo("ns/round trip");
    assertThat(cell.get("verdict").asText()).isEqualTo("slower");
    assertThat(cell.get("status").asText()).isEqualTo("ok");
  }

  @Test
  void what_is_not_known_is_null_in_the_summary() throws IOException {
    Plan plan = Runs.plan(1, "-io-thing");
    write(plan, Runs.allOk(plan));

    Report.write(run);

    JsonNode cell = summary().get("cells").get(1);
    assertThat(cell.get("status").asText()).isEqualTo("skipped");
    assertThat(cell.get("score").get("value").isNull()).isTrue();
    assertThat(cell.get("verdict").isNull()).isTrue();
    assertThat(cell.get("schedulingLatencyNanos").get("p50").isNull()).isTrue();
    assertThat(cell.get("cpuNanosPerUnit").isNull()).isTrue();
  }

  @Test
  void the_quantiles_of_a_log_are_those_of_its_intervals_together() throws IOException {
    Plan plan = Runs.plan(1);
    List<ForkRecord> forks =
        plan.forks().stream().map(fork -> Runs.ok(plan, fork, "hdr/a.hlog", 100)).toList();
    write(plan, forks);
    try (PrintStream out = new PrintStream(run.resolve("hdr/a.hlog").toFile())) {
      HistogramLogWriter log = new HistogramLogWriter(out);
      log.outputLegend();
      for (int interval = 0; interval < 2; interval++) {
        Histogram histogram = new Histogram(3);
        histogram.setAutoResize(true);
        histogram.recordValueWithCount(interval == 0 ? 100 : 900, interval == 0 ? 150 : 100);
        log.outputIntervalHistogram(interval, interval + 1, histogram, 1);
      }
    }

    Report.write(run);

    JsonNode latency = summary().get("cells").get(0).get("schedulingLatencyNanos");
    assertThat(latency.get("count").asLong()).isEqualTo(250);
    assertThat(latency.get("p50").asLong()).isEqualTo(100);
    assertThat(latency.get("max").asLong()).isEqualTo(900);
    assertThat(latency.get("p99").isNull()).isTrue();
  }

  @Test
  void the_csv_has_a_header_and_one_line_per_cell() throws IOException {
    Plan plan = Runs.plan(2, "work-stealing", "fork-join");
    write(plan, Runs.allOk(plan));

    Report.write(run);

    String csv = text("table.csv");
    assertThat(csv).startsWith("workload,strategy,timer,driver,cores,workers,params,status,note,");
    assertThat(csv.split("\r\n", -1)).hasSize(5); // header, three cells, nothing behind the last
  }

  @Test
  void a_note_with_comma_and_quotes_stays_one_field_of_the_csv() throws IOException {
    Plan plan = Runs.plan(1, "work-stealing");
    PlannedFork last = plan.forks().getLast();
    List<ForkRecord> forks =
        List.of(
            Runs.ok(plan, plan.forks().get(0), 100),
            Runs.ok(plan, plan.forks().get(1), 100),
            Runs.bad(plan, last, Status.FAILED, "ping-pong: expected 4, found \"3\""));
    write(plan, forks);

    Report.write(run);

    assertThat(text("table.csv"))
        .contains("failed,\"1 of 1 forks failed: ping-pong: expected 4, found \"\"3\"\"\",0,1,");
  }

  @Test
  void a_cut_off_last_record_is_left_out_with_a_notice() throws IOException {
    Plan plan = Runs.plan(2, "work-stealing");
    write(plan, Runs.allOk(plan));
    Files.writeString(
        run.resolve("forks.jsonl"), "{\"schema\":\"heddle.fo", StandardOpenOption.APPEND);

    assertThat(Report.write(run).notice()).contains("cut off");
  }

  @Test
  void a_folder_without_a_plan_is_bad_input() {
    assertThatThrownBy(() -> Report.write(root)).isInstanceOf(BadInput.class);
  }

  @Test
  void the_terminal_table_holds_no_escapes_unless_colour_is_asked_for() throws IOException {
    Plan plan = Runs.plan(5, "work-stealing");
    write(plan, Runs.allOk(plan));
    Report report = Report.write(run);

    assertThat(report.terminalTable(false)).contains("slower").doesNotContain("\u001b[");
    assertThat(report.terminalTable(true)).contains("\u001b[31mslower");
  }

  @Test
  void the_control_stands_above_the_table() throws IOException {
    Plan plan = Runs.plan(5, "work-stealing");
    write(plan, Runs.allOk(plan));

    Report.write(run);

    assertThat(text("table.md"))
        .contains("A/A: global-queue against itself: ratio 1.000 [1.000, 1.000] over 5 blocks");
  }

  @Test
  void a_run_without_host_facts_is_uncontrolled_and_says_so() throws IOException {
    Plan plan = Runs.plan(1);
    write(plan, Runs.allOk(plan));

    Report.write(run);

    assertThat(text("table.md")).contains("uncontrolled: the host's facts were not recorded");
  }

  @Test
  void a_virtual_machine_makes_every_row_uncontrolled() throws IOException {
    Plan plan = Runs.plan(1);
    write(plan, Runs.allOk(plan));
    Files.writeString(
        run.resolve("manifest.json"),
        """
        {"host": {"jdk": "J",
          "cpu": {"architecture": "amd64", "online": 2, "hypervisor": true,
                  "governor": "performance", "turbo": false},
          "kernel": {}, "share": {"loadAverage": 0, "stealPercent": 0}, "limits": {}}}
        """);

    Report.write(run);

    assertThat(text("table.csv")).endsWith(",true\r\n");
    assertThat(summary().get("uncontrolled").get(0).asText()).startsWith("hypervisor: yes");
  }

  @Test
  void few_blocks_show_no_interval_anywhere_and_say_so() throws IOException {
    Plan plan = Runs.plan(4, "work-stealing");
    write(plan, Runs.allOk(plan));

    Report.write(run);

    String why = "fewer than 5 blocks: no interval";
    assertThat(text("table.md"))
        .contains("ratio 1.000 over 4 blocks; " + why + ", so no verdicts below")
        .contains(" 200.2 |        2.000 | – ")
        .contains("| " + why + " |");
    assertThat(text("table.csv")).contains(",ok,\"" + why + "\",4,4,4,");
    assertThat(summary().at("/cells/1/note").asText()).isEqualTo(why);
    assertThat(summary().at("/cells/1/ratioToBaseline/lo").isNull()).isTrue();
    assertThat(summary().at("/cells/1/score/hi").isNull()).isTrue();
    assertThat(summary().at("/controls/0/band").isNull()).isTrue();
  }

  @Test
  void a_row_says_whose_scheduler_ran_and_what_to_know_of_it() throws IOException {
    Plan plan = Runs.plan(5, Runs.PEER);
    write(plan, Runs.allOk(plan));

    Report.write(run);

    assertThat(text("table.md")).contains("| runs on peer 4.2; caveat: slow on Mondays |");
    assertThat(text("table.csv")).contains(",\"peer 4.2\",\"slow on Mondays\",");
    assertThat(summary().at("/cells/0/library").asText()).isEmpty();
    assertThat(summary().at("/cells/1/library").asText()).isEqualTo("peer 4.2");
    assertThat(summary().at("/cells/1/caveat").asText()).isEqualTo("slow on Mondays");
  }

  @Test
  void a_peer_is_a_row_of_the_table_it_belongs_to_with_ratio_interval_and_word()
      throws IOException {
    Plan plan = Runs.plan(5, "work-stealing", "+plain-threads");
    write(plan, Runs.allOk(plan));

    Report report = Report.write(run);

    assertThat(text("table.md"))
        .containsOnlyOnce("\n## ")
        .contains("\n## ping-pong, 2 cores\n", "| strategy or peer ")
        .containsPattern(
            "\\| plain-threads +\\| +300.4 \\[.*\\] \\| 3.000 \\[.*\\] \\| slower .* peer of ping-pong: by other means \\|")
        .doesNotContainPattern("\\| plain-threads .*baseline");
    String scheduler = text("table.md").substring(text("table.md").indexOf("What the scheduler"));
    assertThat(scheduler).contains("work-stealing").doesNotContain("plain-threads");
    assertThat(report.terminalTable(false)).contains("strategy or peer", "\nplain-threads ");
    assertThat(text("table.csv")).contains(",peerOf,uncontrolled\r\n");
    assertThat(text("table.csv").lines().toList().getLast())
        .startsWith("plain-threads,none,none,none,2,0,,ok,")
        .endsWith(",ping-pong,");
    JsonNode peer = summary().at("/cells/2");
    assertThat(peer.get("workload").asText()).isEqualTo("plain-threads");
    assertThat(peer.get("peerOf").asText()).isEqualTo("ping-pong");
    assertThat(peer.at("/ratioToBaseline/value").asDouble()).isCloseTo(3, within(1e-9));
    assertThat(peer.at("/ratioToBaseline/lo").isNumber()).isTrue();
    assertThat(peer.at("/verdict").asText()).isEqualTo("slower");
    // One family of questions: both are judged at half the level first.
    assertThat(peer.at("/verdictInterval/confidence").asDouble()).isEqualTo(0.975);
    assertThat(summary().at("/cells/1/peerOf").asText()).isEmpty();
    assertThat(summary().get("controls")).hasSize(1);
  }

  @Test
  void what_the_scheduler_did_is_told_per_unit_and_unknown_counters_are_dashes()
      throws IOException {
    Plan plan = Runs.plan(1);
    write(plan, Runs.allOk(plan));

    Report.write(run);

    assertThat(text("table.md"))
        .contains("What the scheduler did, per unit of work:")
        .containsPattern("global-queue, 2 workers \\| +0.01000 \\| +– \\| +0.002000 \\|");
    assertThat(summary().at("/cells/0/scheduler/stealsPerUnit").asDouble()).isEqualTo(0.01);
    assertThat(summary().at("/cells/0/scheduler/lifoPollsPerUnit").isNull()).isTrue();
  }

  @Test
  void published_runs_can_still_be_drawn() throws IOException {
    try (Stream<Path> published = Files.walk(Path.of("..", "results"))) {
      List<Path> folders =
          published.filter(file -> file.endsWith("summary.json")).map(Path::getParent).toList();
      assertThat(folders).isNotEmpty();
      for (Path folder : folders) {
        Path copy = root.resolve(folder.getFileName());
        copy(folder, copy);
        Report.write(copy);
        JsonNode before = Json.MAPPER.readTree(Files.readString(folder.resolve("summary.json")));
        JsonNode now = Json.MAPPER.readTree(Files.readString(copy.resolve("summary.json")));
        assertThat(now.at("/cells/1/score")).isEqualTo(before.at("/cells/1/score"));
        assertThat(now.get("cells")).hasSameSizeAs(before.get("cells"));
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }
}
