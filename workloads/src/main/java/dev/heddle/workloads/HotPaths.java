package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Wake-ups, steals and parks with nothing around them that allocates, for {@code
 * scripts/allocation.sh}, which reads JMH's {@code gc.alloc.rate.norm}. No workloads, because
 * nobody's program looks like this; yields and spawns are seen as well in {@link YieldMany} and
 * {@link ChainedSpawn}.
 *
 * <p>The trap: a score of 0 bytes also comes of an operation that did not happen. {@link
 * ForkProfiler} beside it says how many steals and parks there were.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HotPaths {
  static final int WAKES = 100_000;
  static final int STEALS = 500;
  static final int PARKS = 500;

  private final Check check = new Check("hot-paths", Check.defaultDeadline());

  /** Called by JMH. */
  public HotPaths() {}

  /** Two tasks wake each other in turn. */
  @Benchmark
  @OperationsPerInvocation(WAKES)
  public void wake(RuntimeState state) throws InterruptedException {
    wakes(state.runtime(), WAKES);
  }

  /** A worker holds what it has woken until another has begun to take it; wants two workers. */
  @Benchmark
  @OperationsPerInvocation(STEALS)
  public void steal(RuntimeState state) throws InterruptedException {
    steals(state.runtime(), STEALS);
  }

  /** A thread outside wakes one task and waits for its poll, by which all workers are idle. */
  @Benchmark
  @OperationsPerInvocation(PARKS)
  public void park(RuntimeState state) throws InterruptedException {
    parks(state.runtime(), PARKS);
  }

  void wakes(HeddleRuntime runtime, int wakes) throws InterruptedException {
    Player first = new Player(check, wakes / 2, false);
    Player second = new Player(check, wakes / 2, true);
    first.other = second;
    second.other = first;
    runtime.spawn(first);
    check.await(0, "polls left", () -> first.left + second.left);
  }

  void steals(HeddleRuntime runtime, int rounds) throws InterruptedException {
    if (runtime.workers() < 2) {
      throw new IllegalArgumentException("workers was 1; a steal needs 2 or more");
    }
    Victim victim = new Victim(check, rounds);
    runtime.spawn(victim);
    check.await(0, "rounds left", () -> victim.left);
    for (Task<?> prey : victim.prey) {
      prey.abort();
    }
  }

  void parks(HeddleRuntime runtime, int parks) {
    Sleeper sleeper = new Sleeper(Thread.currentThread());
    runtime.spawn(sleeper);
    long lateNanos = check.deadlineNanos();
    for (int polls = 1; polls <= parks; polls++) {
      while (sleeper.polls < polls) {
        if (System.nanoTime() - lateNanos > 0) {
          throw check.late(parks, "polls", sleeper.polls);
        }
        LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(1));
      }
      sleeper.wake();
    }
    sleeper.abort();
  }

  /** One of two tasks, of which one is idle while the other is polled. */
  private static final class Player extends Task<@Nullable Void> {
    private final Check check;
    private final boolean last;
    private int left;
    private boolean begun;
    private @Nullable Player other;

    Player(Check check, int polls, boolean last) {
      this.check = check;
      this.last = last;
      left = polls;
    }

    @Override
    public Poll poll(Context context) {
      Player next = Objects.requireNonNull(other);
      boolean spawns = !begun && !last;
      begun = true;
      left--;
      if (spawns) {
        context.runtime().spawn(next);
      } else {
        next.wake();
      }
      if (left > 0) {
        return Poll.PENDING;
      }
      if (last) {
        check.finish();
      }
      return ready(null);
    }
  }

  /** Wakes its prey and holds its worker until some of it was polled elsewhere. */
  private static final class Victim extends Task<@Nullable Void> {
    private static final int PREY = 16;

    private final Check check;
    private final Prey[] prey = new Prey[PREY];
    private final AtomicInteger polled = new AtomicInteger();
    private boolean begun;
    private int left;

    Victim(Check check, int rounds) {
      this.check = check;
      left = rounds;
    }

    @Override
    public Poll poll(Context context) {
      if (!begun) {
        begun = true;
        for (int i = 0; i < PREY; i++) {
          prey[i] = new Prey(this);
          context.runtime().spawn(prey[i]);
        }
        return Poll.PENDING;
      }
      if (polled.get() < PREY) {
        return Poll.PENDING; // the last of the prey will wake this task
      }
      if (left == 0) {
        check.finish();
        return ready(null);
      }
      left--;
      polled.set(0);
      for (Prey each : prey) {
        each.wake();
      }
      while (polled.get() == 0) {
        Thread.onSpinWait();
      }
      return Poll.PENDING;
    }
  }

  private static final class Prey extends Task<@Nullable Void> {
    private final Victim victim;

    Prey(Victim victim) {
      this.victim = victim;
    }

    @Override
    public Poll poll(Context context) {
      if (victim.polled.incrementAndGet() == Victim.PREY) {
        victim.wake();
      }
      return Poll.PENDING;
    }
  }

  private static final class Sleeper extends Task<@Nullable Void> {
    private final Thread waiting;
    private volatile int polls;

    Sleeper(Thread waiting) {
      this.waiting = waiting;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one poll at a time
    public Poll poll(Context context) {
      polls++;
      LockSupport.unpark(waiting);
      return Poll.PENDING;
    }
  }
}
