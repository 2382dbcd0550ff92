package dev.heddle.harness.run;

import dev.heddle.harness.record.Observed;
import dev.heddle.runtime.topology.CpuList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Under which conditions a fork was asked to run.
 *
 * @param cpus the CPUs it was given
 * @param workers how many workers its runtime should have
 * @param workerCpus the CPU that each of them should be held to; empty if they should not
 * @param loadCpus the CPUs that a load generator was to run on, if the workload has one: the
 *     others, or the fork's own where there are none
 * @param collector what the names of its garbage collectors begin with
 * @param jvmFlags what its JVM was to be started with because of its cell
 */
record Conditions(
    Collection<Integer> cpus,
    int workers,
    List<Integer> workerCpus,
    List<Integer> loadCpus,
    String collector,
    List<String> jvmFlags) {

  /** How what a fork found differs from what was asked, in one line; empty if it does not. */
  String violation(Observed observed) {
    List<String> found = new ArrayList<>();
    List<Integer> asked = List.copyOf(new TreeSet<>(cpus));
    if (!observed.affinity().equals(asked)) {
      found.add(
          "ran on CPUs %s, asked for %s"
              .formatted(CpuList.format(observed.affinity()), CpuList.format(asked)));
    }
    if (observed.availableProcessors() != asked.size()) {
      found.add(
          "the JVM saw %d processors, asked for %d"
              .formatted(observed.availableProcessors(), asked.size()));
    }
    if (observed.workers() != workers) {
      found.add("had %d workers, asked for %d".formatted(observed.workers(), workers));
    }
    if (!observed.workerCpus().equals(workerCpus)) {
      found.add(
          "had its workers %s, asked for them %s"
              .formatted(where(observed.workerCpus()), where(workerCpus)));
    }
    List<Integer> askedLoad = List.copyOf(new TreeSet<>(loadCpus));
    if (!observed.loadCpus().isEmpty() && !observed.loadCpus().equals(askedLoad)) {
      found.add(
          "had its load generator on CPUs %s, asked for %s"
              .formatted(CpuList.format(observed.loadCpus()), CpuList.format(askedLoad)));
    }
    if (observed.collectors().isEmpty()
        || !observed.collectors().stream().allMatch(name -> name.startsWith(collector))) {
      found.add(
          "collected with %s, asked for %s"
              .formatted(String.join(" and ", observed.collectors()), collector));
    }
    List<String> missing = new ArrayList<>(jvmFlags);
    missing.removeAll(observed.jvmFlags());
    if (!missing.isEmpty()) {
      found.add("the JVM was started without " + String.join(" ", missing));
    }
    return String.join("; ", found);
  }

  private static String where(List<Integer> workerCpus) {
    return workerCpus.isEmpty()
        ? "not pinned"
        : "on CPUs " + workerCpus.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
