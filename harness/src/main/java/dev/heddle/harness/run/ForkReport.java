package dev.heddle.harness.run;

import dev.heddle.harness.record.Observed;
import dev.heddle.runtime.topology.CpuList;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a fork wrote down about itself and its work, in {@code fork.properties}.
 *
 * @param units work done in the measured iterations, in units
 * @param cpuNanos CPU time of its process in the measured iterations
 * @param allocatedBytes heap allocated in the measured iterations
 * @param counters the runtime's counters over the measured iterations, by name
 * @param endpoints names of those whose times it left apart; mostly none
 * @param observed what it found when it looked around
 */
record ForkReport(
    long units,
    long cpuNanos,
    long allocatedBytes,
    Map<String, Long> counters,
    List<String> endpoints,
    Observed observed) {
  static final String FILE = "fork.properties";

  private static final String COUNTER = "counter.";

  /**
   * Reads the file.
   *
   * @throws IllegalArgumentException in one line, if something is missing or no number
   */
  static ForkReport read(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    Map<String, Long> counters = new TreeMap<>();
    for (String key : properties.stringPropertyNames()) {
      if (key.startsWith(COUNTER)) {
        counters.put(key.substring(COUNTER.length()), number(properties, key));
      }
    }
    return new ForkReport(
        number(properties, "units"),
        number(properties, "cpuNanos"),
        number(properties, "allocatedBytes"),
        counters,
        Stream.of(text(properties, "endpoints").split(",", -1))
            .filter(name -> !name.isEmpty())
            .toList(),
        new Observed(
            CpuList.parse(text(properties, "observed.affinity")),
            Math.toIntExact(number(properties, "observed.availableProcessors")),
            Math.toIntExact(number(properties, "observed.workers")),
            inOrder(text(properties, "observed.workerCpus")),
            Math.toIntExact(number(properties, "observed.liveThreads")),
            text(properties, "observed.jvm"),
            text(properties, "observed.jvmFlags")
                .lines()
                .filter(flag -> !flag.startsWith("-D" + ForkProcess.DIRECTORY_PROPERTY))
                .toList(),
            List.of(text(properties, "observed.collectors").split(",")),
            number(properties, "observed.maxHeapBytes"),
            text(properties, "observed.library"),
            text(properties, "observed.caveat"),
            text(properties, "observed.driver"),
            text(properties, "observed.loadDriver"),
            inOrder(text(properties, "observed.loadCpus"))));
  }

  /** Numbers, of which some may be there twice: one for each worker, say. */
  private static List<Integer> inOrder(String numbers) {
    return numbers.isEmpty()
        ? List.of()
        : Stream.of(numbers.split(",", -1)).map(Integer::valueOf).toList();
  }

  private static long number(Properties properties, String key) {
    String value = text(properties, key);
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s of %s is '%s', not a whole number".formatted(key, FILE, value), e);
    }
  }

  private static String text(Properties properties, String key) {
    String value = properties.getProperty(key);
    if (value == null) {
      throw new IllegalArgumentException(FILE + " has no " + key);
    }
    return value;
  }
}
