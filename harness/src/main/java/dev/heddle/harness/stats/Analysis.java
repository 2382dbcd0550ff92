package dev.heddle.harness.stats;

import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedCell;
import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.record.Adherence;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Observed;
import dev.heddle.harness.record.Status;
import dev.heddle.runtime.topology.CpuList;
import dev.heddle.workloads.Distribution;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** One walk over a plan's cells. */
final class Analysis {
  /** A request in a hundred that waits for a buffer is in the tail that tables show. */
  private static final double BUFFER_WAITS_TO_TELL = 0.01;

  private final Plan plan;
  private final RecordsByCell records;
  private final Histograms histograms;

  Analysis(Plan plan, RecordsByCell records, Histograms histograms) {
    this.plan = plan;
    this.records = records;
    this.histograms = histograms;
  }

  RunResult run() {
    Map<Integer, Control> controls = controls();
    Map<Integer, StudentisedBootstrap> ratios = new HashMap<>();
    for (int cell = 0; cell < plan.cells().size(); cell++) {
      List<BlockSample> samples = pairs(records.first(cell), records.first(baseline(cell)));
      if (!isBaseline(cell) && samples.size() >= RunResult.INTERVAL_BLOCKS) {
        ratios.put(cell, StudentisedBootstrap.of(samples, seed(cell, "ratio")));
      }
    }
    Map<Integer, Judgement> judgements = judgements(ratios, controls);
    List<CellResult> cells = new ArrayList<>();
    for (int cell = 0; cell < plan.cells().size(); cell++) {
      cells.add(result(cell, ratios.get(cell), judgements.get(cell)));
    }
    return new RunResult(
        cells, List.copyOf(controls.values()), new GrowthAnalysis(plan, records, cells).run());
  }

  private CellResult result(
      int cell, @Nullable StudentisedBootstrap ratio, @Nullable Judgement judgement) {
    PlannedCell planned = plan.cells().get(cell);
    List<ForkRecord> all = records.first(cell);
    List<ForkRecord> ok = RecordsByCell.measured(all);
    List<BlockSample> pairs = pairs(all, records.first(baseline(cell)));
    int expected =
        (int) plan.forks().stream().filter(fork -> fork.cell() == cell && !fork.twin()).count();
    List<String> notes = notes(planned, all, expected);
    RequestWork requests = ok.isEmpty() ? RequestWork.UNKNOWN : RequestWork.of(ok);
    shortOfBuffers(requests).ifPresent(notes::add);
    behindSchedule(requests).ifPresent(notes::add);
    Map<Distribution, Latency> distributions = new EnumMap<>(Distribution.class);
    for (Distribution each : Distribution.values()) {
      distributions.put(each, latency(ok, fork -> fork.log(each), notes));
    }
    if (!ok.isEmpty() && ok.size() < RunResult.INTERVAL_BLOCKS) {
      notes.add(RunResult.NO_INTERVAL);
    } else if (!pairs.isEmpty() && pairs.size() < RunResult.INTERVAL_BLOCKS) {
      notes.add(RunResult.NO_INTERVAL + " of the ratio");
    }
    return new CellResult(
        planned,
        RecordsByCell.worst(all),
        String.join("; ", notes),
        ok.size(),
        expected,
        pairs.size(),
        score(cell, ok),
        isBaseline(cell)
            ? ok.isEmpty() ? Estimate.UNKNOWN : Estimate.of(1)
            : ratio == null ? withoutInterval(pairs) : estimate(ratio),
        judgement,
        ratio == null || ratio.blocks() < SignFlip.MINIMAL_BLOCKS
            ? null
            : SignFlip.of(ratio.logs(), seed(cell, "signs")),
        distributions,
        endpoints(ok, notes),
        ok.isEmpty() ? Costs.UNKNOWN : Costs.of(ok),
        ok.isEmpty() ? SchedulerWork.UNKNOWN : SchedulerWork.of(ok),
        requests,
        said(all, Observed::library),
        said(all, Observed::caveat),
        said(all, Observed::driver),
        said(all, Observed::loadDriver),
        said(all, observed -> CpuList.format(observed.loadCpus())));
  }

  /** What the forks say, each thing once. */
  private static String said(List<ForkRecord> forks, Function<Observed, String> what) {
    return forks.stream()
        .map(ForkRecord::observed)
        .filter(Objects::nonNull)
        .map(what)
        .filter(text -> !text.isEmpty())
        .distinct()
        .sorted()
        .collect(Collectors.joining(" and "));
  }

  private Estimate score(int cell, List<ForkRecord> ok) {
    return estimate(
        ok.stream().map(fork -> BlockSample.score(fork.scores())).toList(), seed(cell, "score"));
  }

  private Map<Integer, Control> controls() {
    Map<Integer, Control> controls = new TreeMap<>();
    for (PlannedFork fork : plan.forks()) {
      if (fork.twin()) {
        controls.computeIfAbsent(fork.cell(), this::control);
      }
    }
    return controls;
  }

  private Control control(int cell) {
    List<ForkRecord> twins = records.twins(cell);
    List<BlockSample> pairs = pairs(twins, records.first(cell));
    Estimate ratio = estimate(pairs, seed(cell, "control"));
    return new Control(
        plan.cells().get(cell),
        RecordsByCell.worst(twins),
        String.join("; ", troubles(twins)),
        pairs.size(),
        ratio,
        Control.band(ratio));
  }

  /** Holm over each table: one workload, with its peers, at one core count and scale. */
  private Map<Integer, Judgement> judgements(
      Map<Integer, StudentisedBootstrap> ratios, Map<Integer, Control> controls) {
    record Family(String workload, int cores, Map<String, Object> scale) {}
    Map<Integer, Judgement> judgements = new HashMap<>();
    Map<Integer, Holm.Question> questions = new TreeMap<>();
    ratios.forEach((cell, ratio) -> {
      Control control = controls.get(baseline(cell));
      Interval band = control == null ? null : control.band();
      if (band != null) {
        questions.put(cell, new Holm.Question(ratio, band));
      }
    });
    Function<Integer, Family> family =
        index -> {
          PlannedCell planned = plan.cells().get(index);
          Cell cell = planned.cell();
          return new Family(plan.table(planned), cell.cores(), Cell.scale(cell.params()));
        };
    questions.keySet().stream()
        .collect(Collectors.groupingBy(family))
        .values()
        .forEach(members -> {
          List<Judgement> answers =
              Holm.judge(members.stream().map(questions::get).toList(), RunResult.ALPHA);
          for (int i = 0; i < members.size(); i++) {
            judgements.put(members.get(i), answers.get(i));
          }
        });
    return judgements;
  }

  /** One sample for each block in which both sides were measured. */
  private static List<BlockSample> pairs(List<ForkRecord> cell, List<ForkRecord> baseline) {
    Map<Integer, ForkRecord> byBlock =
        RecordsByCell.measured(baseline).stream()
            .collect(Collectors.toMap(ForkRecord::block, fork -> fork));
    List<BlockSample> pairs = new ArrayList<>();
    for (ForkRecord fork : RecordsByCell.measured(cell)) {
      ForkRecord other = byBlock.get(fork.block());
      if (other != null) {
        pairs.add(BlockSample.ratio(fork.scores(), other.scores()));
      }
    }
    return pairs;
  }

  /** By name, in the order of the alphabet. */
  private Map<String, EndpointTimes> endpoints(List<ForkRecord> ok, List<String> notes) {
    Map<String, EndpointTimes> endpoints = new TreeMap<>();
    for (ForkRecord fork : ok) {
      for (String endpoint : fork.endpoints()) {
        endpoints.computeIfAbsent(
            endpoint,
            name ->
                new EndpointTimes(
                    latency(ok, one -> one.log(Distribution.RESPONSE, name), notes),
                    latency(ok, one -> one.log(Distribution.SERVICE, name), notes),
                    latency(ok, one -> one.log(Distribution.SEND_LAG, name), notes)));
      }
    }
    return endpoints;
  }

  private Latency latency(
      List<ForkRecord> ok, Function<ForkRecord, @Nullable String> logOf, List<String> notes) {
    Histogram merged = new Histogram(3);
    merged.setAutoResize(true);
    for (ForkRecord fork : ok) {
      String log = logOf.apply(fork);
      if (log != null) {
        Histogram histogram = histograms.read(log);
        if (histogram == null) {
          notes.add(log + " is missing: no latencies");
          return Latency.NONE;
        }
        merged.add(histogram);
      }
    }
    return Latency.of(merged);
  }

  private List<String> notes(PlannedCell planned, List<ForkRecord> all, int expected) {
    List<String> notes = new ArrayList<>();
    if (!planned.runs()) {
      notes.add(planned.skipped());
    }
    notes.addAll(troubles(all));
    if (all.size() < expected) {
      notes.add("%d of %d forks not run yet".formatted(expected - all.size(), expected));
    }
    if (!planned.note().isEmpty()) {
      notes.add(planned.note());
    }
    Optional<Observed> observed =
        RecordsByCell.measured(all).stream()
            .map(ForkRecord::observed)
            .filter(Objects::nonNull)
            .findFirst();
    observed.flatMap(Analysis::pinnedTo).ifPresent(notes::add);
    observed.flatMap(Analysis::loadedFrom).ifPresent(notes::add);
    return notes;
  }

  /** The CPUs that the workers were found on, if they were pinned. */
  private static Optional<String> pinnedTo(Observed observed) {
    return observed.workerCpus().isEmpty()
        ? Optional.empty()
        : Optional.of("pinned to CPUs " + CpuList.format(observed.workerCpus()));
  }

  /** Whether the driver's buffers were too few: then it is they that were measured. */
  private static Optional<String> shortOfBuffers(RequestWork requests) {
    Double waits = requests.bufferWaitsPerRequest();
    return waits == null || waits < BUFFER_WAITS_TO_TELL
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "short of buffers: a receive found none %.2f times a request; more or larger ones (buffers=, buffer=) measure the driver",
                waits));
  }

  /** Whether an open loop was late too often for what it says to be of the rate asked for. */
  private static Optional<String> behindSchedule(RequestWork requests) {
    Double share = requests.onSchedule();
    return share == null || share >= Adherence.GOOD
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT, "sent only %.2f %% of its requests when they were due", 100 * share));
  }

  /** Where the load generator was found, if there was one. */
  private static Optional<String> loadedFrom(Observed observed) {
    if (observed.loadCpus().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Collections.disjoint(observed.loadCpus(), observed.affinity())
            ? "load generator on CPUs %s, with %s"
                .formatted(CpuList.format(observed.loadCpus()), observed.loadDriver())
            : "load generator shares the server's CPUs, with %s".formatted(observed.loadDriver()));
  }

  /** Each bad status once, worst first, with how many forks met it and the first one's note. */
  private static List<String> troubles(List<ForkRecord> forks) {
    List<String> troubles = new ArrayList<>();
    for (Status status : List.of(Status.FAILED, Status.HUNG, Status.VOID, Status.SKIPPED)) {
      List<ForkRecord> met = forks.stream().filter(fork -> fork.status() == status).toList();
      if (!met.isEmpty()) {
        troubles.add(
            "%d of %d forks %s: %s"
                .formatted(
                    met.size(),
                    forks.size(),
                    status.name().toLowerCase(Locale.ROOT),
                    met.getFirst().note()));
      }
    }
    return troubles;
  }

  private int baseline(int cell) {
    return plan.cells().get(cell).baseline();
  }

  private boolean isBaseline(int cell) {
    return baseline(cell) == cell;
  }

  /** A stream of its own for each statistic, whichever others are computed. */
  private long seed(int cell, String statistic) {
    return 31 * plan.seed() + (plan.cells().get(cell).cell() + statistic).hashCode();
  }

  private static Estimate estimate(List<BlockSample> samples, long seed) {
    return samples.size() < RunResult.INTERVAL_BLOCKS
        ? withoutInterval(samples)
        : estimate(StudentisedBootstrap.of(samples, seed));
  }

  /** The geometric mean, as with an interval. */
  private static Estimate withoutInterval(List<BlockSample> samples) {
    return switch (samples.size()) {
      case 0 -> Estimate.UNKNOWN;
      case 1 -> Estimate.of(samples.getFirst().value());
      default ->
          Estimate.of(
              StrictMath.exp(
                  samples.stream().mapToDouble(BlockSample::observed).average().orElseThrow()));
    };
  }

  private static Estimate estimate(StudentisedBootstrap bootstrap) {
    return Estimate.of(bootstrap.estimate(), bootstrap.interval(RunResult.ALPHA));
  }
}
