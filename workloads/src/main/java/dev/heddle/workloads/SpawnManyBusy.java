package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Empty tasks spawned from a thread outside while the workers are busy; after Tokio's {@code
 * spawn_many_remote_busy1} and {@code busy2}. Two tasks for each worker compute for {@value
 * #STALL_MICROS} us at a time. In {@code spawn-many-busy} they yield after it, and 10,000 tasks are
 * spawned; in {@code spawn-many-respawning} they spawn their successor and end, and it is 1,000.
 *
 * <p>What it stresses: whether workers look for what comes from outside while they have enough to
 * do. One that looks after every task serves it soon, and pays for the look each time; one that
 * looks at every 61st comes by each 610 us, and had better take many then.
 *
 * <p>The trap: as many CPUs as workers are busy, and the spawning thread needs one too. With a
 * worker for each CPU it shares that with a worker, so the score holds the kernel's time slices.
 * The same for all strategies, it makes ratios between them smaller than they are.
 *
 * <p>The busy tasks end when all others have, and else after a quarter of a second: a score of
 * about that over the number of tasks says that they were kept waiting for as long as there was
 * anything else to do.
 *
 * <p>Unit: one spawn, including the task's only poll.
 *
 * <p>The check: a shared counter of the tasks that are done, which also sums their ids; the busy
 * ones end each once, or their last successors do; a task that is run again after its end says so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SpawnManyBusy {
  static final int TASKS = 10_000;
  static final int TASKS_BESIDE_RESPAWNING = 1_000;
  static final int STALL_MICROS = 10;
  private static final int BUSY_PER_WORKER = 2;

  /** A strategy under which busy tasks keep others waiting for ever must have an end too. */
  private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final String YIELDING = "spawn-many-busy";
  private static final String RESPAWNING = "spawn-many-respawning";

  private final Duration deadline;

  /** Called by JMH. */
  public SpawnManyBusy() {
    this(Check.defaultDeadline());
  }

  SpawnManyBusy(Duration deadline) {
    this.deadline = deadline;
  }

  /** The workload beside tasks that yield. */
  @Benchmark
  @OperationsPerInvocation(TASKS)
  @Workload(
      name = YIELDING,
      unit = "spawn",
      summary = "10,000 empty tasks spawned from outside beside two for each worker that yield")
  public void yielding(RuntimeState state) throws InterruptedException {
    runYielding(state.runtime(), TASKS);
  }

  /** The workload beside tasks that spawn their successors. */
  @Benchmark
  @OperationsPerInvocation(TASKS_BESIDE_RESPAWNING)
  @Workload(
      name = RESPAWNING,
      unit = "spawn",
      summary = "1,000 empty tasks spawned from outside beside two for each worker that respawn")
  public void respawning(RuntimeState state) throws InterruptedException {
    runRespawning(state.runtime(), TASKS_BESIDE_RESPAWNING);
  }

  /** Spawns so many tasks. */
  void runYielding(HeddleRuntime runtime, int tasks) throws InterruptedException {
    run(runtime, crowd(YIELDING, runtime, Yielding::new), tasks);
  }

  /** Spawns so many tasks. */
  void runRespawning(HeddleRuntime runtime, int tasks) throws InterruptedException {
    run(runtime, crowd(RESPAWNING, runtime, Respawning::new), tasks);
  }

  private Crowd crowd(String name, HeddleRuntime runtime, Member member) {
    return new Crowd(new Check(name, deadline), new Check(name, deadline), runtime, member);
  }

  private static void run(HeddleRuntime runtime, Crowd crowd, int tasks)
      throws InterruptedException {
    try {
      crowd.begin();
      Arrivals arrivals = new Arrivals(crowd.check, tasks);
      for (int id = 0; id < tasks; id++) {
        runtime.spawn(new Once(crowd.check, arrivals, id));
      }
      crowd.check.await(tasks, "finished tasks", arrivals::count);
    } finally {
      crowd.over = true;
    }
    crowd.ends.await(crowd.size, "busy tasks that end", crowd.ended::get);
  }

  private interface Member {
    Task<?> of(Crowd crowd);
  }

  /** The tasks that keep the workers busy. */
  private static final class Crowd {
    final Check check;

    /** For the ends of its own tasks, which may come before those of what is counted. */
    final Check ends;

    final int size;
    final AtomicInteger ended = new AtomicInteger();
    private final HeddleRuntime runtime;
    private final Member member;
    private final AtomicInteger begun = new AtomicInteger();
    private final long endNanos = System.nanoTime() + BUSY_NANOS;

    volatile boolean over;

    Crowd(Check check, Check ends, HeddleRuntime runtime, Member member) {
      this.check = check;
      this.ends = ends;
      this.runtime = runtime;
      this.member = member;
      size = BUSY_PER_WORKER * runtime.workers();
    }

    void begin() throws InterruptedException {
      for (int i = 0; i < size; i++) {
        runtime.spawn(member.of(this));
      }
      check.await(size, "busy tasks under way", begun::get);
    }

    /** Computes. Returns whether it is over. */
    boolean stall(boolean first) {
      WallClock.spin(TimeUnit.MICROSECONDS.toNanos(STALL_MICROS));
      if (first && begun.incrementAndGet() == size) {
        check.finish();
      }
      return over || System.nanoTime() - endNanos >= 0;
    }

    void end() {
      if (ended.incrementAndGet() == size) {
        ends.finish();
      }
    }

    void respawn() {
      runtime.spawn(new Respawning(this, false));
    }
  }

  private static final class Yielding extends Task<@Nullable Void> {
    private final Crowd crowd;
    private boolean begun;
    private boolean finished;

    Yielding(Crowd crowd) {
      this.crowd = crowd;
    }

    @Override
    public Poll poll(Context context) {
      if (finished) {
        crowd.check.failDoubled();
        return ready(null);
      }
      boolean first = !begun;
      begun = true;
      if (!crowd.stall(first)) {
        return context.yieldNow();
      }
      finished = true;
      crowd.end();
      return ready(null);
    }
  }

  private static final class Respawning extends Task<@Nullable Void> {
    private final Crowd crowd;
    private final boolean first;
    private boolean finished;

    Respawning(Crowd crowd) {
      this(crowd, true);
    }

    Respawning(Crowd crowd, boolean first) {
      this.crowd = crowd;
      this.first = first;
    }

    @Override
    public Poll poll(Context context) {
      if (finished) {
        crowd.check.failDoubled();
        return ready(null);
      }
      finished = true;
      if (crowd.stall(first)) {
        crowd.end();
      } else {
        crowd.respawn();
      }
      return ready(null);
    }
  }
}
