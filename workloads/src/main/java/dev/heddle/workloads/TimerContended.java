package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Sleep;
import dev.heddle.runtime.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * All workers set and cancel time-outs at once, beside so many tasks that sleep for long.
 *
 * <p>What it stresses: the lock around the timers, or the way around it if each worker has timers
 * of its own, and how much longer the queue makes others wait when it is crowded.
 *
 * <p>The trap: whoever keeps the worker shows no contention, so there is one task for each worker,
 * and it yields after every {@value #OPERATIONS_IN_A_TURN} time-outs. On how many workers they come
 * to run is the scheduler's business, and part of what is compared.
 *
 * <p>Unit: one time-out, that is one future that begins to sleep and is closed. It is allocated, as
 * in a program. The tasks that sleep are spawned before and not measured.
 *
 * <p>The check: every time-out is pending when it is closed, all are counted, and none of those
 * that sleep wakes.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TimerContended {
  static final int OPERATIONS = 20_000;
  static final int OPERATIONS_IN_A_TURN = 100;
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final Duration LONG = Duration.ofDays(1);
  private static final int MOST_BYTES = 400;
  private static final String NAME = "timer-contended";

  /** How many timers are active. */
  @Param("1000")
  public int size;

  private final Check check;
  private final AtomicLong asleep = new AtomicLong();
  private final AtomicLong awake = new AtomicLong();

  /** Called by JMH. */
  public TimerContended() {
    this(Check.defaultDeadline());
  }

  TimerContended(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** Puts so many tasks to sleep. */
  @Setup(Level.Trial)
  public void fill(RuntimeState state) throws InterruptedException {
    fill(state.runtime(), size);
  }

  void fill(HeddleRuntime runtime, int sleepers) throws InterruptedException {
    for (int i = 0; i < sleepers; i++) {
      runtime.spawn(new Sleeper(this, sleepers));
    }
    check.await(sleepers, "tasks asleep", asleep::get);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(OPERATIONS)
  @Workload(
      name = NAME,
      unit = "timer",
      summary = "all workers set and cancel time-outs beside so many active ones",
      timers = TimerUse.ANY,
      sizes = {1_000, 100_000, 1_000_000},
      heapBytesPerSize = MOST_BYTES)
  public void timerContended(RuntimeState state) throws InterruptedException {
    run(state.runtime(), OPERATIONS);
  }

  /** Sets and cancels so many time-outs in all. */
  void run(HeddleRuntime runtime, int operations) throws InterruptedException {
    int tasks = runtime.workers();
    Arrivals arrivals = new Arrivals(check, tasks);
    List<Setter> setters = new ArrayList<>();
    for (int id = 0; id < tasks; id++) {
      int share = operations / tasks + (id < operations % tasks ? 1 : 0);
      setters.add(new Setter(check, arrivals, id, share));
    }
    setters.forEach(runtime::spawn);
    check.await(tasks, "finished tasks", arrivals::count);
    check.verify(operations, "time-outs", setters.stream().mapToLong(setter -> setter.set).sum());
    check.verify(0, "tasks awake", awake.get());
  }

  private static final class Setter extends Task<@Nullable Void> {
    private final Check check;
    private final Arrivals arrivals;
    private final int id;
    private int left;
    private int set;
    private boolean finished;

    Setter(Check check, Arrivals arrivals, int id, int operations) {
      this.check = check;
      this.arrivals = arrivals;
      this.id = id;
      left = operations;
    }

    @Override
    public Poll poll(Context context) {
      int now = Math.min(left, OPERATIONS_IN_A_TURN);
      for (int i = 0; i < now; i++) {
        Sleep timeout = Futures.sleep(TIMEOUT);
        if (timeout.poll(context) == Poll.PENDING) {
          set++;
        }
        timeout.close();
      }
      left -= now;
      if (left > 0) {
        return context.yieldNow();
      }
      if (finished) {
        check.failDoubled();
        return ready(null);
      }
      finished = true;
      context.runtime().spawn(new Last(check, arrivals, id));
      return ready(null);
    }
  }

  /** Comes behind a setter, so that one which is handed out twice is seen before the call ends. */
  private static final class Last extends Task<@Nullable Void> {
    private final Check check;
    private final Arrivals arrivals;
    private final int id;

    Last(Check check, Arrivals arrivals, int id) {
      this.check = check;
      this.arrivals = arrivals;
      this.id = id;
    }

    @Override
    public Poll poll(Context context) {
      if (arrivals.arrive(id)) {
        check.finish();
      }
      return ready(null);
    }
  }

  private static final class Sleeper extends Task<@Nullable Void> {
    private final TimerContended workload;
    private final int sleepers;
    private @Nullable Sleep sleep;

    Sleeper(TimerContended workload, int sleepers) {
      this.workload = workload;
      this.sleepers = sleepers;
    }

    @Override
    public Poll poll(Context context) {
      Sleep sleeping = sleep;
      boolean first = sleeping == null;
      if (sleeping == null) {
        sleeping = Futures.sleep(LONG);
        sleep = sleeping;
      }
      if (sleeping.poll(context) == Poll.READY) {
        workload.awake.incrementAndGet();
        return ready(null);
      }
      if (first && workload.asleep.incrementAndGet() == sleepers) {
        workload.check.finish();
      }
      return Poll.PENDING;
    }

    @Override
    public void close() {
      if (sleep != null) {
        sleep.close();
      }
    }
  }
}
