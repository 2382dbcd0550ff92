package dev.heddle.harness;

import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.plan.Catalogue;
import dev.heddle.harness.plan.Listed;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.Planner;
import dev.heddle.harness.plan.Profile;
import dev.heddle.harness.plan.Request;
import dev.heddle.harness.plan.Scale;
import dev.heddle.harness.plan.WorkerCount;
import dev.heddle.harness.plugin.PluginsOption;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.run.HostCpus;
import dev.heddle.harness.run.HostMemory;
import dev.heddle.harness.run.RunFolder;
import dev.heddle.runtime.Pinning;
import java.io.Closeable;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes a plan and carries it out, or goes on with one. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Runs strategies against workloads and draws the tables. The default command.")
final class RunCommand implements Callable<Integer> {
  private static final DateTimeFormatter FOLDER_TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  @Spec private CommandSpec spec;

  @Mixin private PluginsOption plugins;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "smoke, quick, standard or publish: how much time to take (default: quick).")
  private @Nullable String profile;

  @Option(
      names = "--strategies",
      paramLabel = "NAME",
      description =
          "Strategies, with options, each with one value or several (work-stealing:ring=64/256), and JVM variants (@metrics=off) if wanted.")
  private @Nullable List<String> strategies;

  @Option(names = "--workloads", paramLabel = "NAME", description = "Workloads.")
  private @Nullable List<String> workloads;

  @Option(
      names = "--timers",
      paramLabel = "NAME",
      description =
          "Timers, with options as strategies have them (default: without a runtime all, else "
              + Request.DEFAULT_BASELINE_TIMER
              + ").")
  private @Nullable List<String> timers;

  @Option(
      names = "--sizes",
      paramLabel = "N",
      description = "How large a workload is, such as how many active timers (default: its own).")
  private @Nullable List<String> sizes;

  @Option(
      names = "--drivers",
      paramLabel = "NAME",
      description =
          "I/O drivers, with options as strategies have them (selector:placement=shared/dedicated; default: "
              + Request.DEFAULT_BASELINE_DRIVER
              + ").")
  private @Nullable List<String> drivers;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "How many connections a workload with sockets has (default: its own).")
  private @Nullable List<String> connections;

  @Option(
      names = "--payloads",
      paramLabel = "N",
      description = "How many bytes its requests have (default: its own).")
  private @Nullable List<String> payloads;

  @Option(
      names = "--requests",
      paramLabel = "NAME",
      description =
          "What an open loop asks for: a mix of requests (tpcc), the same in bursts (tpcc:bursty), or recorded ones (replay=FILE; default: its own).")
  private @Nullable List<String> requests;

  @Option(
      names = "--loads",
      paramLabel = "PERCENT",
      description =
          "How much it asks for, in percent of each strategy's own peak (default: its own).")
  private @Nullable List<String> loads;

  @Option(
      names = "--rates",
      paramLabel = "N",
      description = "How much it asks for, in requests a second, instead or besides.")
  private @Nullable List<String> rates;

  @Option(
      names = "--all",
      description = "What is not named means everything, not the headline set.")
  private boolean all;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "Numbers of CPUs (default: 1 and the powers of two up to the machine).")
  private @Nullable List<String> cores;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description =
          "Numbers of workers, or multiples of the cores, such as 1x,2x,4x (default: 1x).")
  private @Nullable List<String> workers;

  @Option(
      names = "--pin",
      paramLabel = "TO",
      description =
          "cores: hold each worker to one CPU, physical cores first; none (default): do not.")
  private @Nullable String pin;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      description = "How often to run each cell (default: by profile).")
  private @Nullable Integer blocks;

  @Option(
      names = "--baseline",
      paramLabel = "NAME",
      description =
          "What the others are compared with (default: " + Request.DEFAULT_BASELINE + ").")
  private @Nullable String baseline;

  @Option(
      names = "--baseline-timer",
      paramLabel = "NAME",
      description =
          "What other timers are compared with (default: " + Request.DEFAULT_BASELINE_TIMER + ").")
  private @Nullable String baselineTimer;

  @Option(
      names = "--baseline-driver",
      paramLabel = "NAME",
      description =
          "What other drivers are compared with (default: "
              + Request.DEFAULT_BASELINE_DRIVER
              + ").")
  private @Nullable String baselineDriver;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random order (default: a new one, which plan.json keeps).")
  private @Nullable Long seed;

  @Option(
      names = "--fork-deadline",
      paramLabel = "SECONDS",
      description =
          "When a fork counts as hung (default: ten times its planned time, 60 at least).")
  private @Nullable Integer forkDeadline;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where to put the run's folder (default: runs).")
  private @Nullable Path out;

  @Option(
      names = "--host-label",
      paramLabel = "LABEL",
      description = "What to call this host (default: such as 2cpu-linux-x86_64).")
  private @Nullable String hostLabel;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Go on with the run in this folder; its plan holds.")
  private @Nullable Path resume;

  @Override
  public Integer call() throws Exception {
    return plugins.run(spec, Main.class, this::run);
  }

  private int run() throws IOException {
    HostCpus cpus = HostCpus.read();
    requireOwnFlags(System.getenv());
    RunFolder folder = resume == null ? start(cpus) : RunFolder.open(resume);
    try (Closeable lock = folder.lock()) {
      if (resume != null) {
        requireSamePlan(folder, cpus);
      }
      return new Run(folder, cpus, isTerminal(), spec.commandLine()).carryOut();
    }
  }

  /** A fork runs with the flags in its plan and no others, so the JVM's own back doors are shut. */
  static void requireOwnFlags(Map<String, String> environment) {
    for (String variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
      if (!environment.getOrDefault(variable, "").isBlank()) {
        throw new BadInput(
            variable
                + " is set and would change the JVM of every fork behind the record's back; unset it");
      }
    }
  }

  private RunFolder start(HostCpus cpus) throws IOException {
    Request request =
        new Request(
            Profile.of(profile == null ? Profile.QUICK.label() : profile),
            orNone(Listed.names("--strategies", strategies)),
            orNone(Listed.names("--workloads", workloads)),
            orNone(Listed.names("--timers", timers)),
            orNone(Listed.names("--drivers", drivers)),
            scales(),
            all,
            orNone(Listed.numbers("--cores", cores, cpus.order().size())),
            orNone(WorkerCount.read("--workers", workers)),
            pin == null ? Pinning.NONE : pinning(pin),
            Optional.ofNullable(blocks),
            Optional.ofNullable(baseline),
            Optional.ofNullable(baselineTimer),
            Optional.ofNullable(baselineDriver),
            Optional.ofNullable(forkDeadline).map(RunCommand::deadline));
    Plan plan =
        new Planner(Catalogue.ofClassPath(), cpus.order().size(), HostMemory.bytes())
            .plan(
                request,
                HostLabel.of(hostLabel, cpus.order().size()),
                seed == null ? RandomSource.createLong() : seed);
    if (out != null && out.toString().isBlank()) {
      throw new BadInput("--out is empty; name a folder, or leave the option out for runs/");
    }
    Instant now = Instant.now();
    String name = "%s-%s-%s".formatted(FOLDER_TIME.format(now), plan.hostLabel(), plan.profile());
    RunFolder folder = RunFolder.create((out == null ? Path.of("runs") : out).resolve(name), plan);
    if (requests != null) {
      Recordings.copy(requests, folder);
    }
    folder.writeJson(
        Manifest.FILE,
        Manifest.of(plan, now.truncatedTo(ChronoUnit.SECONDS).toString(), plugins.plugins()));
    return folder;
  }

  /** The values that were given for each scale; nothing for one that was not. */
  private Map<Scale, List<Object>> scales() {
    Map<Scale, List<Object>> scales = new EnumMap<>(Scale.class);
    for (Scale scale : Scale.values()) {
      List<Object> values = scale.read(typed(scale));
      if (values != null) {
        scales.put(scale, values);
      }
    }
    return scales;
  }

  private @Nullable List<String> typed(Scale scale) {
    return switch (scale) {
      case SIZE -> sizes;
      case CONNECTIONS -> connections;
      case PAYLOAD -> payloads;
      case REQUESTS -> requests == null ? null : Recordings.names(requests);
      case LOAD -> loads;
      case RATE -> rates;
    };
  }

  private static Pinning pinning(String label) {
    try {
      return Pinning.of(label);
    } catch (IllegalArgumentException e) {
      throw new BadInput("--" + e.getMessage(), e);
    }
  }

  private static Duration deadline(int seconds) {
    if (seconds < 1) {
      throw new BadInput("--fork-deadline was " + seconds + "; allowed is 1 or more seconds");
    }
    return Duration.ofSeconds(seconds);
  }

  private static void refuseWithResume(String option, boolean given) {
    if (given) {
      throw new BadInput(option + " does not go with --resume; the plan in the folder holds");
    }
  }

  private void requireSamePlan(RunFolder folder, HostCpus cpus) throws IOException {
    refuseWithResume("--all", all);
    refuseWithResume("--out", out != null);
    Catalogue catalogue = Catalogue.ofClassPath();
    Resumption resumption = new Resumption(folder, folder.readPlan());
    resumption.requireSameUring(System.getProperty("heddle.uring"));
    scales().forEach(resumption::requireSameScale);
    resumption
        .requireSame("--profile", profile, Plan::profile)
        .requireSame("--blocks", blocks, Plan::blocks)
        .requireSame(
            "--baseline",
            baseline == null ? null : catalogue.strategy("--baseline", baseline).spec(),
            Plan::baseline)
        .requireSame(
            "--baseline-timer",
            baselineTimer == null
                ? null
                : catalogue.timer("--baseline-timer", baselineTimer).spec(),
            Plan::baselineTimer)
        .requireSameBaselineDriver(baselineDriver, catalogue)
        .requireSame("--seed", seed, Plan::seed)
        .requireSame("--host-label", hostLabel, Plan::hostLabel)
        .requireSame(
            "--fork-deadline",
            forkDeadline == null ? null : Long.valueOf(forkDeadline),
            Plan::forkDeadlineSeconds)
        .requireSameStrategies(Listed.names("--strategies", strategies), catalogue)
        .requireSameTimers(Listed.names("--timers", timers), catalogue)
        .requireSameOfCells("--workloads", Listed.names("--workloads", workloads), Cell::workload)
        .requireSameDrivers(Listed.names("--drivers", drivers), catalogue)
        .requireSameOfCells(
            "--cores", Listed.numbers("--cores", cores, cpus.order().size()), Cell::cores)
        .requireSameWorkers(WorkerCount.read("--workers", workers), catalogue)
        .requireSamePinning(pin == null ? null : pinning(pin))
        .requireCpus(cpus.order().size())
        .requireCpuOrder(cpus.order())
        .requireVersion(Git.own().commit())
        .requirePlugins(plugins.plugins());
  }

  private static <T> List<T> orNone(@Nullable List<T> values) {
    return values == null ? List.of() : values;
  }

  /** Whether somebody watches: standard input and output both are a terminal. */
  @SuppressWarnings(
      "SystemConsoleNull") // null again since JDK 25, whose console is the built-in one
  static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }
}
