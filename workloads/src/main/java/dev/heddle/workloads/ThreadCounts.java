package dev.heddle.workloads;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.management.ThreadMXBean;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What each thread of this process had used at one moment, but for the calling one, which looks.
 *
 * <p>By thread, and not in one sum, so that a thread that ends between two looks takes nothing off;
 * what it used after the first is missed. O(threads), some 10 us for each; written so that little
 * is to be compiled for it, since that would be beside what is measured.
 */
final class ThreadCounts {
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private static final File TASKS = new File("/proc/self/task");
  private static final Path CALLING_TASK = Path.of("/proc/thread-self");

  /**
   * Threads that no scheduler wakes and that wait often all the same: the ticker of all runtimes of
   * a JVM, and the compilers. As the kernel has their names, cut to 15 characters.
   */
  static final Set<String> LEFT_OUT = Set.of("heddle-ticker", "C1 CompilerThre", "C2 CompilerThre");

  private static final String NAME = "Name:";
  private static final String WAITS = "voluntary_ctxt_switches:";

  /** Longer than any: they are below 2 KB. */
  private static final int STATUS_BYTES = 1 << 14;

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
    try {
      String calling = CALLING_TASK.toRealPath().getFileName().toString();
      Map<Long, Long> waits = new HashMap<>();
      byte[] buffer = new byte[STATUS_BYTES];
      for (String task : tasks()) {
        if (!task.equals(calling)) {
          long count = waitsOf(task, buffer);
          if (count >= 0) {
            waits.put(Long.valueOf(task), count);
          }
        }
      }
      return new ThreadCounts(waits);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read how often threads waited", e);
    }
  }

  private static String[] tasks() throws IOException {
    String[] tasks = TASKS.list();
    if (tasks == null) {
      throw new IOException("cannot list " + TASKS);
    }
    return tasks;
  }

  private static long waitsOf(String task, byte[] buffer) throws IOException {
    try (FileInputStream file = new FileInputStream(new File(new File(TASKS, task), "status"))) {
      int length = file.readNBytes(buffer, 0, buffer.length);
      return parseWaits(new String(buffer, 0, length, ISO_8859_1));
    } catch (FileNotFoundException ended) {
      return -1;
    } catch (IOException endedMeanwhile) {
      if (!new File(TASKS, task).exists()) {
        return -1;
      }
      throw endedMeanwhile;
    }
  }

  /** Reads a thread's {@code status}; -1 for one that is left out. */
  static long parseWaits(String status) {
    return LEFT_OUT.contains(field(status, NAME)) ? -1 : Long.parseLong(field(status, WAITS));
  }

  private static String field(String status, String field) {
    int at = status.startsWith(field) ? 0 : status.indexOf("\n" + field) + 1;
    if (!status.startsWith(field, at)) {
      throw new IllegalStateException("a thread's status has no " + field);
    }
    int end = status.indexOf('\n', at);
    return status.substring(at + field.length(), end < 0 ? status.length() : end).strip();
  }

  /** What was used since an earlier look, by all threads together. */
  long since(ThreadCounts earlier) {
    return byThread.entrySet().stream()
        .mapToLong(entry -> entry.getValue() - earlier.byThread.getOrDefault(entry.getKey(), 0L))
        .sum();
  }
}
