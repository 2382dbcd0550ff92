package dev.heddle.harness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.plan.Catalogue;
import dev.heddle.harness.plan.ChosenDriver;
import dev.heddle.harness.plan.ChosenStrategy;
import dev.heddle.harness.plan.ChosenTimer;
import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.plan.PlannedCell;
import dev.heddle.harness.plan.Scale;
import dev.heddle.harness.plan.WorkerCount;
import dev.heddle.harness.plugin.Plugin;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.ForkRecord;
import dev.heddle.harness.record.Json;
import dev.heddle.harness.record.Observed;
import dev.heddle.harness.record.Status;
import dev.heddle.harness.run.RunFolder;
import dev.heddle.runtime.Pinning;
import dev.heddle.runtime.spi.StrategyProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a run can be gone on with as asked: options that were given must say what the plan says,
 * and the code and the host must be able to continue the same experiment. Every method throws
 * {@link BadInput} if not.
 */
final class Resumption {
  private final RunFolder folder;
  private final Plan plan;

  Resumption(RunFolder folder, Plan plan) {
    this.folder = folder;
    this.plan = plan;
  }

  Resumption requireSame(String option, @Nullable Object given, Function<Plan, Object> planned) {
    if (given != null) {
      compare(option, given, given, planned.apply(plan));
    }
    return this;
  }

  <T extends Comparable<T>> Resumption requireSameOfCells(
      String option, @Nullable List<T> given, Function<Cell, T> part) {
    if (given != null) {
      compare(option, given, new TreeSet<>(given), planned(part));
    }
    return this;
  }

  /** The same strategies in whatever words, beside the baseline, which is always among them. */
  Resumption requireSameStrategies(@Nullable List<String> given, Catalogue catalogue) {
    if (given != null) {
      NavigableSet<String> specs = new TreeSet<>(List.of(plan.baseline()));
      given.stream()
          .flatMap(words -> catalogue.strategies(words).stream())
          .map(ChosenStrategy::spec)
          .forEach(specs::add);
      compare("--strategies", given, specs, planned(Cell::hasRuntime, Cell::strategy));
    }
    return this;
  }

  /** The same timers in whatever words, beside the baseline, which is always among them. */
  Resumption requireSameTimers(@Nullable List<String> given, Catalogue catalogue) {
    if (given != null) {
      NavigableSet<String> specs = new TreeSet<>(List.of(plan.baselineTimer()));
      given.stream()
          .flatMap(words -> catalogue.timers(words).stream())
          .map(ChosenTimer::spec)
          .forEach(specs::add);
      compare("--timers", given, specs, planned(Cell::hasTimer, Cell::timer));
    }
    return this;
  }

  /**
   * The same drivers in whatever words, beside the baseline, which is always among them; each as
   * the strategies have it.
   */
  Resumption requireSameDrivers(@Nullable List<String> given, Catalogue catalogue) {
    if (given != null) {
      List<ChosenDriver> chosen =
          given.stream().flatMap(words -> catalogue.drivers(words).stream()).toList();
      NavigableSet<String> specs = new TreeSet<>();
      if (plan.baselineDriver().equals(Cell.NONE)) {
        chosen.forEach(driver -> specs.add(driver.spec())); // none of which the plan has
      }
      for (PlannedCell planned : plan.cells()) {
        Cell cell = planned.cell();
        if (cell.hasDriver()) {
          chosen.forEach(driver -> specs.add(under(cell.strategy(), driver, catalogue)));
          if (isBaselineDriver(cell, catalogue)) {
            specs.add(cell.driver());
          }
        }
      }
      compare("--drivers", given, specs, planned(Cell::hasDriver, Cell::driver));
    }
    return this;
  }

  /**
   * Whether a cell may have its driver for the baseline's sake. The plan has that as the baseline's
   * strategy has it; another one may have had to place it elsewhere.
   */
  private boolean isBaselineDriver(Cell cell, Catalogue catalogue) {
    String baseline = plan.baselineDriver();
    return Stream.of(baseline, baseline.replace(":placement=dedicated", ""))
        .map(words -> catalogue.driver("--baseline-driver", words))
        .flatMap(driver -> Stream.of(driver.spec(), under(cell.strategy(), driver, catalogue)))
        .anyMatch(cell.driver()::equals);
  }

  /** The same baseline driver, as the baseline strategy has it. */
  Resumption requireSameBaselineDriver(@Nullable String given, Catalogue catalogue) {
    if (given != null) {
      ChosenDriver driver = catalogue.driver("--baseline-driver", given);
      compare(
          "--baseline-driver",
          given,
          plan.baseline().equals(Cell.NONE)
              ? driver.spec()
              : under(plan.baseline(), driver, catalogue),
          plan.baselineDriver());
    }
    return this;
  }

  private static String under(String strategy, ChosenDriver driver, Catalogue catalogue) {
    return driver.under(catalogue.strategies(strategy).getFirst().provider()).spec();
  }

  /**
   * Whether io_uring may be tried is in the flags of the plan's forks: where it must not, a run
   * that was planned to try it cannot go on.
   */
  Resumption requireSameUring(@Nullable String given) {
    String flag = "-Dheddle.uring=" + given;
    if (given != null && !plan.jvmFlags().contains(flag)) {
      throw new BadInput(
          flag
              + " does not go with --resume of a run that was planned without it; start a new one");
    }
    return this;
  }

  /** The same values of a scale, of the workloads that have it. */
  Resumption requireSameScale(Scale scale, List<Object> given) {
    NavigableSet<Object> values = new TreeSet<>();
    for (PlannedCell planned : plan.cells()) {
      Object value = planned.cell().params().get(scale.param());
      if (value != null) {
        values.add(value);
      }
    }
    compare(scale.option(), given, new TreeSet<>(given), values);
    return this;
  }

  /** The same pinning, of the cells that have workers. */
  Resumption requireSamePinning(@Nullable Pinning given) {
    if (given != null) {
      compare(
          "--pin",
          given.label(),
          new TreeSet<>(List.of(given.label())),
          planned(Cell::hasRuntime, cell -> cell.pinning().label()));
    }
    return this;
  }

  /** The same numbers of workers, where a strategy may have fewer than it is asked for. */
  Resumption requireSameWorkers(@Nullable List<WorkerCount> given, Catalogue catalogue) {
    if (given != null) {
      NavigableSet<Integer> workers = new TreeSet<>();
      for (PlannedCell planned : plan.cells()) {
        Cell cell = planned.cell();
        if (cell.hasRuntime()) {
          StrategyProvider provider = catalogue.strategies(cell.strategy()).getFirst().provider();
          given.forEach(
              asked -> workers.add(provider.workers(asked.on(cell.cores()), cell.cores())));
        }
      }
      compare("--workers", given, workers, planned(Cell::hasRuntime, Cell::workers));
    }
    return this;
  }

  Resumption requireCpus(int cpus) {
    int most = planned(Cell::cores).last();
    if (most > cpus) {
      throw new BadInput(
          "the run in '%s' needs %d CPUs and may use %d here; go on where it was started"
              .formatted(folder.path(), most, cpus));
    }
    return this;
  }

  /** Blocks measured on other CPUs are not one experiment either. */
  Resumption requireCpuOrder(List<Integer> order) throws IOException {
    for (ForkRecord fork : folder.readForks().records()) {
      Observed observed = fork.observed();
      if (fork.status() == Status.OK && observed != null) {
        List<Integer> here = order.subList(0, fork.cell().cores()).stream().sorted().toList();
        if (!observed.affinity().equals(here)) {
          throw new BadInput(
              "the run in '%s' was on CPUs %s and would go on on %s; allow it the same ones"
                  .formatted(folder.path(), text(observed.affinity()), text(here)));
        }
      }
    }
    return this;
  }

  private JsonNode manifest() throws IOException {
    Path file = folder.resolve(Manifest.FILE);
    return Files.exists(file)
        ? Json.MAPPER.readTree(file.toFile())
        : Json.MAPPER.createObjectNode();
  }

  /** Nor are blocks measured with other plugins, or with another build of one. */
  Resumption requirePlugins(List<Plugin> given) throws IOException {
    List<Plugin> then = new ArrayList<>();
    for (JsonNode plugin : manifest().path("plugins")) {
      then.add(Json.MAPPER.treeToValue(plugin, Plugin.class));
    }
    if (!hashes(given).equals(hashes(then))) {
      throw new BadInput(
          "the run in '%s' was made with %s and this is with %s; give the same --plugins to go on"
              .formatted(folder.path(), names(then), names(given)));
    }
    return this;
  }

  private static Set<String> hashes(List<Plugin> plugins) {
    return plugins.stream().map(Plugin::sha256).collect(Collectors.toSet());
  }

  private static String names(List<Plugin> plugins) {
    return plugins.isEmpty()
        ? "no plugin"
        : plugins.stream().map(Plugin::toString).collect(Collectors.joining(" and "));
  }

  /** Blocks measured by two versions are not one experiment. */
  Resumption requireVersion(@Nullable String commit) throws IOException {
    if (commit != null) {
      String then = manifest().at("/git/commit").asText(commit);
      if (!then.equals(commit)) {
        throw new BadInput(
            "the run in '%s' was made by commit %s and this is %s; check that one out to go on"
                .formatted(folder.path(), then, commit));
      }
    }
    return this;
  }

  private <T extends Comparable<T>> NavigableSet<T> planned(Function<Cell, T> part) {
    return planned(cell -> true, part);
  }

  private <T extends Comparable<T>> NavigableSet<T> planned(
      Predicate<Cell> which, Function<Cell, T> part) {
    NavigableSet<T> values = new TreeSet<>();
    plan.cells().stream().map(PlannedCell::cell).filter(which).map(part).forEach(values::add);
    return values;
  }

  private static void compare(String option, Object typed, Object meant, Object planned) {
    if (!meant.equals(planned)) {
      throw new BadInput(
          "%s was %s, but the run to go on with has %s; leave the option out"
              .formatted(option, text(typed), text(planned)));
    }
  }

  private static String text(Object value) {
    if (value instanceof Collection<?> nothing && nothing.isEmpty()) {
      return "none";
    }
    return value instanceof Collection<?> several
        ? String.join(",", several.stream().map(String::valueOf).toList())
        : value.toString();
  }
}
