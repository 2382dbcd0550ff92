package dev.heddle.workloads;

import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * {@link Sleepers} as one writes it with the JDK alone: no task of Heddle's, no runtime, no timers
 * of ours. What the adapters {@code virtual-threads} and {@code fork-join} cannot show, since their
 * tasks sleep by Heddle's timers.
 *
 * <p>Virtual threads sleep by {@link Thread#sleep}. The fork-join pool is asked to run a task after
 * a delay, which since JDK 25 it does by a thread and a heap of its own; no task of it runs before
 * the delay, so it does less than a task that begins, sleeps and goes on. Each has as many carriers
 * or workers as there are CPUs, which is what a runtime has unless asked otherwise.
 *
 * <p>Unit and check: as {@link Sleepers}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class JdkSleepers {
  private static final String VIRTUAL_THREADS = "sleepers-virtual-threads";
  private static final String FORK_JOIN = "sleepers-fork-join-delays";

  private final Duration deadline;
  private final ForkJoinPool pool = new ForkJoinPool(Runtime.getRuntime().availableProcessors());

  /** Called by JMH. */
  public JdkSleepers() {
    this(Check.defaultDeadline());
  }

  JdkSleepers(Duration deadline) {
    this.deadline = deadline;
  }

  /** Threads that sleep. */
  @Benchmark
  @OperationsPerInvocation(Sleepers.TASKS)
  @Workload(
      name = VIRTUAL_THREADS,
      unit = "task",
      summary = "sleepers as virtual threads of the JDK's, by Thread.sleep",
      strategies = false,
      peerOf = Sleepers.NAME)
  public void virtualThreads(AloneState state) throws InterruptedException {
    virtualThreads(Sleepers.TASKS);
  }

  /** Tasks that begin after a delay. */
  @Benchmark
  @OperationsPerInvocation(Sleepers.TASKS)
  @Workload(
      name = FORK_JOIN,
      unit = "task",
      summary =
          "sleepers as tasks of a fork-join pool, by its own delay scheduler; none runs before its delay",
      strategies = false,
      peerOf = Sleepers.NAME)
  public void forkJoin(AloneState state) throws InterruptedException {
    forkJoin(Sleepers.TASKS);
  }

  void virtualThreads(int tasks) throws InterruptedException {
    Check check = new Check(VIRTUAL_THREADS, deadline);
    Arrivals arrivals = new Arrivals(check, tasks);
    long begin = System.nanoTime();
    Thread.startVirtualThread(() -> {
      for (int id = 0; id < tasks; id++) {
        int own = id;
        Thread.startVirtualThread(() -> {
          try {
            Thread.sleep(Sleepers.SLEEP);
            arrive(check, arrivals, own);
          } catch (InterruptedException e) {
            check.fail("expected nobody to interrupt a sleep, found that somebody did");
          }
        });
      }
    });
    await(VIRTUAL_THREADS, check, tasks, arrivals, begin);
  }

  void forkJoin(int tasks) throws InterruptedException {
    Check check = new Check(FORK_JOIN, deadline);
    Arrivals arrivals = new Arrivals(check, tasks);
    long begin = System.nanoTime();
    pool.execute(() -> {
      for (int id = 0; id < tasks; id++) {
        int own = id;
        var _ =
            pool.schedule(
                () -> arrive(check, arrivals, own), Sleepers.SLEEP.toNanos(), TimeUnit.NANOSECONDS);
      }
    });
    await(FORK_JOIN, check, tasks, arrivals, begin);
  }

  private static void arrive(Check check, Arrivals arrivals, int id) {
    if (arrivals.arrive(id)) {
      check.finish();
    }
  }

  private static void await(
      String workload, Check check, int tasks, Arrivals arrivals, long beginNanos)
      throws InterruptedException {
    check.await(tasks, "tasks awake", arrivals::count);
    Sleepers.requireSlept(workload, System.nanoTime() - beginNanos);
  }

  /** Ends the pool. */
  @TearDown
  public void close() {
    pool.close();
  }
}
