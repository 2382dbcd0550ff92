package dev.heddle.harness;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.heddle.harness.plan.Scale;
import dev.heddle.runtime.spi.Option;
import dev.heddle.workloads.Axes;
import dev.heddle.workloads.WorkloadInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a workload is; part of the shape of {@code explain --json}.
 *
 * @param name of the workload
 * @param summary in one line
 * @param score what its score is in, less of which is better
 * @param source JMH's full name of the benchmark: class, whose comment says more, and method
 * @param runtime whether it runs on a runtime, and so on every strategy
 * @param timers what it does with timers
 * @param sizes those it is run at unless told otherwise; empty if it has no size
 * @param leastSize the least that can be asked for; null if it has no size
 * @param largestSize the largest that can be asked for; null if it has no size
 * @param peerOf the workload in whose table it is a row where both run; null if none
 * @param drivers whether it has sockets, and so runs with every driver
 * @param connections how many it has unless told otherwise; empty if that cannot be told
 * @param payloads how many bytes its requests have unless told otherwise; empty if that cannot be
 *     told
 * @param unavailable why it cannot be run here; null if it can
 * @param requests what it is asked for in an open loop unless told otherwise, and the same
 * @param loads at which percentages of each strategy's own peak, and the same
 * @param scales the same with their bounds, in words
 */
record WorkloadExplanation(
    String name,
    String summary,
    String score,
    String source,
    boolean runtime,
    String timers,
    List<Integer> sizes,
    @Nullable Integer leastSize,
    @Nullable Integer largestSize,
    @Nullable String peerOf,
    boolean drivers,
    List<Integer> connections,
    List<Integer> payloads,
    List<String> requests,
    List<Integer> loads,
    @Nullable String unavailable,
    @JsonIgnore List<Fact> scales) {

  static WorkloadExplanation of(WorkloadInfo workload) {
    Axes axes = workload.axes();
    return new WorkloadExplanation(
        workload.name(),
        workload.summary(),
        workload.scoreUnit(),
        workload.benchmark(),
        axes.strategies(),
        Option.text(axes.timers()),
        axes.sizes(),
        Scale.SIZE.isTaken(axes) ? Integer.valueOf(axes.leastSize()) : null,
        Scale.SIZE.isTaken(axes) ? Integer.valueOf(Scale.SIZE.most()) : null,
        workload.peerOf().isEmpty() ? null : workload.peerOf(),
        axes.drivers(),
        axes.connections(),
        axes.payloads(),
        axes.requests(),
        axes.loads(),
        workload.unavailable().orElse(null),
        Arrays.stream(Scale.values())
            .filter(scale -> scale.isTaken(axes))
            .map(scale -> fact(scale, axes))
            .toList());
  }

  private static Fact fact(Scale scale, Axes axes) {
    return new Fact(
        scale.option().substring("--".length()),
        "%s unless told otherwise; %s by %s"
            .formatted(
                scale.usual(axes).isEmpty()
                    ? "none"
                    : scale.usual(axes).stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(", ")),
                scale.allowed(axes),
                scale.option()));
  }

  List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("kind", "workload, for --workloads"));
    facts.add(new Fact("summary", summary));
    facts.add(new Fact("score", score + ", less is better"));
    facts.add(
        new Fact(
            "runs on", runtime ? "a runtime, with every strategy" : "no runtime: no strategy"));
    facts.add(
        new Fact(
            "timers",
            switch (timers) {
              case "none" -> "none of a runtime's";
              case "any" -> "any, by --timers";
              default -> "any that are driven " + timers.replace('-', ' ') + ", by --timers";
            }));
    facts.add(new Fact("drivers", drivers ? "any, by --drivers" : "none of a runtime's"));
    facts.addAll(scales);
    if (peerOf != null) {
      facts.add(new Fact("peer of", peerOf + ": a row of its table where both run"));
    }
    facts.add(new Fact("source", source));
    facts.add(Explanation.availability(unavailable));
    return facts;
  }
}
