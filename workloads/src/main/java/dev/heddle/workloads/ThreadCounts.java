package dev.heddle.workloads;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What each thread of this process had used at one moment, but for the calling one, which looks.
 *
 * <p>By thread, and not in one sum, so that a thread that ends between two looks takes nothing off;
 * what it used after the first is missed. O(threads), some 10 us for each.
 */
final class ThreadCounts {
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private static final Path TASKS = Path.of("/proc/self/task");
  private static final Path CALLING_TASK = Path.of("/proc/thread-self");

  /**
   * Threads that no scheduler wakes and that wait often all the same: the ticker of all runtimes of
   * a JVM, and the compilers. As the kernel has their names, cut to 15 characters.
   */
  static final Set<String> LEFT_OUT = Set.of("heddle-ticker", "C1 CompilerThre", "C2 CompilerThre");

  private static final String NAME = "Name:";
  private static final String WAITS = "voluntary_ctxt_switches:";

  private final Map<Long, Long> byThread;

  ThreadCounts(Map<Long, Long> byThread) {
    this.byThread = Map.copyOf(byThread);
  }

  /** CPU time, in ns, of the Java threads: not of the JVM's compiler and collector. */
  static ThreadCounts cpuNanos() {
    Map<Long, Long> nanos = new HashMap<>();
    long[] ids = THREADS.getAllThreadIds();
    long[] used = THREADS.getThreadCpuTime(ids);
    for (int i = 0; i < ids.length; i++) {
      if (used[i] >= 0 && ids[i] != Thread.currentThread().threadId()) { // below 0: it has ended
        nanos.put(ids[i], used[i]);
      }
    }
    return new ThreadCounts(nanos);
  }

  /**
   * How often a thread gave up its CPU to wait: the kernel's voluntary context switches, so it does
   * not matter whether a pool parks, or waits in {@code epoll}. Without {@link #LEFT_OUT}; the
   * JVM's other threads, which wait some dozen times a second, are in it.
   *
   * @throws UncheckedIOException where there is no {@code /proc} as Linux has it
   */
  static ThreadCounts waits() {
    try (Stream<Path> tasks = Files.list(TASKS)) {
      Path calling = CALLING_TASK.toRealPath().getFileName();
      Map<Long, Long> waits = new HashMap<>();
      tasks
          .filter(task -> !task.getFileName().equals(calling))
          .forEach(task ->
              waitsOf(task)
                  .ifPresent(
                      count -> waits.put(Long.valueOf(task.getFileName().toString()), count)));
      return new ThreadCounts(waits);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read how often threads waited", e);
    }
  }

  private static Optional<Long> waitsOf(Path task) {
    try {
      return parseWaits(Files.readAllLines(task.resolve("status")));
    } catch (NoSuchFileException ended) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read how often a thread waited", e);
    }
  }

  /** Reads a thread's {@code status}; empty for one that is left out. */
  static Optional<Long> parseWaits(List<String> status) {
    return LEFT_OUT.contains(field(status, NAME))
        ? Optional.empty()
        : Optional.of(Long.valueOf(field(status, WAITS)));
  }

  private static String field(List<String> status, String field) {
    return status.stream()
        .filter(line -> line.startsWith(field))
        .map(line -> line.substring(field.length()).strip())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("a thread's status has no " + field));
  }

  /** What was used since an earlier look, by all threads together. */
  long since(ThreadCounts earlier) {
    return byThread.entrySet().stream()
        .mapToLong(entry -> entry.getValue() - earlier.byThread.getOrDefault(entry.getKey(), 0L))
        .sum();
  }
}
