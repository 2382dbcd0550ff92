package dev.heddle.harness.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.harness.plan.Iterations;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedCell;
import dev.heddle.harness.plan.PlannedFork;
import dev.heddle.harness.plan.StrategySpec;
import dev.heddle.harness.record.Adherence;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Observed;
import dev.heddle.harness.record.Status;
import dev.heddle.runtime.Pinning;
import dev.heddle.runtime.topology.Affinity;
import dev.heddle.runtime.topology.CpuList;
import dev.heddle.workloads.Distribution;
import dev.heddle.workloads.ForkProfiler;
import dev.heddle.workloads.LoadGenerator;
import dev.heddle.workloads.service.RequestSource;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs each fork as a real JMH fork of one benchmark, on CPUs chosen for it.
 *
 * <p>JMH starts the fork's JVM from the thread that calls it, and a child inherits the CPUs of the
 * thread that starts it. So the launching thread takes on the fork's CPUs before and its own after;
 * JMH's helper threads for this fork share the fork's CPUs, and sleep while it measures. What the
 * fork then finds itself on is read back and compared: see {@link Conditions}.
 */
public final class JmhLauncher implements ForkLauncher {
  /** JMH's own time-out must not come before the plan's. */
  private static final int TIMEOUT_FACTOR = 2;

  private static final double NANOS_PER_SECOND = 1e9;

  static {
    // JMH's lock is one per machine and in the way of runs on other CPUs; the doctor and the
    // manifest tell of load by others.
    System.setProperty("jmh.ignoreLock", "true");
  }

  private final Plan plan;
  private final RunFolder folder;
  private final List<Integer> cpuOrder;

  private volatile @Nullable Path inFlight;

  /**
   * A launcher for one run.
   *
   * @param cpuOrder the CPUs this process may use, in the order forks are given them
   */
  public JmhLauncher(Plan plan, RunFolder folder, List<Integer> cpuOrder) {
    this.plan = plan;
    this.folder = folder;
    this.cpuOrder = List.copyOf(cpuOrder);
  }

  @Override
  public Optional<ForkRecord> launch(PlannedFork fork) throws IOException {
    Path directory = folder.resolve("fork-" + fork.id());
    deleteFlat(directory); // of a harness that was killed
    Files.createDirectory(directory);
    inFlight = directory;
    try {
      return launch(fork, directory);
    } finally {
      inFlight = null;
      deleteFlat(directory);
    }
  }

  @Override
  public void kill() {
    Path directory = inFlight;
    if (directory != null) {
      ForkProcess.find(directory).ifPresent(ForkProcess::kill);
    }
  }

  private Optional<ForkRecord> launch(PlannedFork fork, Path directory) throws IOException {
    PlannedCell planned = plan.cellOf(fork);
    List<Integer> cpus = cpuOrder.subList(0, planned.cell().cores());
    Draft draft = new Draft(fork, planned, Instant.now());
    long start = System.nanoTime();
    List<Integer> own = Affinity.get();
    try (ForkLog log = new ForkLog(folder.resolve("logs/" + fork.id() + ".log"), directory);
        Watchdog watchdog =
            new Watchdog(directory, Duration.ofSeconds(plan.forkDeadlineSeconds()))) {
      Collection<RunResult> results = List.of();
      String failure = "";
      Affinity.set(cpus);
      try (PrintStream out = new PrintStream(log, true, UTF_8)) {
        Options options = options(planned, directory);
        results =
            new Runner(options, OutputFormatFactory.createFormatInstance(out, VerboseMode.NORMAL))
                .run();
      } catch (RunnerException e) {
        failure =
            log.outOfMemory().isEmpty()
                ? log.withoutPaths(Failures.reason(e))
                : "ran out of memory: " + log.outOfMemory();
      } finally {
        Affinity.set(own);
      }
      double wallSeconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
      String dump = watchdog.threadDumpIfHung();
      if (log.sawInterrupt()) {
        return Optional.empty();
      }
      return Optional.of(
          !dump.isEmpty()
              ? hung(draft, dump, wallSeconds)
              : !failure.isEmpty()
                  ? draft.unmeasured(Status.FAILED, named(planned.cell(), failure), wallSeconds)
                  : finished(
                      draft,
                      new Conditions(
                          cpus,
                          planned.cell().workers(),
                          workerCpus(planned.cell(), cpus),
                          othersThan(cpus).isEmpty() ? cpus : othersThan(cpus),
                          plan.collector(),
                          planned.jvmFlags()),
                      results,
                      directory,
                      wallSeconds));
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the launching thread", e);
    }
  }

  private ForkRecord hung(Draft draft, String dump, double wallSeconds) throws IOException {
    String file = "dumps/" + draft.fork.id() + ".txt";
    Files.createDirectories(folder.resolve("dumps"));
    folder.writeText(file, dump);
    return draft.unmeasured(
        Status.HUNG,
        named(
            draft.planned.cell(),
            "not over after %d s, killed; its threads: %s"
                .formatted(plan.forkDeadlineSeconds(), file)),
        wallSeconds);
  }

  private ForkRecord finished(
      Draft draft,
      Conditions conditions,
      Collection<RunResult> results,
      Path directory,
      double wallSeconds)
      throws IOException {
    JmhResults jmh;
    @Nullable List<Double> gauge;
    ForkReport report;
    try {
      jmh = new JmhResults(results);
      gauge = draft.planned.gauge() == null ? null : jmh.gauge();
      report = ForkReport.read(directory.resolve(ForkReport.FILE));
    } catch (IllegalArgumentException e) {
      return draft.unmeasured(
          Status.FAILED, named(draft.planned.cell(), String.valueOf(e.getMessage())), wallSeconds);
    }
    String id = draft.fork.id();
    String jmhFile = "jmh/" + id + ".json";
    folder.writeText(jmhFile, jmh.json(jvmFlags(draft.planned)));
    Map<String, String> distributions = new TreeMap<>();
    for (Distribution each : Distribution.values()) {
      Path left = directory.resolve(each.file());
      if (Files.exists(left)) {
        String kept = "hdr/%s-%s.hlog".formatted(id, each.label());
        folder.writeText(kept, Files.readString(left));
        distributions.put(each.label(), kept);
      }
    }
    for (String endpoint : report.endpoints()) {
      for (Distribution each : Distribution.values()) {
        Path left = directory.resolve(each.file(endpoint));
        if (Files.exists(left)) {
          String kept = "hdr/%s-%s.%s.hlog".formatted(id, each.label(), endpoint);
          folder.writeText(kept, Files.readString(left));
          distributions.put(each.label(endpoint), kept);
        }
      }
    }
    String otherConditions = conditions.violation(report.observed());
    String violation =
        otherConditions.isEmpty()
            ? Adherence.of(report.counters()).flatMap(Adherence::violation).orElse("")
            : otherConditions;
    return draft.measured(
        violation.isEmpty() ? Status.OK : Status.VOID,
        violation,
        wallSeconds,
        jmh.nanosPerUnit(),
        gauge,
        report,
        jmhFile,
        distributions);
  }

  private Options options(PlannedCell planned, Path directory) {
    Iterations iterations = plan.iterations();
    Cell cell = planned.cell();
    OptionsBuilder options = new OptionsBuilder();
    options
        .include("^" + Pattern.quote(planned.benchmark()) + "$")
        .forks(1)
        .warmupForks(0)
        .warmupIterations(iterations.warmupIterations())
        .warmupTime(TimeValue.milliseconds(iterations.warmupMillis()))
        .measurementIterations(iterations.measuredIterations())
        .measurementTime(TimeValue.milliseconds(iterations.measuredMillis()))
        .timeout(TimeValue.seconds(plan.forkDeadlineSeconds() * TIMEOUT_FACTOR))
        .timeUnit(TimeUnit.NANOSECONDS)
        .shouldFailOnError(true)
        .addProfiler(ForkProfiler.class)
        .addProfiler(OrphanGuard.class)
        .jvmArgs(jvmFlags(planned).toArray(String[]::new))
        .jvmArgsAppend(ownArguments(planned.cell(), directory))
        .param("workload", cell.workload())
        .param("strategy", StrategySpec.parse(cell.strategy()).strategy())
        .param("timer", cell.timer())
        .param("driver", cell.driver())
        .param("workers", Integer.toString(cell.workers()));
    cell.params().forEach((name, value) -> options.param(name, value.toString()));
    return options.build();
  }

  /** What its JVM is told that is not the same wherever the plan is carried out. */
  private String[] ownArguments(Cell cell, Path directory) {
    List<String> arguments = new ArrayList<>(List.of(ForkProcess.argument(directory)));
    List<Integer> others = othersThan(cpuOrder.subList(0, cell.cores()));
    if (!others.isEmpty()) {
      arguments.add("-D%s=%s".formatted(LoadGenerator.CPUS, CpuList.format(others)));
    }
    Path traces = folder.resolve(RunFolder.TRACES);
    if (Files.isDirectory(traces)) {
      arguments.add("-D%s=%s".formatted(RequestSource.DIRECTORY, traces.toAbsolutePath()));
    }
    return arguments.toArray(String[]::new);
  }

  /** The CPUs of this run that a fork does not get. */
  private List<Integer> othersThan(List<Integer> cpus) {
    return cpuOrder.subList(cpus.size(), cpuOrder.size());
  }

  /**
   * Where pinned workers must be found. The first CPUs of an order are in that order among
   * themselves, so the fork, which sees no others, goes by the same one.
   */
  private static List<Integer> workerCpus(Cell cell, List<Integer> cpus) {
    return cell.pinning() == Pinning.NONE
        ? List.of()
        : IntStream.range(0, cell.workers()).mapToObj(i -> cpus.get(i % cpus.size())).toList();
  }

  private List<String> jvmFlags(PlannedCell planned) {
    return Stream.concat(plan.jvmFlags().stream(), planned.jvmFlags().stream()).toList();
  }

  /** A reason that names its workload, as the workload's own message does already. */
  private static String named(Cell cell, String reason) {
    return reason.startsWith(cell.workload() + ":") ? reason : cell.workload() + ": " + reason;
  }

  private static void deleteFlat(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
        for (Path file : files) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
    }
  }

  /** A fork's record in the making: all that is known before it ends. */
  private record Draft(PlannedFork fork, PlannedCell planned, Instant startedAt) {

    ForkRecord unmeasured(Status status, String note, double wallSeconds) {
      return record(
          status, note, wallSeconds, List.of(), null, 0, 0, 0, Map.of(), null, null, Map.of());
    }

    ForkRecord measured(
        Status status,
        String note,
        double wallSeconds,
        List<Double> nanosPerUnit,
        @Nullable List<Double> gauge,
        ForkReport report,
        String jmh,
        Map<String, String> distributions) {
      return record(
          status,
          note,
          wallSeconds,
          nanosPerUnit,
          gauge,
          report.units(),
          report.cpuNanos(),
          report.allocatedBytes(),
          report.counters(),
          report.observed(),
          jmh,
          distributions);
    }

    private ForkRecord record(
        Status status,
        String note,
        double wallSeconds,
        List<Double> nanosPerUnit,
        @Nullable List<Double> gauge,
        long units,
        long cpuNanos,
        long allocatedBytes,
        Map<String, Long> counters,
        @Nullable Observed observed,
        @Nullable String jmh,
        Map<String, String> distributions) {
      return new ForkRecord(
          ForkRecord.SCHEMA,
          fork.id(),
          fork.block(),
          fork.order(),
          planned.cell(),
          fork.twin(),
          status,
          note,
          startedAt.truncatedTo(ChronoUnit.MILLIS).toString(),
          wallSeconds,
          planned.unit(),
          nanosPerUnit,
          units,
          cpuNanos,
          allocatedBytes,
          counters,
          observed,
          distributions.get(Distribution.SCHEDULING.label()),
          jmh,
          gauge,
          null,
          distributions);
    }
  }
}
