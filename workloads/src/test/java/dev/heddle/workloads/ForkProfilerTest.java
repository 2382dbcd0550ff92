package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs JMH itself, within this JVM and for moments only: no figure here is a measurement. */
class ForkProfilerTest {
  private static final int ITERATIONS = 2;
  private static final long MOST_POLLS_PER_TURN = 61;

  @TempDir Path directory;

  @BeforeEach
  void nameTheDirectory() {
    System.setProperty("heddle.fork.dir", directory.toString());
  }

  @AfterEach
  void forgetTheDirectory() {
    System.clearProperty("heddle.fork.dir");
  }

  @Test
  void unitsAreAllOperationsOfTheMeasuredIterationsAndNoneOfTheWarmUp() throws Exception {
    CountedWork.POLLS.set(0);
    run("CountedWork.countedWork", "test-plain", 1);
    Properties fork = properties();
    long units = Long.parseLong(fork.getProperty("units"));
    assertThat(units).isPositive().isLessThan(CountedWork.POLLS.get());
    assertThat(units % CountedWork.TASKS).isZero();
    assertPollsAreAbout(units);
  }

  @Test
  void withoutWarmUpNeitherTheBuildingNorTheClosingOfTheRuntimeIsCounted() throws Exception {
    CountedWork.POLLS.set(0);
    run("CountedWork.countedWork", "test-plain", 0);
    assertThat(properties()).containsEntry("units", String.valueOf(CountedWork.POLLS.get()));
    assertPollsAreAbout(CountedWork.POLLS.get());
  }

  /** A turn of the one worker is counted when it ends: a moment after an iteration does. */
  private void assertPollsAreAbout(long units) throws Exception {
    long slack = ITERATIONS * MOST_POLLS_PER_TURN;
    assertThat(Long.parseLong(properties().getProperty("counter.polls")))
        .isBetween(units - slack, units + slack);
  }

  @Test
  void theForkSaysWhatItFoundWhenItLookedAround() throws Exception {
    run("PingPong.pingPong", "test-plain", 0);
    assertThat(properties())
        .containsEntry("observed.workers", "1")
        .containsEntry("observed.workerCpus", "")
        .containsEntry(
            "observed.availableProcessors",
            String.valueOf(Runtime.getRuntime().availableProcessors()))
        .containsEntry("observed.maxHeapBytes", String.valueOf(Runtime.getRuntime().maxMemory()))
        .containsKeys(
            "cpuNanos",
            "allocatedBytes",
            "observed.affinity",
            "observed.liveThreads",
            "observed.jvm",
            "observed.jvmFlags",
            "observed.collectors",
            "counter.requeues",
            "counter.parks",
            "counter.unparks",
            "counter.stealOperations",
            "counter.steals",
            "counter.overflows");
    assertThat(Long.parseLong(properties().getProperty("allocatedBytes"))).isPositive();
  }

  @Test
  void theHistogramLogHoldsOneIntervalPerMeasuredIteration() throws Exception {
    run("PingPong.pingPong", "test-plain", 1);
    List<EncodableHistogram> intervals = intervals();
    assertThat(intervals).hasSize(ITERATIONS);
    assertThat(count(intervals)).isEqualTo(properties().getProperty("latency.count"));
    assertThat(intervals.get(1).getStartTimeStamp())
        .isGreaterThanOrEqualTo(intervals.get(0).getEndTimeStamp());
    assertThat(Files.readString(directory.resolve(Distribution.SCHEDULING.file())))
        .contains(
            "workload ping-pong, driver none, pin none, strategy test-plain, timer none, workers 1");
  }

  @Test
  void whatALoadGeneratorSawIsKeptBesideWhatTheServerSpent() throws Exception {
    new Runner(
            options("Echo.closed", "test-plain", 0)
                .param("driver", "selector")
                .param("connections", "4")
                .build())
        .runSingle();
    Properties fork = properties();
    assertThat(fork)
        .containsKeys(
            "counter.io.systemCalls",
            "counter.io.waits",
            "counter.load.wallNanos",
            "counter.load.cpuNanos",
            "counter.os.contextSwitches")
        .hasEntrySatisfying(
            "observed.driver",
            obtained ->
                assertThat(obtained.toString()).startsWith("1 event loop, one for each worker; "))
        .containsEntry("observed.loadCpus", fork.getProperty("observed.affinity"));
    assertThat(fork.getProperty("observed.loadDriver")).isIn("io-uring", "selector");
    for (Distribution what :
        List.of(Distribution.RESPONSE, Distribution.SERVICE, Distribution.SEND_LAG)) {
      List<EncodableHistogram> intervals = intervals(what);
      assertThat(intervals).hasSize(ITERATIONS);
      assertThat(count(intervals)).isEqualTo(fork.getProperty("units"));
    }
    assertThat(directory.resolve(Distribution.LATENESS.file())).doesNotExist();
  }

  @Test
  void jmhShowsThePercentilesOfAllMeasuredIterationsTogether() throws Exception {
    RunResult result = run("PingPong.pingPong", "test-plain", 0);
    Histogram all = new Histogram(3);
    intervals().forEach(interval -> all.add((Histogram) interval));
    assertThat(result.getSecondaryResults())
        .containsKeys("cpu", "allocated", "steals", "parks", "scheduling.latency");
    assertThat(score(result, "scheduling.latency:p50")).isEqualTo(all.getValueAtPercentile(50));
    assertThat(score(result, "scheduling.latency:p99")).isEqualTo(all.getValueAtPercentile(99));
    assertThat(score(result, "scheduling.latency:p99.9")).isEqualTo(all.getValueAtPercentile(99.9));
    assertThat(score(result, "scheduling.latency:max")).isEqualTo(all.getMaxValue());
  }

  @Test
  void aGaugesMeanIsAmongJmhsResultsInTheGaugesUnit() throws Exception {
    Result<?> gauge =
        Objects.requireNonNull(
            run("CountedWork.gauge", "test-plain", 0).getSecondaryResults().get("gauge"));
    assertThat(gauge.getScore()).isEqualTo(7);
    assertThat(gauge.getScoreUnit()).isEqualTo("B/call");
  }

  private static long score(RunResult result, String label) {
    return Math.round(Objects.requireNonNull(result.getSecondaryResults().get(label)).getScore());
  }

  @Test
  void jmhStopsAtAStrategyThatDoublesTasksAndTheMessageNamesTheWorkload() {
    assertThatThrownBy(() -> run("PingPong.pingPong", "test-doubling", 0))
        .isInstanceOf(RunnerException.class)
        .hasStackTraceContaining("WorkloadFailure: ping-pong: expected ");
  }

  private static RunResult run(String benchmark, String strategy, int warmUps)
      throws RunnerException {
    return new Runner(options(benchmark, strategy, warmUps).build()).runSingle();
  }

  private static ChainedOptionsBuilder options(String benchmark, String strategy, int warmUps) {
    return new OptionsBuilder()
        .include("\\." + benchmark + "$")
        .param("strategy", strategy)
        .forks(0)
        .warmupIterations(warmUps)
        .warmupTime(TimeValue.milliseconds(50))
        .measurementIterations(ITERATIONS)
        .measurementTime(TimeValue.milliseconds(50))
        .addProfiler(ForkProfiler.class)
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT);
  }

  private Properties properties() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(directory.resolve(ForkFiles.PROPERTIES))) {
      properties.load(in);
    }
    return properties;
  }

  private List<EncodableHistogram> intervals() throws IOException {
    return intervals(Distribution.SCHEDULING);
  }

  private List<EncodableHistogram> intervals(Distribution what) throws IOException {
    List<EncodableHistogram> intervals = new ArrayList<>();
    HistogramLogReader reader = new HistogramLogReader(directory.resolve(what.file()).toFile());
    while (reader.hasNext()) {
      intervals.add(reader.nextIntervalHistogram());
    }
    reader.close();
    return intervals;
  }

  private static String count(List<EncodableHistogram> intervals) {
    return String.valueOf(
        intervals.stream().mapToLong(interval -> ((Histogram) interval).getTotalCount()).sum());
  }
}
