package dev.heddle.harness;

import dev.heddle.harness.plan.Planner;
import dev.heddle.runtime.spi.Option;
import dev.heddle.workloads.Axes;
import dev.heddle.workloads.WorkloadInfo;
import java.util.ArrayList;
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
    @Nullable String peerOf) {

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
        axes.takesSizes() ? Integer.valueOf(axes.leastSize()) : null,
        axes.takesSizes() ? Integer.valueOf(Planner.MAX_SIZE) : null,
        workload.peerOf().isEmpty() ? null : workload.peerOf());
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
    if (leastSize != null) {
      facts.add(
          new Fact(
              "sizes",
              "%s unless told otherwise; any from %d to %d by --sizes"
                  .formatted(
                      sizes.stream().map(String::valueOf).collect(Collectors.joining(", ")),
                      leastSize,
                      largestSize)));
    }
    if (peerOf != null) {
      facts.add(new Fact("peer of", peerOf + ": a row of its table where both run"));
    }
    facts.add(new Fact("source", source));
    facts.add(Explanation.availability(null));
    return facts;
  }
}
