package dev.heddle.harness.report;

import dev.heddle.harness.record.Cell;
import dev.heddle.harness.stats.Interval;
import dev.heddle.harness.stats.Latency;
import dev.heddle.harness.stats.RequestWork;
import dev.heddle.harness.stats.RunResult;
import dev.heddle.harness.stats.SchedulerWork;
import dev.heddle.harness.stats.SignFlip;
import dev.heddle.harness.stats.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One table per workload, core count and scale: size, connections, payload. */
final class Tables {
  private static final List<String> AFTER_SCORE =
      List.of(
          "ratio [95 %]",
          "verdict",
          "p50 ns",
          "p99 ns",
          "p99.9 ns",
          "max ns",
          "steals/1k polls",
          "parks/1k polls",
          "CPU ns/unit",
          "bytes/unit",
          "forks",
          "status",
          "note");

  private static final List<String> SCHEDULER =
      List.of(
          "strategy",
          "steals/unit",
          "tasks/steal operation",
          "parks/unit",
          "unparks/unit",
          "no-op wake-ups/unit",
          "overflows/unit",
          "LIFO polls/unit");

  private static final List<String> REQUESTS =
      List.of(
          "requests/s",
          "p50 us",
          "p99 us",
          "p99.9 us",
          "p99.99 us",
          "max us",
          "server CPU us/request",
          "generator CPU us/request",
          "server busy",
          "generator busy",
          "system calls/request",
          "waits/request",
          "wakes/request",
          "context switches/request",
          "sent on schedule");

  private static final List<String> ENDPOINTS =
      List.of(
          "endpoint",
          "requests",
          "p50 us",
          "p99 us",
          "p99.9 us",
          "p99.99 us",
          "max us",
          "service p50 us",
          "service p99 us",
          "send lag p99 us");

  private static final double NANOS_PER_MICRO = 1e3;

  private static final List<String> LATENESS =
      List.of("sleeps", "p50 ns", "p99 ns", "p99.9 ns", "max ns");

  /** Indices of the columns of words. */
  private static final List<Integer> WORDS = List.of(0, 3, 13, 14);

  /** Columns that a terminal may colour. */
  static final int VERDICT_COLUMN = 3;

  static final int STATUS_COLUMN = 13;

  private Tables() {}

  /**
   * One table.
   *
   * @param title workload, cores, and its scale if it has one
   * @param control the A/A line, one per baseline in this table
   * @param grid what was measured
   * @param scheduler what the schedulers did meanwhile; null if there was no runtime
   * @param lateness how late sleeps ended; null if no row says
   * @param requests response times and what requests cost; null if no row has a load generator
   * @param endpoints response times by endpoint; null if no row has several
   */
  record Table(
      String title,
      List<String> control,
      Grid grid,
      @Nullable Grid scheduler,
      @Nullable Grid lateness,
      @Nullable Grid requests,
      @Nullable Grid endpoints) {}

  static List<Table> of(Summary summary) {
    record Key(String workload, int cores, Map<String, Object> scale) {}
    Map<Key, List<Summary.Row>> groups = new LinkedHashMap<>();
    for (Summary.Row row : summary.cells()) {
      groups
          .computeIfAbsent(
              new Key(table(row), row.cores(), Cell.scale(row.params())), key -> new ArrayList<>())
          .add(row);
    }
    List<Table> tables = new ArrayList<>();
    groups.forEach((key, rows) -> {
      List<String> controls =
          summary.controls().stream()
              .filter(control ->
                  control.workload().equals(key.workload)
                      && control.cores() == key.cores
                      && Cell.scale(control.params()).equals(key.scale))
              .map(Tables::line)
              .toList();
      String cores = key.cores == 1 ? "1 core" : key.cores + " cores";
      StringBuilder title = new StringBuilder(key.workload).append(", ").append(cores);
      key.scale.forEach((param, value) -> title.append(", ").append(shown(param, value)));
      boolean runtime = rows.stream().anyMatch(row -> !row.strategy().equals(Cell.NONE));
      String entrant = entrant(rows);
      List<String> header = new ArrayList<>(List.of(entrant));
      header.add(rows.getFirst().score().unit() + " [95 %]");
      header.addAll(AFTER_SCORE);
      tables.add(
          new Table(
              title.toString(),
              controls,
              new Grid(header, rows.stream().map(row -> row(row, summary)).toList(), WORDS),
              runtime
                  ? new Grid(
                      SCHEDULER,
                      rows.stream()
                          .filter(row -> !row.strategy().equals(Cell.NONE))
                          .map(Tables::scheduler)
                          .toList(),
                      List.of(0))
                  : null,
              rows.stream().anyMatch(row -> row.latenessNanos().count() > 0)
                  ? new Grid(
                      Stream.concat(Stream.of(entrant), LATENESS.stream()).toList(),
                      rows.stream().map(Tables::lateness).toList(),
                      List.of(0))
                  : null,
              rows.stream().anyMatch(row -> row.requests().perSecond() != null)
                  ? new Grid(
                      Stream.concat(Stream.of(entrant), REQUESTS.stream()).toList(),
                      rows.stream().map(Tables::requests).toList(),
                      List.of(0))
                  : null,
              rows.stream().anyMatch(row -> !row.endpoints().isEmpty())
                  ? new Grid(
                      Stream.concat(Stream.of(entrant), ENDPOINTS.stream()).toList(),
                      rows.stream().flatMap(Tables::endpoints).toList(),
                      List.of(0, 1))
                  : null));
    });
    return tables;
  }

  /** The workload in whose table a row stands. */
  private static String table(Summary.Row row) {
    return row.peerOf().isEmpty() ? row.workload() : row.peerOf();
  }

  /** What the rows of a table are of. */
  private static String entrant(List<Summary.Row> rows) {
    String entrant =
        rows.stream().anyMatch(row -> !row.strategy().equals(Cell.NONE))
            ? "strategy"
            : rows.stream().anyMatch(row -> !row.timer().equals(Cell.NONE)) ? "timer" : "workload";
    return rows.stream().allMatch(row -> row.peerOf().isEmpty()) ? entrant : entrant + " or peer";
  }

  /** A parameter in a title. */
  private static String shown(String param, Object value) {
    String number =
        value instanceof Number whole ? Numbers.shown(whole.longValue()) : value.toString();
    return switch (param) {
      case Cell.CONNECTIONS -> number + (number.equals("1") ? " connection" : " connections");
      case Cell.PAYLOAD -> number + " B";
      case Cell.REQUESTS -> value.toString();
      case Cell.LOAD -> "load %s %% of the own peak".formatted(number);
      case Cell.RATE -> number + " requests/s";
      default -> param + " " + number;
    };
  }

  private static String line(Summary.ControlRow control) {
    Interval band = control.band();
    return "A/A: %s against itself: ratio %s over %d %s; %s%s"
        .formatted(
            entrant(control.workload(), control.strategy(), control.timer()),
            Numbers.shown(control.ratio()),
            control.pairedBlocks(),
            control.pairedBlocks() == 1 ? "block" : "blocks",
            band == null
                ? control.pairedBlocks() == 0
                    ? "no ratio, so no verdicts below"
                    : RunResult.NO_INTERVAL + ", so no verdicts below"
                : "no difference is %s to %s"
                    .formatted(Numbers.shown(band.lo()), Numbers.shown(band.hi())),
            control.note().isEmpty() ? "" : "; " + control.note());
  }

  private static List<String> row(Summary.Row row, Summary summary) {
    Latency latency = row.schedulingLatencyNanos();
    return List.of(
        name(row),
        row.score().lo() == null
            ? Numbers.shown(row.score().value())
            : "%s [%s, %s]"
                .formatted(
                    Numbers.shown(row.score().value()),
                    Numbers.shown(row.score().lo()),
                    Numbers.shown(row.score().hi())),
        Numbers.shown(row.ratioToBaseline()),
        isBaseline(row, summary) ? "baseline" : word(row),
        Numbers.shown(latency.p50()),
        Numbers.shown(latency.p99()),
        Numbers.shown(latency.p999()),
        Numbers.shown(latency.max()),
        Numbers.shown(row.stealsPer1000Polls()),
        Numbers.shown(row.parksPer1000Polls()),
        Numbers.shown(row.cpuNanosPerUnit()),
        Numbers.shown(row.allocatedBytesPerUnit()),
        row.forks() + "/" + row.forksPlanned(),
        row.status().name().toLowerCase(Locale.ROOT),
        note(row));
  }

  /** What the row says in words, after it whose scheduler it is and what to know of it. */
  private static String note(Summary.Row row) {
    return Stream.of(
            row.note(),
            row.library().isEmpty() ? "" : "runs on " + row.library(),
            row.caveat().isEmpty() ? "" : "caveat: " + row.caveat())
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("; "))
        .replaceAll("\\s+", " ");
  }

  private static List<String> scheduler(Summary.Row row) {
    SchedulerWork work = row.scheduler();
    return List.of(
        name(row),
        Numbers.shown(work.stealsPerUnit()),
        Numbers.shown(work.tasksPerStealOperation()),
        Numbers.shown(work.parksPerUnit()),
        Numbers.shown(work.unparksPerUnit()),
        Numbers.shown(work.noopWakeupsPerUnit()),
        Numbers.shown(work.overflowsPerUnit()),
        Numbers.shown(work.lifoPollsPerUnit()));
  }

  private static List<String> lateness(Summary.Row row) {
    Latency lateness = row.latenessNanos();
    return List.of(
        name(row),
        Numbers.shown(lateness.count()),
        Numbers.shown(lateness.p50()),
        Numbers.shown(lateness.p99()),
        Numbers.shown(lateness.p999()),
        Numbers.shown(lateness.max()));
  }

  private static List<String> requests(Summary.Row row) {
    Latency response = row.responseNanos();
    RequestWork work = row.requests();
    return List.of(
        name(row),
        Numbers.shown(work.perSecond()),
        micros(response.p50()),
        micros(response.p99()),
        micros(response.p999()),
        micros(response.p9999()),
        micros(response.max()),
        micros(work.serverCpuNanosPerRequest()),
        micros(work.generatorCpuNanosPerRequest()),
        Numbers.shown(work.serverBusy()),
        Numbers.shown(work.generatorBusy()),
        Numbers.shown(work.systemCallsPerRequest()),
        Numbers.shown(work.waitsPerRequest()),
        Numbers.shown(work.wakesPerRequest()),
        Numbers.shown(work.contextSwitchesPerRequest()),
        work.onSchedule() == null
            ? Numbers.UNKNOWN
            : String.format(Locale.ROOT, "%.2f %%", 100 * work.onSchedule()));
  }

  private static Stream<List<String>> endpoints(Summary.Row row) {
    return row.endpoints().entrySet().stream()
        .map(each -> {
          Latency response = each.getValue().responseNanos();
          return List.of(
              name(row),
              each.getKey(),
              Numbers.shown(response.count()),
              micros(response.p50()),
              micros(response.p99()),
              micros(response.p999()),
              micros(response.p9999()),
              micros(response.max()),
              micros(each.getValue().serviceNanos().p50()),
              micros(each.getValue().serviceNanos().p99()),
              micros(each.getValue().sendLagNanos().p99()));
        });
  }

  private static String micros(@Nullable Number nanos) {
    return nanos == null ? Numbers.UNKNOWN : Numbers.shown(nanos.doubleValue() / NANOS_PER_MICRO);
  }

  private static boolean isBaseline(Summary.Row row, Summary summary) {
    return row.peerOf().isEmpty()
        && is(row.strategy(), summary.baseline())
        && is(row.timer(), summary.baselineTimer())
        && is(row.driver(), summary.baselineDriver());
  }

  private static boolean is(String name, String baseline) {
    return name.equals(Cell.NONE) || name.equals(baseline);
  }

  /** The strategy, with workers, and timer, driver and parameters where there are any. */
  private static String name(Summary.Row row) {
    StringBuilder name = new StringBuilder(entrant(row.workload(), row.strategy(), row.timer()));
    if (!row.strategy().equals(Cell.NONE)) {
      name.append(row.workers() == 1 ? ", 1 worker" : ", " + row.workers() + " workers");
      if (!row.timer().equals(Cell.NONE)) {
        name.append(", ").append(row.timer());
      }
    }
    if (!row.driver().equals(Cell.NONE)) {
      name.append(", ").append(row.driver());
    }
    Map<String, Object> params = new TreeMap<>(row.params());
    params.keySet().removeAll(Cell.scale(params).keySet()); // the table's own
    if (!params.isEmpty()) {
      name.append(", ").append(params);
    }
    return name.toString();
  }

  /** The strategy, the timers where there is no runtime, or what the workload itself compares. */
  private static String entrant(String workload, String strategy, String timer) {
    return !strategy.equals(Cell.NONE) ? strategy : !timer.equals(Cell.NONE) ? timer : workload;
  }

  /** The word, and beside it what the signs say where there are blocks enough. */
  private static String word(Summary.Row row) {
    Verdict verdict = row.verdict();
    SignFlip signs = row.signFlip();
    String word =
        verdict == null ? Numbers.UNKNOWN : word(verdict, row.score().unit().startsWith("ns/"));
    return signs == null
        ? word
        : String.format(Locale.ROOT, "%s (p %.2g, S %.2f)", word, signs.p(), signs.superiority());
  }

  /** What is not time is not faster, but less. */
  private static String word(Verdict verdict, boolean time) {
    return switch (verdict) {
      case FASTER -> time ? "faster" : "less";
      case SLOWER -> time ? "slower" : "more";
      case SAME, UNCLEAR -> verdict.name().toLowerCase(Locale.ROOT);
    };
  }
}
