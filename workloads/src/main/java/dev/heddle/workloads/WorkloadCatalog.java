package dev.heddle.workloads;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Finds the workloads: the benchmarks in JMH's own lists (every {@code META-INF/BenchmarkList} on
 * the class path) that carry {@link Workload}, so that a jar with one needs no registration; and
 * each {@link FutureFactory} that is named as a service. Thread-safe; looks anew at each call.
 */
public final class WorkloadCatalog {
  private WorkloadCatalog() {}

  /**
   * All workloads, sorted by name.
   *
   * @throws IllegalStateException if two have the same name, one counts something else than what it
   *     is a peer of, or a list names a class that is not there
   */
  public static List<WorkloadInfo> all() {
    TreeMap<String, WorkloadInfo> byName = new TreeMap<>();
    for (BenchmarkListEntry entry :
        BenchmarkList.defaultList()
            .getAll(
                OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                List.of())) {
      workload(entry).ifPresent(found -> add(byName, found));
    }
    FutureRun.all().forEach(factory -> add(byName, workload(factory)));
    byName.values().forEach(peer -> requireSameUnit(peer, byName.get(peer.peerOf())));
    return List.copyOf(byName.values());
  }

  private static void add(Map<String, WorkloadInfo> byName, WorkloadInfo found) {
    WorkloadInfo other = byName.put(found.name(), found);
    if (other != null && !other.equals(found)) {
      throw new IllegalStateException(
          "two workloads call themselves '%s': %s and %s"
              .formatted(found.name(), other.benchmark(), found.benchmark()));
    }
  }

  private static WorkloadInfo workload(FutureFactory factory) {
    return new WorkloadInfo(
        factory.name(),
        "future",
        factory.summary(),
        "",
        FutureRun.BENCHMARK,
        Axes.STRATEGIES,
        Availability.Always.class,
        "");
  }

  private static void requireSameUnit(WorkloadInfo peer, @Nullable WorkloadInfo of) {
    if (of != null && !of.scoreUnit().equals(peer.scoreUnit())) {
      throw new IllegalStateException(
          "workload '%s' is scored in %s and cannot be a peer of '%s', which is scored in %s"
              .formatted(peer.name(), peer.scoreUnit(), of.name(), of.scoreUnit()));
    }
  }

  private static Optional<WorkloadInfo> workload(BenchmarkListEntry entry) {
    String benchmark = entry.getUsername();
    String method = benchmark.substring(benchmark.lastIndexOf('.') + 1);
    return methods(entry.getUserClassQName())
        .filter(candidate -> candidate.getName().equals(method))
        .flatMap(candidate -> Stream.ofNullable(candidate.getAnnotation(Workload.class)))
        .findFirst()
        .map(w ->
            new WorkloadInfo(
                w.name(),
                w.unit(),
                w.summary(),
                w.gauge(),
                benchmark,
                Axes.of(w),
                w.availability(),
                w.peerOf()));
  }

  private static Stream<Method> methods(String className) {
    try {
      ClassLoader loader = WorkloadCatalog.class.getClassLoader();
      return Arrays.stream(Class.forName(className, false, loader).getMethods());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          "a JMH benchmark list names " + className + ", which is not on the class path", e);
    }
  }
}
