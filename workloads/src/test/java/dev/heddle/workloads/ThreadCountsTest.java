package dev.heddle.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.HeddleRuntime;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ThreadCountsTest {

  @Test
  void threadsThatBeginCountFromNothingAndThreadsThatEndTakeNothingOff() {
    ThreadCounts before = new ThreadCounts(Map.of(1L, 10L, 2L, 1_000L));
    ThreadCounts after = new ThreadCounts(Map.of(1L, 15L, 3L, 7L));
    assertThat(after.since(before)).isEqualTo(5 + 7);
  }

  @Test
  void everyWaitOfAnotherThreadIsCounted() throws InterruptedException {
    int waits = 20;
    long counted =
        whileAnotherThread(
            () -> {
              for (int i = 0; i < waits; i++) {
                LockSupport.parkNanos(1_000_000);
              }
            },
            ThreadCounts::waits);
    assertThat(counted).isGreaterThanOrEqualTo(waits);
  }

  @Test
  void theCpuTimeOfAnotherThreadIsCounted() throws InterruptedException {
    long used = 5_000_000;
    long counted =
        whileAnotherThread(
            () -> {
              while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < used) {
                Thread.onSpinWait();
              }
            },
            ThreadCounts::cpuNanos);
    assertThat(counted).isGreaterThanOrEqualTo(used);
  }

  @Test
  void theWaitsOfAThreadAreReadFromItsStatus() {
    assertThat(ThreadCounts.parseWaits(status("worker-1"))).isEqualTo(123);
  }

  @Test
  void tickerAndCompilersAreLeftOut() {
    assertThat(ThreadCounts.LEFT_OUT)
        .allSatisfy(name -> assertThat(ThreadCounts.parseWaits(status(name))).isNegative());
  }

  /** A thread gives itself its name as it begins, which may be just now; so this looks again. */
  @Test
  @Timeout(60)
  void whatIsLeftOutIsCalledSoByTheKernel() throws IOException {
    try (HeddleRuntime runtime =
        HeddleRuntime.builder().strategy("test-plain").workers(1).build()) {
      assertThat(runtime.workers()).isEqualTo(1);
      while (!namesOfThreads().containsAll(ThreadCounts.LEFT_OUT)) {
        Thread.onSpinWait();
      }
    }
  }

  private static Set<String> namesOfThreads() throws IOException {
    try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
      return tasks.map(ThreadCountsTest::name).collect(Collectors.toSet());
    }
  }

  /** A thread's name, or nothing if it has ended meanwhile. */
  private static String name(Path task) {
    try {
      return Files.readString(task.resolve("comm")).strip();
    } catch (IOException ended) {
      return "";
    }
  }

  private static String status(String name) {
    return String.join(
        "\n",
        "Name:\t" + name,
        "State:\tS (sleeping)",
        "nonvoluntary_ctxt_switches:\t4567",
        "voluntary_ctxt_switches:\t123",
        "");
  }

  /** What is counted between two looks, while another thread works between them and lives on. */
  private static long whileAnotherThread(Runnable work, Supplier<ThreadCounts> look)
      throws InterruptedException {
    CountDownLatch worked = new CountDownLatch(1);
    CountDownLatch looked = new CountDownLatch(1);
    ThreadCounts before = look.get();
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              work.run();
              worked.countDown();
              try {
                looked.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    worked.await();
    long counted = look.get().since(before);
    looked.countDown();
    thread.join();
    return counted;
  }
}
