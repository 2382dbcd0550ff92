package dev.heddle.harness.plan;

import dev.heddle.runtime.Pinning;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.StrategyProvider;
import dev.heddle.workloads.WorkloadInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which workload runs on which strategies, with the timers and the driver that are usual and with
 * others: what the planner would say, in one table.
 *
 * @param groups strategies of one kind each, by what that is called
 * @param rows one per workload that has a runtime
 */
public record Support(Map<String, List<String>> groups, List<Row> rows) {
  private static final int MANY = 8;

  /**
   * One workload.
   *
   * @param byGroup how it runs on each group, in their order
   */
  public record Row(String workload, List<String> byGroup) {}

  /** What a catalogue says. */
  public static Support of(Catalogue catalogue) {
    Map<String, List<StrategyProvider>> groups = new LinkedHashMap<>();
    for (StrategyProvider strategy : catalogue.strategies()) {
      if (strategy.unavailable().isPresent()) {
        continue;
      }
      groups.computeIfAbsent(group(strategy), name -> new ArrayList<>()).add(strategy);
    }
    List<Row> rows = new ArrayList<>();
    for (WorkloadInfo workload : catalogue.workloads()) {
      if (workload.axes().strategies()) {
        rows.add(
            new Row(
                workload.name(),
                groups.values().stream()
                    .map(members -> runs(catalogue, workload, members))
                    .toList()));
      }
    }
    Map<String, List<String>> names = new LinkedHashMap<>();
    groups.forEach(
        (name, members) -> names.put(name, members.stream().map(StrategyProvider::name).toList()));
    return new Support(names, rows);
  }

  /** As Markdown; ends with a line's end. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    groups.forEach((name, members) ->
        text.append("- **%s**: %s\n".formatted(name, String.join(", ", members))));
    text.append("\n| workload | ").append(String.join(" | ", groups.keySet())).append(" |\n");
    text.append("|:--".repeat(groups.size() + 1)).append("|\n");
    for (Row row : rows) {
      text.append("| %s | %s |\n".formatted(row.workload, String.join(" | ", row.byGroup)));
    }
    return text.toString();
  }

  private static String group(StrategyProvider strategy) {
    if (strategy instanceof SchedulerProvider) {
      return "on a pool of their own";
    }
    return strategy.workers(MANY, MANY) == 1 ? "with one worker" : "with any number of workers";
  }

  /**
   * The members of a group differ in nothing that matters to a plan, but for being there at all.
   */
  private static String runs(
      Catalogue catalogue, WorkloadInfo workload, List<StrategyProvider> members) {
    return members.stream()
        .map(member -> runs(catalogue, workload, member))
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private static String runs(
      Catalogue catalogue, WorkloadInfo workload, StrategyProvider strategy) {
    List<String> how = new ArrayList<>();
    if (workload.axes().takesTimers()) {
      how.add(
          "timers "
              + placements(
                  List.of("global", "per-worker"),
                  placement ->
                      able(
                          workload,
                          strategy,
                          catalogue.timer(
                              "", Request.DEFAULT_BASELINE_TIMER + ":placement=" + placement),
                          null)));
    }
    if (workload.axes().drivers()) {
      how.add(
          "driver "
              + placements(
                  List.of("per-worker", "shared", "dedicated"),
                  placement ->
                      able(
                          workload,
                          strategy,
                          null,
                          catalogue.driver(
                              "", Request.DEFAULT_BASELINE_DRIVER + ":placement=" + placement))));
    }
    return how.isEmpty() ? "yes" : "yes: " + String.join(", ", how);
  }

  private static String placements(List<String> all, Predicate<String> possible) {
    List<String> left = all.stream().filter(possible).toList();
    return left.equals(all) ? "anywhere" : String.join("/", left);
  }

  private static boolean able(
      WorkloadInfo workload,
      StrategyProvider strategy,
      @Nullable ChosenTimer timer,
      @Nullable ChosenDriver driver) {
    Entrant entrant =
        new Entrant(new ChosenStrategy(strategy, Options.defaults(), List.of()), timer, driver);
    return entrant.unable(workload.axes(), Pinning.NONE).isEmpty();
  }
}
