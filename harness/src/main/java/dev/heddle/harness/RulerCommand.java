package dev.heddle.harness;

import dev.heddle.harness.host.HostFacts;
import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.record.Json;
import dev.heddle.harness.report.RulerTable;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.topology.Affinity;
import dev.heddle.runtime.topology.CpuList;
import dev.heddle.workloads.LoadGenerator;
import dev.heddle.workloads.service.RulerCheck;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows what this host makes of services whose response times are known by arithmetic. */
@Command(
    name = "ruler",
    mixinStandardHelpOptions = true,
    description =
        "Holds the open loop's measurements against closed forms, on this host, for a minute.")
final class RulerCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      description = "The strategy that serves, with one worker (default: global-queue).")
  private String strategy = "global-queue";

  @Option(names = "--json", description = "Prints JSON instead of a table.")
  private boolean json;

  private HeddleRuntime runtime() {
    try {
      return HeddleRuntime.builder().strategy(strategy).workers(1).onStall(stall -> {}).build();
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new BadInput("--strategy was '%s': %s".formatted(strategy, e.getMessage()), e);
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    @Nullable Double loadBefore = HostFacts.read().share().loadAverage();
    List<Integer> cpus = Affinity.get();
    String shared = "";
    if (cpus.size() > 1) {
      System.setProperty(LoadGenerator.CPUS, CpuList.format(List.of(cpus.getLast())));
      Affinity.set(cpus.subList(0, cpus.size() - 1));
    } else {
      shared = "one CPU for both sides: what is measured is mostly how they share it";
    }
    List<RulerTable.Row> rows = new ArrayList<>();
    try (HeddleRuntime runtime = runtime()) {
      new RulerCheck(runtime)
          .run(line -> {
            rows.add(RulerTable.Row.of(line));
            if (!json) {
              spec.commandLine().getErr().println("heddle: measured " + line.setting());
              spec.commandLine().getErr().flush();
            }
          });
    } finally {
      Affinity.set(cpus);
    }
    RulerTable table = new RulerTable(RulerTable.SCHEMA, strategy, loadBefore, shared, rows);
    spec.commandLine()
        .getOut()
        .print(
            json
                ? Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(table) + "\n"
                : table.text());
    spec.commandLine().getOut().flush();
    return 0;
  }
}
