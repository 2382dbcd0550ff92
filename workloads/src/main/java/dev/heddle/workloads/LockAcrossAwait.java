package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Sleep;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.sync.Mutex;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What a lock that is held across a suspension does to tasks that have nothing to do with it: a
 * gauge, in microseconds that bystanders wait beyond their time, at the 99th percentile. {@value
 * #HOLDERS} tasks take turns with one lock and sleep {@value #HELD_MICROS} us while they hold it,
 * {@code lock-blocking} with one that blocks the thread of whoever waits for it, {@code lock-async}
 * with one for which a task waits. Beside them {@value Bystanders#COUNT} bystanders sleep and wake.
 *
 * <p>What it stresses: nothing of a scheduler but the rule not to block its workers. A task that
 * blocks its thread keeps from running what that worker has, the one that would release the lock
 * perhaps included. Schedulers differ in how much of a blocked worker's work the others take.
 *
 * <p>The trap: with as many holders as workers all of them may be blocked for a lock whose holder
 * needs one of them, for ever. So who waits blocks for {@value #BLOCKED_MICROS} us at most, then
 * sleeps for {@value #BACK_OFF_MICROS} us as a task and tries again: programs that are not so
 * careful stop. To yield would not do: on a pool that prefers what its threads have, those who wait
 * keep it from ever coming to the wake-up of the one that holds the lock.
 *
 * <p>Unit: one time that the lock is held. The time is recorded too.
 *
 * <p>The check: the lock is held as often as asked for, by one task at a time, and all bystanders
 * end.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LockAcrossAwait {
  static final int HOLDERS = 4;
  static final int TURNS = 50;
  static final int HELD_MICROS = 2_000;
  static final int BLOCKED_MICROS = 5_000;
  static final int BACK_OFF_MICROS = 1_000;
  private static final String BLOCKING = "lock-blocking";
  private static final String ASYNC = "lock-async";

  private final Duration deadline;

  /** Called by JMH. */
  public LockAcrossAwait() {
    this(Check.defaultDeadline());
  }

  LockAcrossAwait(Duration deadline) {
    this.deadline = deadline;
  }

  /** With a lock that blocks threads. */
  @Benchmark
  @OperationsPerInvocation(TURNS)
  @Workload(
      name = BLOCKING,
      unit = "op",
      gauge = "us late at p99",
      summary = "how late bystanders are beside tasks that hold a blocking lock while they sleep",
      timers = TimerUse.ANY)
  public void blocking(RuntimeState state) throws InterruptedException {
    state.gauge(runBlocking(state.runtime(), TURNS).gauge(state::late));
  }

  /** With a lock that tasks wait for. */
  @Benchmark
  @OperationsPerInvocation(TURNS)
  @Workload(
      name = ASYNC,
      unit = "op",
      gauge = "us late at p99",
      summary = "how late bystanders are beside tasks that hold an async lock while they sleep",
      timers = TimerUse.ANY)
  public void async(RuntimeState state) throws InterruptedException {
    state.gauge(runAsync(state.runtime(), TURNS).gauge(state::late));
  }

  Bystanders runBlocking(HeddleRuntime runtime, int turns) throws InterruptedException {
    return run(runtime, new Turns(new Check(BLOCKING, deadline), turns, new BlockingLock()));
  }

  Bystanders runAsync(HeddleRuntime runtime, int turns) throws InterruptedException {
    return run(runtime, new Turns(new Check(ASYNC, deadline), turns, new AsyncLock()));
  }

  private static Bystanders run(HeddleRuntime runtime, Turns turns) throws InterruptedException {
    Bystanders bystanders = Bystanders.start(runtime, turns.check);
    try {
      for (int i = 0; i < HOLDERS; i++) {
        runtime.spawn(new Holder(turns));
      }
      turns.check.await(turns.most, "times that the lock was held", () -> turns.held);
    } finally {
      bystanders.end();
    }
    return bystanders;
  }

  private static Sleep sleepFor(int micros) {
    return Futures.sleep(Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(micros)));
  }

  /** A lock, as a task takes it. */
  private interface Lock {
    /** Whether the task has it now; else it is polled again. */
    boolean take(Holder holder, Context context) throws Exception;

    void release(Holder holder);
  }

  private static final class BlockingLock implements Lock {
    // A semaphore, since whoever releases it may be on another thread than whoever took it.
    private final Semaphore semaphore = new Semaphore(1);

    @Override
    public boolean take(Holder holder, Context context) throws InterruptedException {
      Sleep backingOff = holder.backingOff;
      if (backingOff != null && backingOff.poll(context) == Poll.PENDING) {
        return false;
      }
      holder.backingOff = null;
      while (!semaphore.tryAcquire(BLOCKED_MICROS, TimeUnit.MICROSECONDS)) {
        Sleep begun = sleepFor(BACK_OFF_MICROS);
        holder.backingOff = begun;
        if (begun.poll(context) == Poll.PENDING) {
          return false;
        }
      }
      return true;
    }

    @Override
    public void release(Holder holder) {
      semaphore.release();
    }
  }

  private static final class AsyncLock implements Lock {
    private final Mutex mutex = new Mutex();

    @Override
    public boolean take(Holder holder, Context context) throws Exception {
      Future<Mutex.Guard> locking = holder.locking;
      if (locking == null) {
        locking = mutex.lock();
        holder.locking = locking;
      }
      if (locking.poll(context) == Poll.PENDING) {
        return false;
      }
      holder.guard = locking.value();
      holder.locking = null;
      return true;
    }

    @Override
    public void release(Holder holder) {
      if (holder.guard != null) {
        holder.guard.close();
        holder.guard = null;
      }
    }
  }

  /** What the holders share. But for the lock, guarded by it. */
  private static final class Turns {
    final Check check;
    final int most;
    final Lock lock;
    private boolean inside;
    private volatile int held;

    Turns(Check check, int most, Lock lock) {
      this.check = check;
      this.most = most;
      this.lock = lock;
    }

    void enter() {
      if (inside) {
        check.fail("expected one task at a time to hold the lock, found two");
      }
      inside = true;
    }

    /** Returns whether it was the last time. */
    boolean leave() {
      inside = false;
      int soFar = held + 1;
      held = soFar;
      return soFar == most;
    }
  }

  private static final class Holder extends Task<@Nullable Void> {
    private final Turns turns;
    private @Nullable Future<Mutex.Guard> locking;
    private Mutex.@Nullable Guard guard;
    private @Nullable Sleep sleep;
    private @Nullable Sleep backingOff;
    private boolean finished;

    Holder(Turns turns) {
      this.turns = turns;
    }

    @Override
    public Poll poll(Context context) throws Exception {
      if (finished) {
        turns.check.failDoubled();
        return ready(null);
      }
      while (true) {
        Sleep sleeping = sleep;
        if (sleeping == null) {
          if (!turns.lock.take(this, context)) {
            return Poll.PENDING;
          }
          if (turns.held >= turns.most) {
            turns.lock.release(this);
            finished = true;
            return ready(null);
          }
          turns.enter();
          sleeping = sleepFor(HELD_MICROS);
          sleep = sleeping;
        }
        if (sleeping.poll(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
        sleep = null;
        boolean last = turns.leave();
        turns.lock.release(this);
        if (last) {
          finished = true;
          turns.check.finish();
          return ready(null);
        }
      }
    }
  }
}
