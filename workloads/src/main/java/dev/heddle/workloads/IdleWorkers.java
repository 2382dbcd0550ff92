package dev.heddle.workloads;

import com.sun.management.ThreadMXBean;
import dev.heddle.runtime.HeddleRuntime;
import java.lang.management.ManagementFactory;
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
 * What a runtime costs while it has nothing to do: a gauge, in microseconds of CPU time per second;
 * 10,000 are a hundredth of a core. How many workers are idle is the run's number of workers: ask
 * for {@code --workers 64}.
 *
 * <p>Each call first gives the workers a thousand tasks, so that those who are idle afterwards have
 * had work, as in a server at night. Then it lets them settle for {@value #SETTLE_MILLIS} ms: the
 * way into the park with its last spins is not what is asked for, and the runtime's ticker dozes
 * only after a tenth of a second without polls. And then it looks at the CPU time of the JVM's
 * threads before and after {@value #IDLE_MILLIS} ms of nothing.
 *
 * <p>The trap: the CPU time of a process counts in ticks of 10 ms, a tenth of this stretch, and
 * holds the compiler's and the collector's share. So the times of the Java threads are added up,
 * which are exact: those of the workers, of the runtime's other threads, and what little harness
 * and JVM do; and for the thread that looks, its wait in between alone.
 *
 * <p>Unit: one second of idleness. The time per call is recorded too, and says nothing.
 *
 * <p>The check: a shared counter of the tasks that are done, which also sums their ids; a task that
 * is run again after its end says so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class IdleWorkers {
  static final int TASKS = 1_000;
  static final int SETTLE_MILLIS = 150;
  static final int IDLE_MILLIS = 100;
  private static final String NAME = "idle-workers";
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final double MICROS_PER_SECOND = 1e6;

  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private final Check check;

  /** Called by JMH. */
  public IdleWorkers() {
    this(Check.defaultDeadline());
  }

  IdleWorkers(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(1)
  @Workload(
      name = NAME,
      unit = "idle second",
      gauge = "us",
      summary = "the CPU time that workers take who have nothing to do")
  public void idleWorkers(RuntimeState state) throws InterruptedException {
    state.gauge(
        idleMicrosPerSecond(
            state.runtime(),
            TASKS,
            SETTLE_MILLIS * NANOS_PER_MILLI,
            IDLE_MILLIS * NANOS_PER_MILLI));
  }

  /** Runs so many tasks, waits twice, and says what CPU time was used in the second wait. */
  double idleMicrosPerSecond(HeddleRuntime runtime, int tasks, long settleNanos, long idleNanos)
      throws InterruptedException {
    Arrivals arrivals = new Arrivals(check, tasks);
    for (int id = 0; id < tasks; id++) {
      runtime.spawn(new Once(check, arrivals, id));
    }
    check.await(tasks, "finished tasks", arrivals::count);
    WallClock.parkUntil(System.nanoTime() + settleNanos);
    ThreadCounts before = ThreadCounts.cpuNanos();
    long ownBefore = THREADS.getCurrentThreadCpuTime();
    long begin = System.nanoTime();
    WallClock.parkUntil(begin + idleNanos);
    long idledNanos = System.nanoTime() - begin;
    long own = THREADS.getCurrentThreadCpuTime() - ownBefore;
    long cpuNanos = ThreadCounts.cpuNanos().since(before) + own;
    return cpuNanos * MICROS_PER_SECOND / idledNanos;
  }
}
