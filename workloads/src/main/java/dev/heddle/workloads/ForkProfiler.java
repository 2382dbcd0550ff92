package dev.heddle.workloads;

import dev.heddle.runtime.RuntimeCounters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * Reports, beside JMH's score, what the measured iterations cost and how long runnable tasks
 * waited. Use it as {@code -prof dev.heddle.workloads.ForkProfiler}; benchmarks without {@link
 * RuntimeState} or {@link AloneState} are left alone.
 *
 * <p>With {@code -Dheddle.fork.dir=DIR} it also writes {@code fork.properties} and {@code
 * scheduling.hlog} into that directory after the last measured iteration: see {@link ForkFiles}.
 * Not after each, because an open load does not wait meanwhile, and would find the server's CPU
 * taken.
 *
 * <p>Units are JMH's count of all operations between the beginning and the end of an iteration, the
 * same stretch over which costs are taken: it includes the few invocations that JMH runs outside
 * the timed part, and is multiplied by {@code @OperationsPerInvocation} already.
 */
public final class ForkProfiler implements InternalProfiler {
  private static final String DIRECTORY = "heddle.fork.dir";
  private static final double PER_THOUSAND = 1_000;

  /** The label of a gauge's mean over an iteration among JMH's secondary results. */
  public static final String GAUGE = "gauge";

  /** One interval for each measured iteration. */
  private final Map<Distribution, List<Histogram>> intervals = new EnumMap<>(Distribution.class);

  /** Likewise, by endpoint. */
  private final Map<String, List<RequestTimes>> endpoints = new LinkedHashMap<>();

  private int measured;
  private long units;
  private Costs costs = Costs.NOTHING;

  /** Called by JMH, once per fork. */
  public ForkProfiler() {}

  @Override
  public String getDescription() {
    return "Heddle: scheduling latency, CPU time, allocation, steals and parks";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {}

  @Override
  @SuppressWarnings("rawtypes") // as declared by JMH
  public Collection<? extends Result> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    long done = result.getMetadata().getAllOps();
    return Measurement.current()
        .flatMap(Measurement::takeFinished)
        .map(finished -> report(benchmark, iteration.getType(), finished, done))
        .orElse(List.of());
  }

  /**
   * What a warm-up came to is thrown away, and made all the same: that is to be compiled by then.
   */
  @SuppressWarnings("rawtypes")
  private List<Result> report(
      BenchmarkParams benchmark, IterationType type, Measurement.Iteration finished, long done) {
    List<Result> results = results(benchmark, finished, done);
    if (type != IterationType.MEASUREMENT) {
      return List.of();
    }
    keep(finished, done);
    String directory = System.getProperty(DIRECTORY);
    if (directory != null && measured == benchmark.getMeasurement().getCount()) {
      write(Path.of(directory), benchmark, finished.observed());
    }
    return results;
  }

  private void keep(Measurement.Iteration iteration, long unitsDone) {
    measured++;
    iteration
        .distributions()
        .forEach((what, values) ->
            intervals.computeIfAbsent(what, key -> new ArrayList<>()).add(values));
    iteration
        .endpoints()
        .forEach((endpoint, times) ->
            endpoints.computeIfAbsent(endpoint, key -> new ArrayList<>()).add(times));
    units += unitsDone;
    costs = costs.plus(iteration.costs());
  }

  @SuppressWarnings("rawtypes")
  private static List<Result> results(
      BenchmarkParams benchmark, Measurement.Iteration iteration, long unitsDone) {
    List<Result> results = new ArrayList<>();
    Histogram latency = iteration.distributions().get(Distribution.SCHEDULING);
    if (latency != null && latency.getTotalCount() > 0) {
      results.add(new LatencyResult(latency));
    }
    iteration
        .gauge()
        .ifPresent(mean ->
            results.add(
                new ScalarResult(GAUGE, mean, gaugeUnit(benchmark), AggregationPolicy.AVG)));
    RuntimeCounters counters = iteration.costs().counters();
    add(results, "cpu", (double) iteration.costs().cpuNanos(), unitsDone, "ns/unit");
    add(results, "allocated", (double) iteration.costs().allocatedBytes(), unitsDone, "bytes/unit");
    addPerPoll(results, "steals", counters.steals(), counters.polls());
    addPerPoll(results, "parks", counters.parks(), counters.polls());
    return results;
  }

  /** A rate, unless nobody counted. */
  @SuppressWarnings("rawtypes")
  private static void addPerPoll(List<Result> results, String label, long count, long polls) {
    if (count != RuntimeCounters.UNKNOWN) {
      add(results, label, PER_THOUSAND * count, polls, "/1000 polls");
    }
  }

  /** A ratio, unless it would be one to nothing. */
  @SuppressWarnings("rawtypes")
  private static void add(
      List<Result> results, String label, double amount, long per, String unit) {
    if (per > 0) {
      results.add(new ScalarResult(label, amount / per, unit, AggregationPolicy.AVG));
    }
  }

  private void write(Path directory, BenchmarkParams benchmark, Observed observed) {
    try {
      ForkFiles files = new ForkFiles(directory);
      files.writeProperties(
          units,
          costs,
          observed,
          intervals.getOrDefault(Distribution.SCHEDULING, List.of()),
          endpoints.keySet());
      for (Map.Entry<Distribution, List<Histogram>> each : intervals.entrySet()) {
        if (each.getKey() == Distribution.SCHEDULING
            || each.getValue().stream().anyMatch(values -> values.getTotalCount() > 0)) {
          files.writeHistograms(title(benchmark), each.getKey(), each.getValue());
        }
      }
      for (Map.Entry<String, List<RequestTimes>> each : endpoints.entrySet()) {
        for (Distribution kind : RequestTimes.KINDS) {
          files.writeHistograms(
              title(benchmark),
              kind,
              each.getKey(),
              each.getValue().stream().map(times -> times.of(kind)).toList());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not write what this fork measured", e);
    }
  }

  private static Optional<WorkloadInfo> workload(BenchmarkParams benchmark) {
    return WorkloadCatalog.all().stream()
        .filter(workload -> workload.benchmark().equals(benchmark.getBenchmark()))
        // One benchmark runs the futures of all factories.
        .filter(workload ->
            !workload.benchmark().equals(FutureRun.BENCHMARK)
                || workload.name().equals(benchmark.getParam("workload")))
        .findFirst();
  }

  private static String gaugeUnit(BenchmarkParams benchmark) {
    return workload(benchmark)
        .map(WorkloadInfo::scoreUnit)
        .orElseThrow(() ->
            new IllegalStateException(
                benchmark.getBenchmark() + " passed a gauge's value, and is no @Workload"));
  }

  private static String title(BenchmarkParams benchmark) {
    String name = workload(benchmark).map(WorkloadInfo::name).orElse(benchmark.getBenchmark());
    StringBuilder title = new StringBuilder("workload " + name);
    for (String key : benchmark.getParamsKeys()) {
      title.append(", ").append(key).append(' ').append(benchmark.getParam(key));
    }
    return title.toString();
  }
}
