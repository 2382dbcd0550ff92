package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Sleep;
import dev.heddle.runtime.Task;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * How late sleeping tasks wake: from the deadline that was asked for to the poll that finds it has
 * come. A gauge, in ns; the whole distribution goes into a histogram log of its own. 1,000 tasks
 * sleep until moments drawn from the next 1 to 20 ms.
 *
 * <p>Three variants. On idle workers it is the tick, how the operating system wakes a thread, and
 * the way of the task to a worker. On loaded workers, with two tasks each that keep the CPU for 10
 * us again and again, it is how often a worker looks at the timers and how long what is woken
 * waits. And with a thread beside them that makes garbage all the time, it is the collector too.
 *
 * <p>{@link ThreadLateness} is the host's share of it.
 *
 * <p>The trap: a mean hides the tail, which is the question; read the quantiles. And a scheduler
 * that never lets what comes from outside pass tasks which yield would wake no sleeper at all: the
 * busy tasks end after half a second, and a lateness of about that says that it was kept waiting
 * for as long as they lasted.
 *
 * <p>Unit: one sleep. The time per call is recorded too, and says little.
 *
 * <p>The check: every task wakes once, and none before its deadline.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TimerLateness {
  static final int SLEEPS = 1_000;
  static final String IDLE = "timer-lateness";
  private static final String LOADED = "timer-lateness-loaded";
  private static final String GARBAGE = "timer-lateness-gc";
  static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long STALL_NANOS = TimeUnit.MICROSECONDS.toNanos(10);
  private static final int BUSY_TASKS_PER_WORKER = 2;

  /** Much longer than all sleep. */
  private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  static final long SEED = 0x5EED;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final Duration deadline;

  /** Called by JMH. */
  public TimerLateness() {
    this(Check.defaultDeadline());
  }

  TimerLateness(Duration deadline) {
    this.deadline = deadline;
  }

  /** On idle workers. */
  @Benchmark
  @OperationsPerInvocation(SLEEPS)
  @Workload(
      name = IDLE,
      unit = "sleep",
      gauge = "ns late",
      summary = "how late 1,000 sleeping tasks wake, on idle workers",
      timers = TimerUse.ANY)
  public void idle(RuntimeState state) throws InterruptedException {
    record(state, idle(state.runtime(), SLEEPS));
  }

  /** On workers that have something to do. */
  @Benchmark
  @OperationsPerInvocation(SLEEPS)
  @Workload(
      name = LOADED,
      unit = "sleep",
      gauge = "ns late",
      summary = "how late 1,000 sleeping tasks wake, beside two busy tasks for each worker",
      timers = TimerUse.ANY)
  public void loaded(RuntimeState state) throws InterruptedException {
    record(state, loaded(state.runtime(), SLEEPS));
  }

  /** Beside a thread that makes garbage. */
  @Benchmark
  @OperationsPerInvocation(SLEEPS)
  @Workload(
      name = GARBAGE,
      unit = "sleep",
      gauge = "ns late",
      summary = "how late 1,000 sleeping tasks wake, beside a thread that makes garbage",
      timers = TimerUse.ANY)
  public void garbage(RuntimeState state) throws InterruptedException {
    record(state, garbage(state.runtime(), SLEEPS));
  }

  private static void record(RuntimeState state, long[] late) {
    state.gauge(gauge(late, state::late));
  }

  /** Passes on how late each was, and returns the mean. */
  static double gauge(long[] late, LongConsumer each) {
    long sum = 0;
    for (long nanos : late) {
      each.accept(nanos);
      sum += nanos;
    }
    // What a gauge passes on is above zero; not even the best timer is late by less.
    return Math.max(1, (double) sum / late.length);
  }

  long[] idle(HeddleRuntime runtime, int sleeps) throws InterruptedException {
    return sleep(runtime, IDLE, sleeps);
  }

  long[] loaded(HeddleRuntime runtime, int sleeps) throws InterruptedException {
    Check check = new Check(LOADED, deadline);
    Load load = new Load(check, BUSY_TASKS_PER_WORKER * runtime.workers());
    for (int i = 0; i < load.tasks; i++) {
      runtime.spawn(new Busy(load));
    }
    check.await(load.tasks, "busy tasks", load.begun::get);
    try {
      return sleep(runtime, LOADED, sleeps);
    } finally {
      load.over = true;
      check.await(load.tasks, "busy tasks that end", load.ended::get);
    }
  }

  long[] garbage(HeddleRuntime runtime, int sleeps) throws InterruptedException {
    Garbage garbage = new Garbage();
    Thread maker = Thread.ofPlatform().daemon().name("heddle-garbage").start(garbage);
    try {
      return sleep(runtime, GARBAGE, sleeps);
    } finally {
      garbage.over = true;
      maker.join();
    }
  }

  /** How late each of so many tasks woke, in ns. */
  private long[] sleep(HeddleRuntime runtime, String workload, int sleeps)
      throws InterruptedException {
    Check check = new Check(workload, deadline);
    Arrivals arrivals = new Arrivals(check, sleeps);
    Sleeper[] sleepers = new Sleeper[sleeps];
    for (int id = 0; id < sleeps; id++) {
      sleepers[id] =
          new Sleeper(check, arrivals, id, random.nextLong(SHORTEST_NANOS, LONGEST_NANOS));
      runtime.spawn(sleepers[id]);
    }
    check.await(sleeps, "sleeps that end", arrivals::count);
    long[] late = new long[sleeps];
    for (int id = 0; id < sleeps; id++) {
      late[id] = sleepers[id].lateNanos;
      requireNotEarly(workload, late[id]);
    }
    return late;
  }

  static void requireNotEarly(String workload, long lateNanos) {
    if (lateNanos < 0) {
      throw new WorkloadFailure(
          workload,
          "expected no sleep to end before its time, found one %d ns early".formatted(-lateNanos));
    }
  }

  private static final class Sleeper extends Task<@Nullable Void> {
    private final Check check;
    private final Arrivals arrivals;
    private final int id;
    private final long durationNanos;
    private long deadlineNanos;
    private long lateNanos;
    private @Nullable Sleep sleep;
    private boolean awake;

    Sleeper(Check check, Arrivals arrivals, int id, long durationNanos) {
      this.check = check;
      this.arrivals = arrivals;
      this.id = id;
      this.durationNanos = durationNanos;
    }

    @Override
    public Poll poll(Context context) {
      Sleep sleeping = sleep;
      if (sleeping == null) {
        deadlineNanos = System.nanoTime() + durationNanos;
        sleeping = Futures.sleepUntil(deadlineNanos);
        sleep = sleeping;
      }
      if (sleeping.poll(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      if (awake) {
        check.failDoubled();
        return ready(null);
      }
      awake = true;
      lateNanos = System.nanoTime() - deadlineNanos;
      if (arrivals.arrive(id)) {
        check.finish();
      }
      return ready(null);
    }
  }

  /** All busy tasks of one call. */
  private static final class Load {
    final Check check;
    final int tasks;
    final AtomicInteger begun = new AtomicInteger();
    final AtomicInteger ended = new AtomicInteger();
    volatile boolean over;

    Load(Check check, int tasks) {
      this.check = check;
      this.tasks = tasks;
    }

    void count(AtomicInteger stage) {
      if (stage.incrementAndGet() == tasks) {
        check.finish();
      }
    }
  }

  private static final class Busy extends Task<@Nullable Void> {
    private final Load load;
    private final long endNanos = System.nanoTime() + BUSY_NANOS;
    private boolean begun;

    Busy(Load load) {
      this.load = load;
    }

    @Override
    public Poll poll(Context context) {
      if (!begun) {
        begun = true;
        load.count(load.begun);
      }
      if (load.over || System.nanoTime() - endNanos >= 0) {
        load.count(load.ended);
        return ready(null);
      }
      WallClock.spin(STALL_NANOS);
      return context.yieldNow();
    }
  }

  /** Half a gigabyte a second, of which a little lives for a while. */
  private static final class Garbage implements Runnable {
    private static final int OBJECT_BYTES = 1 << 10;
    private static final int OBJECTS_AT_A_TIME = 1 << 10;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    volatile boolean over;

    @Override
    public void run() {
      byte[][] survivors = new byte[OBJECTS_AT_A_TIME][];
      try {
        for (int round = 0; !over; round++) {
          for (int i = 0; i < OBJECTS_AT_A_TIME; i++) {
            survivors[(i * round) & (OBJECTS_AT_A_TIME - 1)] = new byte[OBJECT_BYTES];
          }
          WallClock.parkUntil(System.nanoTime() + PAUSE_NANOS);
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException("nobody interrupts the maker of garbage", e);
      }
    }
  }
}
