package dev.heddle.harness.report;

import dev.heddle.harness.host.Finding;
import dev.heddle.harness.host.HostFacts;
import dev.heddle.harness.plan.Iterations;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.StrategySpec;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Observed;
import dev.heddle.harness.stats.RunResult;
import dev.heddle.harness.stats.SignFlip;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What stands above the tables: where the numbers come from and how to read them. Plain lines; the
 * caller makes bullets or not.
 */
final class Preamble {
  private Preamble() {}

  static List<String> lines(
      Plan plan, List<ForkRecord> forks, @Nullable HostFacts host, String code) {
    List<String> lines = new ArrayList<>();
    lines.add("host: %s, %s".formatted(plan.hostLabel(), host == null ? "not recorded" : of(host)));
    lines.add("JVM of the forks: " + observed(forks, Observed::jvm));
    lines.add("flags of the forks: " + String.join(" ", plan.jvmFlags()));
    plan.cells().stream()
        .flatMap(planned -> StrategySpec.parse(planned.cell().strategy()).variants().stream())
        .distinct()
        .sorted()
        .forEach(variant ->
            lines.add("forks of @%s: also %s".formatted(variant.label(), variant.flag())));
    lines.addAll(drivers(forks));
    lines.add("code: " + code);
    Iterations iterations = plan.iterations();
    lines.add(
        "profile %s: %d %s in random order (seed %d), each fork %d x %d ms of warm-up and %d x %d ms measured; %d of %d forks recorded"
            .formatted(
                plan.profile(),
                plan.blocks(),
                plan.blocks() == 1 ? "block" : "blocks",
                plan.seed(),
                iterations.warmupIterations(),
                iterations.warmupMillis(),
                iterations.measuredIterations(),
                iterations.measuredMillis(),
                forks.size(),
                plan.forks().size()));
    lines.add(
        "score: ns per unit of work, or what else the column names, less is better; geometric mean over the forks of each fork's mean; [95 %% interval over blocks, from %d on]"
            .formatted(RunResult.INTERVAL_BLOCKS));
    lines.add(
        "ratio: to %s in the same block; below 1 is faster (or less, where the score is not time), above 1 slower (more)"
            .formatted(baseline(plan)));
    lines.add(
        "verdict: from %d blocks on, a word if the interval, widened for the number of rows in its table (Holm), lies wholly outside the band of no difference, or wholly within 3 %% of 1 (same)"
            .formatted(RunResult.INTERVAL_BLOCKS));
    lines.add(
        "p, S: from %d blocks on, the sign-flip p of no difference, by itself, and the share of blocks in which the strategy was faster"
            .formatted(SignFlip.MINIMAL_BLOCKS));
    lines.add(
        "latency: ns from runnable to running, sampled, all forks' histograms merged; a quantile is shown only with 100 samples beyond it");
    if (plan.cells().stream().anyMatch(planned -> planned.cell().hasDriver())) {
      lines.add(
          "response: from the time a request was due, by the load generator, a process beside the server; CPU: of either whole process while the generator was at work; busy: the share of its CPUs that the server used then, and how many CPUs the generator used, of which its one worker can use one and its compiler and collector the rest; context switches: voluntary ones, in which a thread of the server waited");
    }
    lines.add(
        "–: not known, or not enough data to say; a cell with a failed or hung fork has no numbers");
    return lines;
  }

  /** What the forks say that each driver was given, each different text once. */
  private static List<String> drivers(List<ForkRecord> forks) {
    Map<String, Set<String>> obtained = new TreeMap<>();
    for (ForkRecord fork : forks) {
      Observed observed = fork.observed();
      if (observed != null && !observed.driver().isEmpty()) {
        obtained
            .computeIfAbsent(fork.cell().driver(), driver -> new TreeSet<>())
            .add(observed.driver());
      }
    }
    return obtained.entrySet().stream()
        .map(driver ->
            "driver %s: %s".formatted(driver.getKey(), String.join(" or ", driver.getValue())))
        .toList();
  }

  private static String baseline(Plan plan) {
    String names =
        Stream.of(plan.baseline(), plan.baselineTimer(), plan.baselineDriver())
            .filter(name -> !name.equals(Cell.NONE))
            .collect(Collectors.joining(" with "));
    return names.isEmpty() ? "itself" : names;
  }

  /** Why no row is controlled, and what this host cannot show. */
  static List<String> caveats(@Nullable HostFacts host) {
    if (host == null) {
      return List.of("uncontrolled: the host's facts were not recorded with this run");
    }
    List<String> lines = new ArrayList<>();
    for (Finding finding : Finding.failedGates(host)) {
      lines.add("uncontrolled: " + text(finding));
    }
    for (Finding finding : Finding.of(host)) {
      if (finding.warn() && !finding.gate()) {
        lines.add("not shown here: " + text(finding));
      }
    }
    return lines;
  }

  static @Nullable List<String> failedGates(@Nullable HostFacts host) {
    return host == null ? null : Finding.failedGates(host).stream().map(Preamble::text).toList();
  }

  private static String text(Finding finding) {
    return "%s: %s (%s)".formatted(finding.fact(), finding.value(), finding.meaning());
  }

  private static String of(HostFacts host) {
    return "%s, %d CPUs, kernel %s"
        .formatted(
            Objects.requireNonNullElse(host.cpu().model(), host.cpu().architecture()),
            host.cpu().online(),
            Objects.requireNonNullElse(host.kernel().release(), "not visible"));
  }

  private static String observed(List<ForkRecord> forks, Function<Observed, String> fact) {
    String found =
        forks.stream()
            .map(ForkRecord::observed)
            .filter(Objects::nonNull)
            .map(fact)
            .distinct()
            .sorted()
            .collect(Collectors.joining(" and "));
    return found.isEmpty() ? "none has reported" : found;
  }
}
