package dev.heddle.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.heddle.harness.plan.Iterations;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedCell;
import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Json;
import dev.heddle.harness.record.Observed;
import dev.heddle.harness.record.Status;
import dev.heddle.harness.run.RunFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run with sockets shows: two drivers, of which one is not there, at two scales. */
final class SocketReportTest {
  private static final long REQUESTS = 1_000;

  @TempDir private Path root;
  private Path run;

  @BeforeEach
  void drawn() throws IOException {
    run = root.resolve("run");
    Plan plan = plan();
    RunFolder.create(run, plan);
    StringBuilder lines = new StringBuilder();
    for (PlannedFork fork : plan.forks()) {
      lines.append(Json.MAPPER.writeValueAsString(record(plan, fork))).append('\n');
    }
    Files.writeString(run.resolve("forks.jsonl"), lines);
    for (String label : List.of("response", "service", "send-lag")) {
      writeLog("hdr/" + label + ".hlog");
    }
    Report.write(run);
  }

  /** 1,000,000 values: half are 10 us, all but 50 up to 20 us, the rest 3 ms. */
  private void writeLog(String name) throws IOException {
    try (PrintStream out = new PrintStream(run.resolve(name).toFile())) {
      HistogramLogWriter log = new HistogramLogWriter(out);
      log.outputLegend();
      Histogram histogram = new Histogram(3);
      histogram.setAutoResize(true);
      histogram.recordValueWithCount(10_000, 500_000);
      histogram.recordValueWithCount(20_000, 499_950);
      histogram.recordValueWithCount(3_000_000, 50);
      log.outputIntervalHistogram(0, 1, histogram, 1);
    }
  }

  private static Plan plan() {
    List<PlannedCell> cells = new ArrayList<>();
    for (int connections : List.of(1, 64)) {
      Map<String, Object> params = Map.of("connections", connections, "payload", 512);
      int baseline = cells.size();
      cells.add(cell("selector", params, baseline, ""));
      cells.add(cell("io-uring:placement=shared", params, baseline, ""));
      cells.add(cell("absent", params, baseline, "the kernel says no"));
    }
    List<PlannedFork> forks = new ArrayList<>();
    for (int cell = 0; cell < cells.size(); cell++) {
      if (cells.get(cell).runs()) {
        forks.add(new PlannedFork("b01-%03d".formatted(forks.size() + 1), 1, 1, cell, false));
      }
    }
    return new Plan(
        Plan.SCHEMA,
        "quick",
        "test-host",
        42,
        1,
        "work-stealing",
        Cell.NONE,
        "selector",
        new Iterations(1, 100, 2, 100),
        List.of("-XX:+UseG1GC"),
        "G1",
        60,
        cells,
        forks);
  }

  private static PlannedCell cell(
      String driver, Map<String, Object> params, int baseline, String skipped) {
    return new PlannedCell(
        new Cell("echo", "work-stealing", Cell.NONE, driver, 2, 2, params),
        "request",
        "Some.benchmark",
        baseline,
        skipped,
        "",
        List.of(),
        null);
  }

  /** The CPUs 0 and 1 are the server's, and the generator's too with one connection. */
  private static ForkRecord record(Plan plan, PlannedFork fork) {
    Cell cell = plan.cellOf(fork).cell();
    boolean selector = cell.driver().equals("selector");
    boolean one = Integer.valueOf(1).equals(cell.params().get("connections"));
    return new ForkRecord(
        ForkRecord.SCHEMA,
        fork.id(),
        fork.block(),
        fork.order(),
        cell,
        fork.twin(),
        Status.OK,
        "",
        "2026-01-01T00:00:00Z",
        1.5,
        "request",
        List.of(20_000.0),
        REQUESTS,
        REQUESTS * (selector ? 16_000 : 8_000),
        48_000,
        counters(selector, one),
        new Observed(
            List.of(0, 1),
            2,
            2,
            List.of(),
            12,
            "Some JVM 25",
            List.of(),
            List.of("G1"),
            1L << 30,
            "",
            "",
            selector ? "epoll" : "a ring with flags",
            "io-uring",
            one ? List.of(0, 1) : List.of(2, 3)),
        null,
        null,
        null,
        null,
        logs(one));
  }

  private static Map<String, String> logs(boolean one) {
    Map<String, String> logs = new TreeMap<>();
    for (String label : List.of("response", "service", "send-lag")) {
      String log = "hdr/" + label + ".hlog";
      logs.put(label, log);
      if (!one) {
        logs.put(label + "/get", log);
      }
    }
    return logs;
  }

  /** With more than one connection the loop is open, and a hundredth of it is late. */
  private static Map<String, Long> counters(boolean selector, boolean one) {
    Map<String, Long> counters = new TreeMap<>();
    counters.put("load.wallNanos", REQUESTS * 16_000); // a fifth of the time passes beside it
    counters.put("load.cpuNanos", REQUESTS * 10_000);
    counters.put("load.servedCpuNanos", REQUESTS * (selector ? 12_800 : 6_400));
    counters.put("io.systemCalls", selector ? 2_100L : 150L);
    counters.put("io.waits", 100L);
    counters.put("io.wakes", 0L);
    counters.put("os.contextSwitches", 50L);
    counters.put("io.bufferWaits", selector ? 9L : 250L); // of 1,000 requests
    if (!one) {
      counters.put("load.sent", REQUESTS);
      counters.put("load.onSchedule", REQUESTS - 10);
    }
    return counters;
  }

  private String text(String file) throws IOException {
    return Files.readString(run.resolve(file));
  }

  @Test
  void there_is_a_table_for_each_number_of_connections_and_payload() throws IOException {
    assertThat(text("table.md").lines().filter(line -> line.startsWith("## ")))
        .containsExactly(
            "## echo, 2 cores, 1 connection, 512 B", "## echo, 2 cores, 64 connections, 512 B");
  }

  @Test
  void a_row_names_its_driver_and_the_baseline_is_one_driver_only() throws IOException {
    assertThat(text("table.md"))
        .containsPattern(
            "\\| work-stealing, 2 workers, selector +\\| +20,000 \\| +1.000 \\| baseline \\|")
        .containsPattern("\\| work-stealing, 2 workers, io-uring:placement=shared +\\|.*\\| – ")
        .contains("ratio: to work-stealing with selector in the same block")
        .contains("response: from the time a request was due, by the load generator");
  }

  @Test
  void a_driver_that_is_not_there_is_a_row_with_the_reason() throws IOException {
    assertThat(text("table.md"))
        .containsPattern(
            "\\| work-stealing, 2 workers, absent .*\\| skipped \\| the kernel says no ");
  }

  @Test
  void a_row_says_where_the_load_generator_ran() throws IOException {
    assertThat(text("table.md"))
        .contains("| load generator shares the server's CPUs, with io-uring;")
        .contains("| load generator on CPUs 2-3, with io-uring;");
  }

  @Test
  void the_second_table_tells_of_requests_and_of_who_was_busy() throws IOException {
    String markdown = text("table.md");
    assertThat(section(markdown))
        .isEqualTo(
            """
            Response times, and what a request cost:

            | strategy                                            | requests/s | p50 us | p99 us | p99.9 us | p99.99 us | max us | server CPU us/request | generator CPU us/request | server busy | generator busy | system calls/request | waits/request | wakes/request | context switches/request | sent on schedule |
            |:----------------------------------------------------|-----------:|-------:|-------:|---------:|----------:|-------:|----------------------:|-------------------------:|------------:|---------------:|---------------------:|--------------:|--------------:|-------------------------:|-----------------:|
            | work-stealing, 2 workers, selector                  |     62,500 |  10.01 |  20.02 |    20.02 |     20.02 |  3,000 |                 12.80 |                    10.00 |      0.4000 |         0.6250 |                2.100 |        0.1000 |             0 |                  0.05000 |                – |
            | work-stealing, 2 workers, io-uring:placement=shared |     62,500 |  10.01 |  20.02 |    20.02 |     20.02 |  3,000 |                 6.400 |                    10.00 |      0.2000 |         0.6250 |               0.1500 |        0.1000 |             0 |                  0.05000 |                – |
            | work-stealing, 2 workers, absent                    |          – |      – |      – |        – |         – |      – |                     – |                        – |           – |              – |                    – |             – |             – |                        – |                – |
            """);
    assertThat(Report.write(run).terminalTable(false))
        .contains("\nResponse times, and what a request cost:\nstrategy ");
  }

  private static String section(String markdown) {
    int begin = markdown.indexOf("Response times, and");
    return markdown.substring(begin, markdown.indexOf("\n\nWhat the scheduler", begin) + 1);
  }

  @Test
  void what_each_driver_was_given_stands_above_the_tables() throws IOException {
    assertThat(text("table.md"))
        .contains(
            "- driver io-uring:placement=shared: a ring with flags\n- driver selector: epoll\n");
  }

  @Test
  void a_row_says_if_buffers_were_too_few() throws IOException {
    assertThat(text("table.md").lines().filter(line -> line.contains("short of buffers")))
        .hasSize(2)
        .allMatch(line ->
            line.contains("io-uring:placement=shared")
                && line.contains("a receive found none 0.25 times a request"));
  }

  @Test
  void an_open_loop_says_how_well_it_kept_to_its_schedule() throws IOException {
    assertThat(text("table.md").lines().filter(line -> line.endsWith("  99.00 % |")))
        .hasSize(2)
        .allMatch(line -> line.contains("work-stealing"));
    assertThat(
            text("table.md")
                .lines()
                .filter(
                    line -> line.contains("sent only 99.00 % of its requests when they were due")))
        .hasSize(2);
    assertThat(
            Json.MAPPER
                .readTree(text("summary.json"))
                .at("/cells/3/requests/onSchedule")
                .asDouble())
        .isEqualTo(0.99);
  }

  @Test
  void each_endpoint_has_a_row_of_its_own() throws IOException {
    assertThat(text("table.md"))
        .contains(
            """
            Response times by endpoint:

            | strategy                                            | endpoint |  requests | p50 us | p99 us | p99.9 us | p99.99 us | max us | service p50 us | service p99 us | send lag p99 us |
            |:----------------------------------------------------|:---------|----------:|-------:|-------:|---------:|----------:|-------:|---------------:|---------------:|----------------:|
            | work-stealing, 2 workers, selector                  | get      | 1,000,000 |  10.01 |  20.02 |    20.02 |     20.02 |  3,000 |          10.01 |          20.02 |           20.02 |
            | work-stealing, 2 workers, io-uring:placement=shared | get      | 1,000,000 |  10.01 |  20.02 |    20.02 |     20.02 |  3,000 |          10.01 |          20.02 |           20.02 |
            """);
    assertThat(
            Json.MAPPER
                .readTree(text("summary.json"))
                .at("/cells/3/endpoints/get/responseNanos/count")
                .asLong())
        .isEqualTo(1_000_000);
    List<String> csv = text("endpoints.csv").lines().toList();
    assertThat(csv).hasSize(3);
    assertThat(csv.getFirst())
        .startsWith("workload,strategy,cores,workers,params,endpoint,count,responseP50Nanos,");
    assertThat(csv.get(1)).contains(",get,1000000,10007,20015,20015,20015,3000319,10007,");
  }

  @Test
  void summary_and_csv_tell_the_same() throws IOException {
    JsonNode summary = Json.MAPPER.readTree(text("summary.json"));
    assertThat(summary.get("schema").asText()).isEqualTo("heddle.summary/1.5");
    assertThat(summary.get("baselineDriver").asText()).isEqualTo("selector");
    JsonNode ring = summary.at("/cells/1");
    assertThat(ring.at("/params/connections").isInt()).isTrue();
    assertThat(ring.at("/responseNanos/count").asLong()).isEqualTo(1_000_000);
    assertThat(ring.at("/responseNanos/p9999").asLong()).isEqualTo(20_015);
    assertThat(ring.at("/serviceNanos/p50").asLong()).isEqualTo(10_007);
    assertThat(ring.at("/sendLagNanos/max").asLong()).isEqualTo(3_000_319);
    assertThat(ring.at("/requests/perSecond").asDouble()).isEqualTo(62_500);
    assertThat(ring.at("/requests/serverBusy").asDouble()).isEqualTo(0.2);
    assertThat(ring.at("/requests/systemCallsPerRequest").asDouble()).isEqualTo(0.15);
    assertThat(ring.at("/requests/bufferWaitsPerRequest").asDouble()).isEqualTo(0.25);
    assertThat(ring.get("driverObtained").asText()).isEqualTo("a ring with flags");
    assertThat(ring.get("loadDriver").asText()).isEqualTo("io-uring");
    assertThat(ring.get("loadCpus").asText()).isEqualTo("0-1");
    assertThat(summary.at("/cells/2/requests/perSecond").isNull()).isTrue();
    assertThat(summary.at("/cells/2/responseNanos/p50").isNull()).isTrue();
    List<String> csv = text("table.csv").lines().toList();
    assertThat(csv.getFirst())
        .contains(
            ",responseCount,responseP50Nanos,responseP99Nanos,responseP999Nanos,responseP9999Nanos,responseMaxNanos,serviceCount,")
        .contains(
            ",sendLagMaxNanos,requestsPerSecond,serverCpuNanosPerRequest,\"generatorCpuNanosPerRequest\",serverBusy,generatorBusy,systemCallsPerRequest,waitsPerRequest,wakesPerRequest,\"contextSwitchesPerRequest\",bufferWaitsPerRequest,onSchedule,driverObtained,loadDriver,loadCpus,peerOf,");
    assertThat(csv.get(2))
        .startsWith(
            "echo,work-stealing,none,\"io-uring:placement=shared\",2,2,\"{\"\"connections\"\":1,\"\"payload\"\":512}\",ok,")
        .contains(
            ",62500.0,6400.0,10000.0,0.2,0.625,0.15,0.1,0.0,0.05,0.25,,\"a ring with flags\",io-uring,0-1,");
  }
}
