package dev.heddle.workloads;

import dev.heddle.runtime.HeddleRuntime;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * How many threads a task wakes that comes from outside while all workers are idle: a gauge, in
 * wake-ups. Tasks of {@value #WORK_NANOS} ns are spawned at least {@value #GAP_MICROS} us apart,
 * long enough for every worker to have parked again.
 *
 * <p>What it stresses: the rule by which workers are woken. One is needed. A scheduler that wakes
 * another for it to look around, or lets the one that was woken pass the search on although there
 * is no more work, pays for twice as many, and that at the load at which servers mostly run.
 *
 * <p>The trap: the runtime counts only what workers end of each other's waits, not what the thread
 * outside does, and a foreign pool may tell nothing. But every wake-up ends a wait, and the kernel
 * counts those for each thread: voluntary context switches, of all threads but the one that spawns,
 * the runtime's ticker and the compilers. The JVM's others add a hundredth per task. A worker that
 * is woken on its way to the park does not count, for it has not waited.
 *
 * <p>Unit: one task. The time per task is recorded too, and is the gap.
 *
 * <p>The check: a shared counter of the tasks that are done, which also sums their ids; a task that
 * is run again after its end says so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SpacedTasks {
  static final int TASKS = 100;
  static final int GAP_MICROS = 500;
  static final int WORK_NANOS = 1_000;
  private static final String NAME = "spaced-tasks";

  private final Check check;

  /** Called by JMH. */
  public SpacedTasks() {
    this(Check.defaultDeadline());
  }

  SpacedTasks(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(TASKS)
  @Workload(
      name = NAME,
      unit = "task",
      gauge = "wake-ups",
      summary = "the threads woken by each of 100 tasks of 1 us that come 500 us apart")
  public void spacedTasks(RuntimeState state) throws InterruptedException {
    state.gauge(wakeUpsPerTask(state.runtime(), TASKS, TimeUnit.MICROSECONDS.toNanos(GAP_MICROS)));
  }

  /**
   * Spawns so many tasks, each after a gap, and waits for one gap more.
   *
   * @throws WorkloadFailure if no thread ever waited, so that none can have been woken
   */
  double wakeUpsPerTask(HeddleRuntime runtime, int tasks, long gapNanos)
      throws InterruptedException {
    Arrivals arrivals = new Arrivals(check, tasks);
    ThreadCounts before = ThreadCounts.waits();
    for (int id = 0; id < tasks; id++) {
      WallClock.parkUntil(System.nanoTime() + gapNanos);
      runtime.spawn(new Microtask(check, arrivals, id));
    }
    check.await(tasks, "finished tasks", arrivals::count);
    WallClock.parkUntil(System.nanoTime() + gapNanos);
    long waits = ThreadCounts.waits().since(before);
    if (waits == 0) {
      throw new WorkloadFailure(NAME, "expected idle workers to wait, found that none ever did");
    }
    return (double) waits / tasks;
  }

  private static final class Microtask extends Once {
    Microtask(Check check, Arrivals arrivals, int id) {
      super(check, arrivals, id);
    }

    @Override
    void work() {
      WallClock.spin(WORK_NANOS);
    }
  }
}
