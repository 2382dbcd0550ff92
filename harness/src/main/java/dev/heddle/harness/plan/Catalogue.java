package dev.heddle.harness.plan;

import dev.heddle.runtime.spi.Option;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.StrategyProvider;
import dev.heddle.workloads.WorkloadCatalog;
import dev.heddle.workloads.WorkloadInfo;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What can be put into a plan.
 *
 * @param strategies sorted by name, unavailable ones too
 * @param workloads in the order of their catalogue
 */
public record Catalogue(List<StrategyProvider> strategies, List<WorkloadInfo> workloads) {

  /** Takes copies of the lists. */
  public Catalogue {
    strategies = List.copyOf(strategies);
    workloads = List.copyOf(workloads);
  }

  /** What is on the class path. */
  public static Catalogue ofClassPath() {
    return new Catalogue(Providers.strategies(), WorkloadCatalog.all());
  }

  /** The names of all strategies. */
  public List<String> strategyNames() {
    return strategies.stream().map(StrategyProvider::name).toList();
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
    for (String single : Sweep.expand(spec)) {
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
    List<ChosenStrategy> chosen = strategies(spec);
    if (chosen.size() > 1) {
      throw new BadInput(
          "%s '%s' names %d strategies; name one, with one value for each option"
              .formatted(what, spec, chosen.size()));
    }
    return chosen.getFirst();
  }

  private ChosenStrategy single(String spec) {
    StrategySpec parsed = StrategySpec.parse(spec);
    List<String> parts = Arrays.asList(parsed.strategy().split(":", -1));
    String name = parts.getFirst();
    StrategyProvider strategy =
        strategies.stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow(() -> Names.unknown("strategy", name, strategyNames()));
    try {
      List<String> settings = parts.subList(1, parts.size());
      requireKnownOptions(strategy, settings);
      return new ChosenStrategy(
          strategy, Options.parse(strategy.options(), settings), parsed.variants());
    } catch (IllegalArgumentException | BadInput e) {
      throw new BadInput("strategy '%s': %s".formatted(name, e.getMessage()), e);
    }
  }

  private static void requireKnownOptions(StrategyProvider strategy, List<String> settings) {
    List<String> known = strategy.options().stream().map(Option::name).toList();
    for (String setting : settings) {
      String name = setting.replaceFirst("=.*", "");
      if (!known.contains(name)) {
        throw Names.unknown("option", name, known);
      }
    }
  }
}
