package dev.heddle.harness;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.heddle.harness.plan.Catalogue;
import dev.heddle.harness.plan.Scale;
import dev.heddle.harness.plan.Support;
import dev.heddle.harness.plugin.PluginsOption;
import dev.heddle.harness.record.Json;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Library;
import dev.heddle.runtime.spi.Provider;
import dev.heddle.runtime.spi.StrategyProvider;
import dev.heddle.runtime.spi.TimerProvider;
import dev.heddle.workloads.Axes;
import dev.heddle.workloads.TimerUse;
import dev.heddle.workloads.WorkloadInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says what can be compared here. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists strategies, timers, drivers and workloads, and why some cannot be used.")
final class ListCommand implements Callable<Integer> {

  /**
   * One thing that has a name.
   *
   * @param library whose scheduler or timers it is, null if ours
   * @param unavailable the reason, null if it can be used
   * @param runtime of a workload, whether it runs on a runtime, and so on every strategy
   * @param timers of a workload, what it does with timers, as they are named in {@link TimerUse}
   * @param sizes of a workload, those it is run at unless told otherwise
   * @param leastSize of a workload with sizes, the least that can be asked for
   * @param peerOf of a workload, the one in whose table it is a row where both run; null if none
   * @param drivers of a workload, whether it has sockets, and so runs with every driver
   * @param connections of a workload, how many it has unless told otherwise
   * @param payloads of a workload, how many bytes its requests have unless told otherwise
   * @param requests of a workload, what it is asked for in an open loop unless told otherwise
   * @param loads of a workload, at which percentages of each strategy's own peak likewise
   * @param obtained of a driver, what this host gives it, if it says
   * @param scales of a workload, the options by which it is scaled, with their values, in words
   */
  private record Entry(
      String name,
      String summary,
      @Nullable String unit,
      List<Setting> options,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Library library,
      @Nullable String unavailable,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean runtime,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String timers,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Integer> sizes,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer leastSize,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String peerOf,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean drivers,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Integer> connections,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Integer> payloads,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<String> requests,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Integer> loads,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String obtained,
      @JsonIgnore List<String> scales) {
    static Entry of(Provider provider) {
      List<dev.heddle.runtime.spi.Option<?>> options =
          switch (provider) {
            case StrategyProvider strategy -> strategy.options();
            case TimerProvider timer -> timer.options();
            case DriverProvider driver -> driver.options();
            default -> List.of();
          };
      @Nullable String unavailable = provider.unavailable().orElse(null);
      Optional<Library> library =
          switch (provider) {
            case StrategyProvider strategy when unavailable == null -> strategy.library();
            case TimerProvider timer when unavailable == null -> timer.library();
            default -> Optional.empty();
          };
      return new Entry(
          provider.name(),
          provider.summary(),
          null,
          options.stream().map(Setting::of).toList(),
          library.orElse(null),
          unavailable,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          provider instanceof DriverProvider driver ? driver.obtained().orElse(null) : null,
          List.of());
    }

    static Entry of(WorkloadInfo workload) {
      Axes axes = workload.axes();
      return new Entry(
          workload.name(),
          workload.summary(),
          workload.unit(),
          List.of(),
          null,
          workload.unavailable().orElse(null),
          axes.strategies(),
          dev.heddle.runtime.spi.Option.text(axes.timers()),
          axes.sizes(),
          Scale.SIZE.isTaken(axes) ? Integer.valueOf(axes.leastSize()) : null,
          workload.peerOf().isEmpty() ? null : workload.peerOf(),
          axes.drivers(),
          axes.connections(),
          axes.payloads(),
          axes.requests(),
          axes.loads(),
          null,
          Arrays.stream(Scale.values())
              .filter(scale -> scale.isTaken(axes))
              .map(scale ->
                  "%s %s, %s"
                      .formatted(
                          scale.option(),
                          scale.usual(axes).stream()
                              .map(String::valueOf)
                              .collect(Collectors.joining(",")),
                          scale.allowed(axes)))
              .toList());
    }

    /** What a workload can be varied in besides strategies and cores, in words; mostly empty. */
    String axes() {
      List<String> axes = new ArrayList<>();
      if (Boolean.FALSE.equals(runtime)) {
        axes.add("no runtime");
      }
      if (peerOf != null) {
        axes.add("peer of " + peerOf);
      }
      if (timers != null && !timers.equals("none")) {
        axes.add("--timers");
      }
      if (Boolean.TRUE.equals(drivers)) {
        axes.add("--drivers");
      }
      axes.addAll(scales);
      return axes.isEmpty() ? "" : " [" + String.join("; ", axes) + "]";
    }

    List<Setting> sharedWith(Entry other) {
      return options.stream().filter(other.options::contains).toList();
    }
  }

  /** An option of a strategy, of timers or of a driver, as it is typed. */
  private record Setting(String name, String defaultValue, String allowed, String summary) {
    static Setting of(dev.heddle.runtime.spi.Option<?> option) {
      return new Setting(
          option.name(),
          dev.heddle.runtime.spi.Option.text(option.defaultValue()),
          option.allowed(),
          option.summary());
    }
  }

  /** What {@code --json} prints. */
  private record Listing(
      String schema,
      List<Entry> strategies,
      List<Entry> timers,
      List<Entry> drivers,
      List<Entry> workloads) {
    static final String SCHEMA = "heddle.list/1";
  }

  @Spec private CommandSpec spec;

  @Mixin private PluginsOption plugins;

  @Option(names = "--json", description = "Print it as JSON.")
  private boolean json;

  @Option(
      names = "--matrix",
      description = "Print which workload runs on which strategies, as Markdown.")
  private boolean matrix;

  @Override
  public Integer call() throws Exception {
    return plugins.run(spec, Main.class, this::list);
  }

  private int list() throws IOException {
    Catalogue catalogue = Catalogue.ofClassPath();
    if (matrix) {
      spec.commandLine().getOut().print(Support.of(catalogue).markdown());
      spec.commandLine().getOut().flush();
      return 0;
    }
    Listing listing =
        new Listing(
            Listing.SCHEMA,
            catalogue.strategies().stream().map(Entry::of).toList(),
            catalogue.timers().stream().map(Entry::of).toList(),
            catalogue.drivers().stream().map(Entry::of).toList(),
            catalogue.workloads().stream().map(Entry::of).toList());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(listing));
    } else {
      print(out, "strategies", listing.strategies);
      print(out, "timers", listing.timers);
      print(out, "drivers", listing.drivers);
      print(out, "workloads", listing.workloads);
    }
    out.flush();
    return 0;
  }

  private static void print(PrintWriter out, String kind, List<Entry> entries) {
    out.println(kind + (entries.isEmpty() ? ": none yet" : ":"));
    int width = entries.stream().mapToInt(entry -> entry.name.length()).max().orElse(0);
    for (Entry entry : entries) {
      out.printf(
          "  %-" + width + "s  %s%s%s%s%s%s%n",
          entry.name,
          entry.summary,
          entry.unit == null ? "" : " (unit: " + entry.unit + ")",
          entry.axes(),
          entry.library == null ? "" : " [" + entry.library + "]",
          entry.obtained == null ? "" : " [" + entry.obtained + "]",
          entry.unavailable == null ? "" : " [unavailable: " + entry.unavailable + "]");
      printOptions(out, width, entry, entries.subList(0, entries.indexOf(entry)));
    }
  }

  /** In full, but for those that an earlier entry has too if they are several: a variant's. */
  private static void printOptions(PrintWriter out, int width, Entry entry, List<Entry> earlier) {
    Optional<Entry> like =
        earlier.stream().filter(other -> entry.sharedWith(other).size() > 1).findFirst();
    List<Setting> shared = like.map(entry::sharedWith).orElse(List.of());
    for (Setting option : entry.options) {
      if (!shared.contains(option)) {
        out.printf(
            "  %" + width + "s    :%s=%s  %s (%s)%n",
            "",
            option.name,
            option.defaultValue,
            option.summary,
            option.allowed);
      }
    }
    like.ifPresent(other ->
        out.printf(
            "  %" + width + "s    %s as in %s%n",
            "",
            shared.stream().map(option -> ":" + option.name).collect(Collectors.joining(" ")),
            other.name));
  }
}
