package dev.heddle.workloads;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.spi.Library;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.StrategyProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a fork finds when it looks around: what ran, not what was asked for.
 *
 * @param affinity the CPUs the process may run on, ascending; empty where the system does not say
 * @param availableProcessors as the JVM says
 * @param workers as the runtime says; 0 without one
 * @param workerCpus the CPU of each worker, as its thread read it back; empty if they are not
 *     pinned
 * @param liveThreads threads of the JVM while the runtime is up
 * @param jvm name and build of the JVM
 * @param jvmFlags the arguments the JVM was started with, without those that hold a path or the
 *     user's name
 * @param collectors names of the garbage collectors in use
 * @param maxHeapBytes the heap's limit
 * @param library whose scheduler runs the tasks, and whose timers they sleep by, with versions;
 *     empty if all is Heddle's own
 * @param caveat what the strategy says that a reader of its figures must know; mostly empty
 * @param driver what the system gave the I/O driver, as it says; mostly empty
 * @param loadDriver what the load generator's process waits in; empty if there is none
 * @param loadCpus the CPUs which that process found itself on, ascending; empty if there is none
 */
record Observed(
    List<Integer> affinity,
    int availableProcessors,
    int workers,
    List<Integer> workerCpus,
    int liveThreads,
    String jvm,
    List<String> jvmFlags,
    List<String> collectors,
    long maxHeapBytes,
    String library,
    String caveat,
    String driver,
    String loadDriver,
    List<Integer> loadCpus) {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  /**
   * Looks at a runtime.
   *
   * @param timerLibrary whose timers it has; empty if they are Heddle's own
   */
  static Observed now(HeddleRuntime runtime, String timerLibrary) {
    StrategyProvider strategy = Providers.strategy(runtime.strategy());
    String library = strategy.library().map(Library::toString).orElse("");
    return now(
        runtime.workers(),
        runtime.workerCpus(),
        strategy.jvmFlags(runtime.workers()),
        Stream.of(library, timerLibrary)
            .filter(name -> !name.isEmpty())
            .distinct()
            .collect(Collectors.joining(" and ")),
        strategy.caveat(),
        runtime.ioObtained());
  }

  static Observed withoutRuntime(String library) {
    return now(0, List.of(), List.of(), library, "", "");
  }

  /** The same, and what a load generator says of itself. */
  Observed loadedBy(LoadGenerator load) {
    return new Observed(
        affinity,
        availableProcessors,
        workers,
        workerCpus,
        liveThreads,
        jvm,
        jvmFlags,
        collectors,
        maxHeapBytes,
        library,
        caveat,
        driver,
        load.driver(),
        load.cpus());
  }

  private static Observed now(
      int workers,
      List<Integer> workerCpus,
      List<String> neededFlags,
      String library,
      String caveat,
      String driver) {
    return new Observed(
        allowedCpus(),
        Runtime.getRuntime().availableProcessors(),
        workers,
        workerCpus,
        ManagementFactory.getThreadMXBean().getThreadCount(),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
        withoutPaths(
            ManagementFactory.getRuntimeMXBean().getInputArguments(),
            System.getProperty("user.name"),
            neededFlags),
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .toList(),
        Runtime.getRuntime().maxMemory(),
        library,
        caveat,
        driver,
        "",
        List.of());
  }

  private static List<Integer> allowedCpus() {
    if (!Files.exists(STATUS)) {
      return List.of();
    }
    try {
      return Files.readAllLines(STATUS).stream()
          .filter(line -> line.startsWith(ALLOWED))
          .flatMap(line -> expand(line.substring(ALLOWED.length()).strip()).stream())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the affinity mask", e);
    }
  }

  /** The kernel's way to write a set of CPUs, {@code 0-2,7}, as a list. */
  static List<Integer> expand(String ranges) {
    List<Integer> cpus = new ArrayList<>();
    for (String range : ranges.split(",", -1)) {
      int dash = range.indexOf('-');
      int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
      int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
      IntStream.rangeClosed(first, last).forEach(cpus::add);
    }
    return List.copyOf(cpus);
  }

  /**
   * Records are published, so they hold nothing about where and by whom a fork was started.
   *
   * @param needed by the strategy, on any machine and whatever the user is called
   */
  static List<String> withoutPaths(List<String> arguments, String user, List<String> needed) {
    return arguments.stream()
        .filter(argument ->
            needed.contains(argument)
                || argument.startsWith("-Dheddle.")
                || !(argument.startsWith("-D") && argument.contains(user)))
        .filter(argument ->
            needed.contains(argument) || !(argument.contains("/") || argument.contains("\\")))
        .toList();
  }
}
