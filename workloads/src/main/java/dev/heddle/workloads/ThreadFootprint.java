package dev.heddle.workloads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What a platform thread takes that waits: two gauges, in bytes, to set beside {@link
 * TaskFootprint}. {@code thread-footprint} is the memory that is there ({@code VmRSS}), {@code
 * thread-footprint-reserved} the addresses that are taken ({@code VmSize}), of which a stack's are
 * most and its memory is not there before it is used.
 *
 * <p>The trap: neither holds what the kernel keeps for a thread (its own stack, 16 KiB on x86, and
 * its task structure): that is no memory of a process. And the allocator of the C library gives
 * each of the first threads an arena, of which only a part is there.
 *
 * <p>Another: a thread that has been joined still has its stack for a moment. The next look at what
 * is there before would find it, so each call waits until the kernel lists hardly more threads than
 * before. And the C library keeps 40 MB of stacks for the next threads, whose part of the stacks is
 * missing from the score: some 4 %.
 *
 * <p>Unit: one idle thread. The check: all threads have begun before the second look, and all have
 * ended after it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ThreadFootprint {
  static final int THREADS = 1_000;
  private static final String RESIDENT = "thread-footprint";
  private static final String RESERVED = "thread-footprint-reserved";
  private static final Path STATUS = Path.of("/proc/self/status");

  /** Compilers and the like that may have come meanwhile. */
  private static final int MOST_OF_THE_JVM = 10;

  private static final String THREADS_FIELD = "Threads:";
  private static final int BYTES_PER_KIBIBYTE = 1_024;

  private final Duration deadline;

  /** Called by JMH. */
  public ThreadFootprint() {
    this(Check.defaultDeadline());
  }

  ThreadFootprint(Duration deadline) {
    this.deadline = deadline;
  }

  /** What is there. */
  @Benchmark
  @OperationsPerInvocation(THREADS)
  @Workload(
      name = RESIDENT,
      unit = "idle thread",
      gauge = "B",
      summary = "the memory that each of 1,000 idle platform threads takes",
      strategies = false)
  public void resident(AloneState state) throws InterruptedException, IOException {
    state.gauge(bytesPerThread(RESIDENT, "VmRSS:", THREADS));
  }

  /** What is taken. */
  @Benchmark
  @OperationsPerInvocation(THREADS)
  @Workload(
      name = RESERVED,
      unit = "idle thread",
      gauge = "B",
      summary = "the address space that each of 1,000 idle platform threads takes",
      strategies = false)
  public void reserved(AloneState state) throws InterruptedException, IOException {
    state.gauge(bytesPerThread(RESERVED, "VmSize:", THREADS));
  }

  /** Starts so many threads, looks, and ends them. */
  double bytesPerThread(String workload, String field, int threads)
      throws InterruptedException, IOException {
    Check check = new Check(workload, deadline);
    AtomicInteger begun = new AtomicInteger();
    CountDownLatch end = new CountDownLatch(1);
    List<Thread> all = new ArrayList<>();
    long threadsBefore = number(THREADS_FIELD);
    long before = bytes(field);
    try {
      for (int i = 0; i < threads; i++) {
        Thread thread =
            new Thread(() -> {
              if (begun.incrementAndGet() == threads) {
                check.finish();
              }
              try {
                end.await();
              } catch (InterruptedException e) {
                check.fail("expected nobody to interrupt a thread, found that somebody did");
              }
            });
        thread.setDaemon(true);
        all.add(thread);
        thread.start();
      }
      check.await(threads, "threads that have begun", begun::get);
      return Math.max(1, bytes(field) - before) / (double) threads;
    } finally {
      end.countDown();
      for (Thread thread : all) {
        thread.join();
      }
      awaitEnd(check, threads, threadsBefore);
    }
  }

  private static void awaitEnd(Check check, int threads, long threadsBefore)
      throws InterruptedException, IOException {
    long deadline = check.deadlineNanos();
    for (long left; (left = number(THREADS_FIELD) - threadsBefore) > MOST_OF_THE_JVM; ) {
      if (System.nanoTime() - deadline > 0) {
        throw check.late(threads, "threads that have ended", Math.max(0, threads - left));
      }
      Thread.sleep(1);
    }
  }

  private static long bytes(String field) throws IOException {
    return BYTES_PER_KIBIBYTE * number(field);
  }

  private static long number(String field) throws IOException {
    return Files.readAllLines(STATUS).stream()
        .filter(line -> line.startsWith(field))
        .map(line -> line.replaceAll("[^0-9]", ""))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow(() -> new IOException(STATUS + " has no " + field));
  }
}
