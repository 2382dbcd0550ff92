package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * How long it takes until work that one worker has is work of all: a gauge, in microseconds. One
 * task spawns many on its own worker, each of which computes for {@value #WORK_MICROS} us, and the
 * score is the time from the first spawn to the first poll on the last worker to have one.
 *
 * <p>What it stresses: whether and when others are woken for work that one has, and how much of it
 * they take at a time. How many visits to another's queue the spreading needed, and how many tasks
 * each brought, is in the counters.
 *
 * <p>The trap: if the tasks are over before all workers had one, there is no such moment. Then the
 * score is the time until the last task's end, which is a lower bound; with one worker it is always
 * the time to the first poll.
 *
 * <p>Size: how many tasks. Unit: one spreading. The time per call, until all is done, is recorded
 * too.
 *
 * <p>The check: a shared counter of the tasks that are done, which also sums their ids; a task that
 * is run again after its end says so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Spread {
  static final int WORK_MICROS = 2;
  private static final String NAME = "spread";

  /** How many tasks one worker has. */
  @Param("1000")
  public int size;

  private final Check check;

  /** Called by JMH. */
  public Spread() {
    this(Check.defaultDeadline());
  }

  Spread(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(1)
  @Workload(
      name = NAME,
      unit = "spreading",
      gauge = "us",
      summary = "the time until all workers have a task of the many that one worker spawned",
      sizes = {100, 1_000, 10_000})
  public void spread(RuntimeState state) throws InterruptedException {
    state.gauge(microsUntilAllAreBusy(state.runtime()));
  }

  /** Spawns the tasks from within, and says how long it took until each worker had one. */
  double microsUntilAllAreBusy(HeddleRuntime runtime) throws InterruptedException {
    Crowd crowd = new Crowd(check, size, runtime.workers());
    runtime.spawn(new Seed(crowd));
    check.await(size, "finished tasks", crowd.arrivals::count);
    long busy = crowd.allBusyNanos.get();
    long until = busy != 0 ? busy : crowd.lastEndNanos;
    return Math.max(1, until - crowd.beginNanos) / 1e3;
  }

  private static final class Crowd {
    final Check check;
    final Arrivals arrivals;
    final int size;
    private final int workers;
    private final AtomicLong busyWorkers = new AtomicLong();
    private final AtomicLong allBusyNanos = new AtomicLong();
    private volatile long beginNanos;
    private volatile long lastEndNanos;

    /** The threads that had a task. */
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    Crowd(Check check, int size, int workers) {
      this.check = check;
      this.size = size;
      this.workers = workers;
      arrivals = new Arrivals(check, size);
    }

    void polled() {
      if (allBusyNanos.get() == 0
          && threads.add(Thread.currentThread())
          && busyWorkers.incrementAndGet() == workers) {
        allBusyNanos.set(System.nanoTime());
      }
    }

    void done(int id) {
      if (arrivals.arrive(id)) {
        lastEndNanos = System.nanoTime();
        check.finish();
      }
    }
  }

  private static final class Seed extends Task<@Nullable Void> {
    private final Crowd crowd;

    Seed(Crowd crowd) {
      this.crowd = crowd;
    }

    @Override
    public Poll poll(Context context) {
      crowd.beginNanos = System.nanoTime();
      for (int id = 0; id < crowd.size; id++) {
        context.runtime().spawn(new Worked(crowd, id));
      }
      return ready(null);
    }
  }

  private static final class Worked extends Task<@Nullable Void> {
    private final Crowd crowd;
    private final int id;
    private boolean finished;

    Worked(Crowd crowd, int id) {
      this.crowd = crowd;
      this.id = id;
    }

    @Override
    public Poll poll(Context context) {
      if (finished) {
        crowd.check.failDoubled();
        return ready(null);
      }
      finished = true;
      crowd.polled();
      WallClock.spin(TimeUnit.MICROSECONDS.toNanos(WORK_MICROS));
      crowd.done(id);
      return ready(null);
    }
  }
}
