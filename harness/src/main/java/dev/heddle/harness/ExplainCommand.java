package dev.heddle.harness;

import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.plan.Catalogue;
import dev.heddle.harness.plan.Names;
import dev.heddle.harness.plugin.PluginsOption;
import dev.heddle.harness.record.Json;
import dev.heddle.harness.run.HostCpus;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.commons.text.WordUtils;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what a strategy, timers, a driver or a workload is, and whether it can be used here. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description =
        "Says what a strategy, timers, a driver or a workload is, its options and its needs.")
final class ExplainCommand implements Callable<Integer> {
  private static final int WIDTH = 100;
  private static final String CHANGED = "* ";
  private static final String AS_USUAL = "  ";

  /** What {@code --json} prints. */
  private record Explanations(
      String schema,
      List<Explanation> strategies,
      List<TimerExplanation> timers,
      List<DriverExplanation> drivers,
      List<WorkloadExplanation> workloads) {
    static final String SCHEMA = "heddle.explain/1";
  }

  @Spec private CommandSpec spec;

  @Mixin private PluginsOption plugins;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..*",
      description =
          "Names of anything that list names; strategies, timers and drivers with options if wanted: work-stealing:ring=64.")
  private @Nullable List<String> names;

  @Option(names = "--json", description = "Print it as JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    return plugins.run(spec, Main.class, this::explain);
  }

  private int explain() throws IOException {
    if (names == null || names.isEmpty()) {
      throw new BadInput(
          "explain needs the name of a strategy, timer, driver or workload, such as run-bench.sh explain work-stealing; run-bench.sh list names them all");
    }
    Catalogue catalogue = Catalogue.ofClassPath();
    int cpus = HostCpus.read().order().size();
    Explanations all =
        new Explanations(
            Explanations.SCHEMA,
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    for (String typed : names) {
      explain(typed, catalogue, cpus, all);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(all));
    } else {
      List<Runnable> texts = new ArrayList<>();
      all.strategies.forEach(one -> texts.add(() -> print(out, one)));
      all.timers.forEach(one -> texts.add(() -> print(out, one)));
      all.drivers.forEach(one -> texts.add(() -> print(out, one)));
      all.workloads.forEach(one -> texts.add(() -> print(out, one.name(), one.facts())));
      for (int i = 0; i < texts.size(); i++) {
        if (i > 0) {
          out.println();
        }
        texts.get(i).run();
      }
    }
    out.flush();
    return 0;
  }

  /** Explains all that has this name, of whatever kind. */
  private static void explain(String typed, Catalogue catalogue, int cpus, Explanations all) {
    String name = typed.replaceFirst("[:@].*", "");
    Map<String, List<String>> known = new LinkedHashMap<>();
    known.put("strategy", catalogue.strategyNames());
    known.put("timer", catalogue.timerNames());
    known.put("driver", catalogue.driverNames());
    known.put("workload", catalogue.workloadNames());
    List<String> kinds =
        known.entrySet().stream()
            .filter(kind -> kind.getValue().contains(name))
            .map(Map.Entry::getKey)
            .toList();
    if (kinds.isEmpty()) {
      throw Names.unknown(name, known);
    }
    for (String kind : kinds) {
      switch (kind) {
        case "strategy" ->
            catalogue
                .strategies(typed)
                .forEach(chosen -> all.strategies.add(Explanation.of(chosen, cpus)));
        case "timer" ->
            catalogue.timers(typed).forEach(chosen -> all.timers.add(TimerExplanation.of(chosen)));
        case "driver" ->
            catalogue
                .drivers(typed)
                .forEach(chosen -> all.drivers.add(DriverExplanation.of(chosen)));
        default -> {
          if (!typed.equals(name)) {
            throw new BadInput("%s '%s' has no options; leave them out".formatted(kind, name));
          }
          catalogue.workloads().stream()
              .filter(workload -> workload.name().equals(name))
              .forEach(workload -> all.workloads.add(WorkloadExplanation.of(workload)));
        }
      }
    }
  }

  /** A line of two columns; {@code mark} stands before it. */
  private record Line(String mark, String key, String text) {}

  private static void print(PrintWriter out, Explanation of) {
    out.println(of.spec());
    List<Line> facts = new ArrayList<>();
    facts.add(plain("summary", of.summary()));
    if (!of.origin().isEmpty()) {
      facts.add(plain("origin", of.origin()));
    }
    facts.add(plain("runs on", of.runsOn()));
    facts.add(plain("workers", of.workers()));
    if (!of.jvmFlags().isEmpty()) {
      facts.add(plain("JVM flags", String.join(" ", of.jvmFlags())));
    }
    if (!of.caveat().isEmpty()) {
      facts.add(plain("caveat", of.caveat()));
    }
    facts.add(plain("available", of.unavailable() == null ? "yes" : "no: " + of.unavailable()));
    print(out, facts);
    section(out, "composition", of.composition().stream().map(ExplainCommand::line).toList());
    section(out, "options", of.options().stream().map(ExplainCommand::line).toList());
    section(
        out,
        "promises",
        of.promises().stream()
            .map(vow -> plain(vow.kept() ? "kept" : "NOT kept", vow.text()))
            .toList());
  }

  private static void print(PrintWriter out, TimerExplanation of) {
    print(out, of.spec(), of.facts());
    section(out, "options", of.options().stream().map(ExplainCommand::line).toList());
  }

  private static void print(PrintWriter out, DriverExplanation of) {
    print(out, of.spec(), of.facts());
    section(out, "options", of.options().stream().map(ExplainCommand::line).toList());
  }

  private static void print(PrintWriter out, String title, List<Fact> facts) {
    out.println(title);
    print(out, facts.stream().map(fact -> plain(fact.key(), fact.text())).toList());
  }

  private static Line plain(String key, String text) {
    return new Line(AS_USUAL, key, text);
  }

  private static Line line(Explanation.Part part) {
    String byDefault = part.byDefault();
    return byDefault == null
        ? plain(part.part(), part.choice())
        : new Line(
            CHANGED,
            part.part(),
            "%s (by default: %s)"
                .formatted(part.choice(), byDefault.isEmpty() ? "no such part" : byDefault));
  }

  private static Line line(Explanation.Setting option) {
    return new Line(
        option.isDefault() ? AS_USUAL : CHANGED,
        option.name() + "=" + option.value(),
        "%s; %s%s"
            .formatted(
                option.summary(),
                option.allowed(),
                option.isDefault() ? "" : "; default " + option.defaultValue()));
  }

  private static void section(PrintWriter out, String title, List<Line> lines) {
    boolean changed = lines.stream().anyMatch(line -> line.mark.equals(CHANGED));
    out.println(
        "  %s%s%s"
            .formatted(
                title, changed ? " (* not as by default)" : "", lines.isEmpty() ? ": none" : ""));
    print(
        out, lines.stream().map(line -> new Line("  " + line.mark, line.key, line.text)).toList());
  }

  private static void print(PrintWriter out, List<Line> lines) {
    int width = lines.stream().mapToInt(line -> line.key.length()).max().orElse(0);
    for (Line line : lines) {
      String before = line.mark + line.key + " ".repeat(width - line.key.length() + 2);
      String after = "\n" + " ".repeat(before.length());
      out.println(before + WordUtils.wrap(line.text, WIDTH - before.length(), after, false));
    }
  }
}
