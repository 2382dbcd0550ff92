package dev.heddle.harness.plan;

import dev.heddle.runtime.NoDriver;
import dev.heddle.runtime.NoTimer;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.StrategyProvider;
import dev.heddle.runtime.spi.TimerProvider;
import dev.heddle.workloads.WorkloadCatalog;
import dev.heddle.workloads.WorkloadInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What can be put into a plan.
 *
 * @param strategies sorted by name, unavailable ones too
 * @param timers sorted by name, unavailable ones too; without {@code none}, by which nothing sleeps
 * @param drivers sorted by name, unavailable ones too; without {@code none}, which is to have no
 *     driver
 * @param workloads in the order of their catalogue
 */
public record Catalogue(
    List<StrategyProvider> strategies,
    List<TimerProvider> timers,
    List<DriverProvider> drivers,
    List<WorkloadInfo> workloads) {

  /** Takes copies of the lists. */
  public Catalogue {
    strategies = List.copyOf(strategies);
    timers = timers.stream().filter(timer -> !(timer instanceof NoTimer)).toList();
    drivers = drivers.stream().filter(driver -> !(driver instanceof NoDriver)).toList();
    workloads = List.copyOf(workloads);
  }

  /** What is on the class path. */
  public static Catalogue ofClassPath() {
    return new Catalogue(
        Providers.strategies(), Providers.timers(), Providers.drivers(), WorkloadCatalog.all());
  }

  /** The names of all strategies. */
  public List<String> strategyNames() {
    return strategies.stream().map(StrategyProvider::name).toList();
  }

  /** The names of all timers. */
  public List<String> timerNames() {
    return timers.stream().map(TimerProvider::name).toList();
  }

  /** The names of all drivers. */
  public List<String> driverNames() {
    return drivers.stream().map(DriverProvider::name).toList();
  }

  /** The names of all workloads. */
  public List<String> workloadNames() {
    return workloads.stream().map(WorkloadInfo::name).toList();
  }

  /**
   * The workload of this name.
   *
   * @throws BadInput if there is none
   */
  WorkloadInfo workload(String name) {
    return workloads.stream()
        .filter(workload -> workload.name().equals(name))
        .findFirst()
        .orElseThrow(() -> Names.unknown("workload", name, workloadNames()));
  }

  /**
   * The strategies behind a name with options, such as {@code work-stealing:ring=64/256:lifo=off},
   * and JVM variants, such as {@code @metrics=off}, all of which are checked: each once, in the
   * order typed.
   *
   * @throws BadInput if the name, an option, a value or a variant is unknown
   */
  public List<ChosenStrategy> strategies(String spec) {
    Map<String, ChosenStrategy> chosen = new LinkedHashMap<>();
    for (String single : Sweep.expand("strategy", spec)) {
      ChosenStrategy strategy = single(single);
      chosen.putIfAbsent(strategy.spec(), strategy);
    }
    return List.copyOf(chosen.values());
  }

  /**
   * The one strategy behind a name with options and JVM variants.
   *
   * @throws BadInput as {@link #strategies(String)} does, and if there are several
   */
  public ChosenStrategy strategy(String what, String spec) {
    return single(what, spec, "strategies", strategies(spec));
  }

  private Kind<StrategyProvider> strategyKind() {
    return new Kind<>("strategy", strategies, StrategyProvider::options);
  }

  private ChosenStrategy single(String spec) {
    StrategySpec parsed = StrategySpec.parse(spec);
    Kind.Choice<StrategyProvider> choice = strategyKind().choose(parsed.strategy());
    return new ChosenStrategy(choice.provider(), choice.options(), parsed.variants());
  }

  /**
   * The timers behind a name with options, such as {@code timer-wheel:placement=global/per-worker},
   * all of which are checked: each once, in the order typed.
   *
   * @throws BadInput if the name, an option or a value is unknown
   */
  public List<ChosenTimer> timers(String spec) {
    requireNoVariant("timer", spec);
    Map<String, ChosenTimer> chosen = new LinkedHashMap<>();
    for (String single : Sweep.expand("timer", spec)) {
      Kind.Choice<TimerProvider> choice =
          new Kind<>("timer", timers, TimerProvider::options).choose(single);
      ChosenTimer timer = new ChosenTimer(choice.provider(), choice.options());
      chosen.putIfAbsent(timer.spec(), timer);
    }
    return List.copyOf(chosen.values());
  }

  /**
   * The one kind of timers behind a name with options.
   *
   * @throws BadInput as {@link #timers(String)} does, and if there are several
   */
  public ChosenTimer timer(String what, String spec) {
    return single(what, spec, "kinds of timers", timers(spec));
  }

  /**
   * The drivers behind a name with options, such as {@code selector:placement=shared/dedicated},
   * all of which are checked: each once, in the order typed.
   *
   * @throws BadInput if the name, an option or a value is unknown
   */
  public List<ChosenDriver> drivers(String spec) {
    requireNoVariant("driver", spec);
    Map<String, ChosenDriver> chosen = new LinkedHashMap<>();
    for (String single : Sweep.expand("driver", spec)) {
      Kind.Choice<DriverProvider> choice =
          new Kind<>("driver", drivers, DriverProvider::options).choose(single);
      ChosenDriver driver = new ChosenDriver(choice.provider(), choice.options());
      chosen.putIfAbsent(driver.spec(), driver);
    }
    return List.copyOf(chosen.values());
  }

  /**
   * The one driver behind a name with options.
   *
   * @throws BadInput as {@link #drivers(String)} does, and if there are several
   */
  public ChosenDriver driver(String what, String spec) {
    return single(what, spec, "drivers", drivers(spec));
  }

  private static void requireNoVariant(String kind, String spec) {
    if (spec.contains("@")) {
      throw new BadInput(
          "%s '%s' names a variant of the JVM; name it behind a strategy".formatted(kind, spec));
    }
  }

  private static <T> T single(String what, String spec, String things, List<T> chosen) {
    if (chosen.size() > 1) {
      throw new BadInput(
          "%s '%s' names %d %s; name one, with one value for each option"
              .formatted(what, spec, chosen.size(), things));
    }
    return chosen.getFirst();
  }
}
