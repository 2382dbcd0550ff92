package dev.heddle.harness.plan;

import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.StrategyProvider;
import dev.heddle.workloads.WorkloadCatalog;
import dev.heddle.workloads.WorkloadInfo;
import java.util.Arrays;
import java.util.List;

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
   * The strategy behind a name with options, such as {@code work-stealing:ring=64:lifo=off}, and
   * variants, such as {@code @metrics=off}, all of which are checked.
   *
   * @throws BadInput if the name, an option, a value or a variant is unknown
   */
  StrategyProvider strategy(String spec) {
    List<String> parts = Arrays.asList(StrategySpec.parse(spec).strategy().split(":", -1));
    String name = parts.getFirst();
    StrategyProvider strategy =
        strategies.stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow(() -> Names.unknown("strategy", name, strategyNames()));
    try {
      Options.parse(strategy.options(), parts.subList(1, parts.size()));
    } catch (IllegalArgumentException e) {
      throw new BadInput("strategy '%s': %s".formatted(name, e.getMessage()), e);
    }
    return strategy;
  }
}
