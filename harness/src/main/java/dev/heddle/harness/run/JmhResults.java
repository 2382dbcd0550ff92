package dev.heddle.harness.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.workloads.ForkProfiler;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.WorkloadParams;

/** What JMH hands back for one fork of one benchmark. */
final class JmhResults {
  private static final String NANOS_PER_UNIT = "ns/op";

  private final RunResult result;

  /**
   * @throws IllegalArgumentException in one line, if there is not one benchmark with one fork, or
   *     its score is not in nanoseconds per unit
   */
  JmhResults(Collection<RunResult> results) {
    if (results.size() != 1 || results.iterator().next().getBenchmarkResults().size() != 1) {
      throw new IllegalArgumentException("JMH gave no single result of a single fork");
    }
    result = results.iterator().next();
    String unit = result.getPrimaryResult().getScoreUnit();
    if (!unit.equals(NANOS_PER_UNIT)) {
      throw new IllegalArgumentException(
          "the benchmark's score is in %s, not in %s".formatted(unit, NANOS_PER_UNIT));
    }
  }

  /** The score of each measured iteration, in order. */
  List<Double> nanosPerUnit() {
    BenchmarkResult fork = result.getBenchmarkResults().iterator().next();
    return fork.getIterationResults().stream()
        .map(iteration -> iteration.getPrimaryResult().getScore())
        .toList();
  }

  /**
   * The gauge's mean in each measured iteration, in order.
   *
   * @throws IllegalArgumentException in one line, if the workload did not pass its value
   */
  List<Double> gauge() {
    BenchmarkResult fork = result.getBenchmarkResults().iterator().next();
    return fork.getIterationResults().stream().map(JmhResults::gauge).toList();
  }

  private static Double gauge(IterationResult iteration) {
    Result<?> gauge = iteration.getSecondaryResults().get(ForkProfiler.GAUGE);
    if (gauge == null) {
      throw new IllegalArgumentException("an iteration passed no value of its gauge");
    }
    return gauge.getScore();
  }

  /** JMH's own JSON, as its viewers read it, but without this machine's paths. */
  String json(List<String> jvmFlags) {
    RunResult published =
        new RunResult(withoutPaths(result.getParams(), jvmFlags), result.getBenchmarkResults());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, false, UTF_8)) {
      ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(List.of(published));
    }
    return bytes.toString(UTF_8);
  }

  private static BenchmarkParams withoutPaths(BenchmarkParams params, List<String> jvmFlags) {
    WorkloadParams workload = new WorkloadParams();
    int position = 0;
    for (String key : params.getParamsKeys()) {
      workload.put(key, params.getParam(key), position++);
    }
    return new BenchmarkParams(
        params.getBenchmark(),
        params.generatedBenchmark(),
        params.shouldSynchIterations(),
        params.getThreads(),
        params.getThreadGroups(),
        params.getThreadGroupLabels(),
        params.getForks(),
        params.getWarmupForks(),
        params.getWarmup(),
        params.getMeasurement(),
        params.getMode(),
        workload,
        params.getTimeUnit(),
        params.getOpsPerInvocation(),
        "java",
        jvmFlags,
        params.getJdkVersion(),
        params.getVmName(),
        params.getVmVersion(),
        params.getJmhVersion(),
        params.getTimeout());
  }
}
