package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Sleep;
import dev.heddle.runtime.Task;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * How much heap a task takes that waits, as most tasks of a server do: a gauge, in bytes.
 *
 * <p>Many tasks are spawned that are polled once and then never ready. What the heap holds after a
 * collection, less what it held before, over their number, is one idle task: the object itself,
 * with one reference of its own, and its share of all that runtime and strategy keep for it, such
 * as the list of tasks to be cancelled at the end, or an adapter's own task object. Large arrays
 * count with what the collector rounds them up to.
 *
 * <p>The trap: what a runtime keeps for tasks that have ended may be given back only when the next
 * ones come, and would be taken off their account. So each call has a runtime of its own, and waits
 * first until the one before is gone from the heap, which is when the last of its threads is. And
 * all that the measurement itself needs is there before the first look at the heap.
 *
 * <p>A task that waits for a time has its timer too: the future that it sleeps by, which is its own
 * entry in a queue of Heddle's, and the place that the queue keeps for it. The reference to that
 * future is the one of its own.
 *
 * <p>Unit: one idle or sleeping task. The time of a call, spawns, collections and cancellations, is
 * recorded too, and says little.
 *
 * <p>The check: the tasks count their first polls, and when all are cancelled, their ends; a task
 * that is polled or closed once more says so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TaskFootprint {
  static final int FEW = 100_000;
  static final int MANY = 1_000_000;
  private static final String NAME_OF_FEW = "task-footprint-100k";
  private static final String NAME_OF_MANY = "task-footprint-1m";
  private static final String NAME_OF_FEW_SLEEPING = "sleeping-task-footprint-100k";
  private static final String NAME_OF_MANY_SLEEPING = "sleeping-task-footprint-1m";

  /** A virtual thread's stack is on the heap while it waits, as is what the JDK keeps for it. */
  private static final int HEAP_MEBIBYTES_FOR_MANY = 3072;

  private static final Duration LONG = Duration.ofDays(1);

  private final Duration deadline;
  private final HeldMemory held = new HeldMemory();

  /** Called by JMH. */
  public TaskFootprint() {
    this(Check.defaultDeadline());
  }

  TaskFootprint(Duration deadline) {
    this.deadline = deadline;
  }

  /** The workload with few tasks. */
  @Benchmark
  @OperationsPerInvocation(FEW)
  @Workload(
      name = NAME_OF_FEW,
      unit = "idle task",
      gauge = "B",
      summary = "the heap that each of 100,000 idle tasks takes")
  public void few(RuntimeState state) throws InterruptedException {
    run(state, NAME_OF_FEW, FEW, Idle::new);
  }

  /** The workload with many. */
  @Benchmark
  @OperationsPerInvocation(MANY)
  @Workload(
      name = NAME_OF_MANY,
      unit = "idle task",
      gauge = "B",
      summary = "the heap that each of 1,000,000 idle tasks takes",
      heapMebibytes = HEAP_MEBIBYTES_FOR_MANY)
  public void many(RuntimeState state) throws InterruptedException {
    run(state, NAME_OF_MANY, MANY, Idle::new);
  }

  /** The workload with few tasks that sleep. */
  @Benchmark
  @OperationsPerInvocation(FEW)
  @Workload(
      name = NAME_OF_FEW_SLEEPING,
      unit = "sleeping task",
      gauge = "B",
      summary = "the heap that each of 100,000 sleeping tasks takes, its timer included",
      timers = TimerUse.ANY)
  public void fewSleeping(RuntimeState state) throws InterruptedException {
    run(state, NAME_OF_FEW_SLEEPING, FEW, Sleeping::of);
  }

  /** The workload with many. */
  @Benchmark
  @OperationsPerInvocation(MANY)
  @Workload(
      name = NAME_OF_MANY_SLEEPING,
      unit = "sleeping task",
      gauge = "B",
      summary = "the heap that each of 1,000,000 sleeping tasks takes, its timer included",
      timers = TimerUse.ANY,
      heapMebibytes = HEAP_MEBIBYTES_FOR_MANY)
  public void manySleeping(RuntimeState state) throws InterruptedException {
    run(state, NAME_OF_MANY_SLEEPING, MANY, Sleeping::of);
  }

  private void run(RuntimeState state, String workload, int tasks, Function<Census, Task<?>> member)
      throws InterruptedException {
    try (HeddleRuntime runtime = held.withoutPrevious(workload, deadline, state::another)) {
      state.gauge(bytesPerTask(runtime, workload, tasks, member));
    }
  }

  /** Runs so many tasks on a runtime that had none, and says how many bytes each took. */
  double bytesPerTask(
      HeddleRuntime runtime, String workload, int tasks, Function<Census, Task<?>> member)
      throws InterruptedException {
    Census census = new Census(new Check(workload, deadline), tasks);
    Task<?>[] idle = new Task<?>[tasks];
    long before = HeldMemory.now();
    for (int i = 0; i < tasks; i++) {
      Task<?> task = member.apply(census);
      idle[i] = task;
      runtime.spawn(task);
    }
    census.check.await(tasks, "tasks polled once", census.polled::get);
    double bytesPerTask = HeldMemory.bytesEach(workload, HeldMemory.now() - before, tasks, "tasks");
    for (Task<?> task : idle) {
      task.abort();
    }
    census.check.await(tasks, "cancelled tasks", census.closed::get);
    return bytesPerTask;
  }

  /** How many tasks were polled, and how many are closed. */
  static final class Census {
    final Check check;
    final int tasks;
    final AtomicInteger polled = new AtomicInteger();
    final AtomicInteger closed = new AtomicInteger();

    Census(Check check, int tasks) {
      this.check = check;
      this.tasks = tasks;
    }

    /** One more in its stage, or a task that comes twice. */
    void count(AtomicInteger stage, boolean first) {
      if (!first) {
        check.failDoubled();
      } else if (stage.incrementAndGet() == tasks) {
        check.finish();
      }
    }
  }

  /** Waits for nothing. */
  static final class Idle extends Task<@Nullable Void> {
    private final Census census;
    private byte stage;

    Idle(Census census) {
      this.census = census;
    }

    @Override
    public Poll poll(Context context) {
      census.count(census.polled, stage++ == 0);
      return Poll.PENDING;
    }

    @Override
    public void close() {
      census.count(census.closed, stage++ == 1);
    }
  }

  /** Waits for a day to pass. */
  static final class Sleeping extends Task<@Nullable Void> {
    /** Of the one measurement there is at a time: in each task it would be measured too. */
    private static volatile @Nullable Census census;

    /** Null once the task is closed. */
    private @Nullable Sleep sleep = Futures.sleep(LONG);

    private Sleeping() {}

    static Sleeping of(Census census) {
      if (Sleeping.census != census) {
        Sleeping.census = census;
      }
      return new Sleeping();
    }

    @Override
    public Poll poll(Context context) {
      Sleep sleep = Objects.requireNonNull(this.sleep);
      Census census = Objects.requireNonNull(Sleeping.census);
      // A point in time from its first poll on.
      boolean first = sleep.deadlineNanos() == LONG.toNanos();
      if (sleep.poll(context) == Poll.READY) {
        census.check.fail("expected a sleep to last for a day, found that it was over");
        return ready(null);
      }
      census.count(census.polled, first);
      return Poll.PENDING;
    }

    @Override
    public void close() {
      Census census = Objects.requireNonNull(Sleeping.census);
      Sleep sleep = this.sleep;
      this.sleep = null;
      if (sleep != null) {
        sleep.close();
      }
      census.count(census.closed, sleep != null);
    }
  }
}
