package dev.heddle.workloads;

import dev.heddle.runtime.TimerEntry;
import dev.heddle.runtime.spi.TimerQueue;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
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
 * What it costs that a timer fires, when so many are active and each was set to a deadline drawn
 * uniformly from the minute ahead. Time passes tick by tick of 1 ms, and the queue is asked at each
 * for what is due.
 *
 * <p>Those that have fired are set anew between the calls, which is not measured: what insertion
 * costs is seen in {@link TimerInsertCancel}. So the number of active timers stays what it is
 * called, where a queue that is drained has half as many on average. What a queue puts off until a
 * timer's time comes nearer, as a wheel does with its cascades, is measured. So is asking at ticks
 * in which nothing is due, of which there are thirty for each timer when a thousand are active.
 *
 * <p>The trap: work that is put off comes in lumps. At ten million timers the wheel moves some
 * 700,000 at once, every 4 s of the time that passes here; a fork should see several such lumps,
 * and {@code smoke} does not.
 *
 * <p>Unit: one timer that fires. The costs beside the time include the setting anew.
 *
 * <p>The check: what is due is due and not early, as many fire as should, and after being set anew
 * all are active.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TimerExpire {
  static final int BATCH = 100;

  /** Of those active, one in so many fires in one call at most. */
  private static final int MOST_IN_A_CALL = 10;

  private static final int LEAST_SIZE = MOST_IN_A_CALL * BATCH;

  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long SPREAD_NANOS = AloneTimers.SPREAD_NANOS;
  private static final int MOST_BYTES = 160;
  private static final long SEED = 0x5EED;
  private static final String NAME = "timer-expire";

  /** How many timers are active. */
  @Param("1000")
  public int size;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final Consumer<TimerEntry> due = this::due;

  private @Nullable TimerQueue queue;
  private TimerEntry[] fired = new TimerEntry[2 * BATCH];
  private int firedNow;
  private long now;

  private long firedInAll;
  private long toFire;
  private long early;

  /** Called by JMH. */
  public TimerExpire() {}

  /** Makes the timers that are active. */
  @Setup(Level.Trial)
  public void fill(AloneState state) {
    fill(state.queue());
  }

  void fill(TimerQueue empty) {
    if (size < LEAST_SIZE) {
      throw new WorkloadFailure(
          NAME, "expected a size of %d or more, found %d".formatted(LEAST_SIZE, size));
    }
    queue = empty;
    for (int i = 0; i < size; i++) {
      // Of timers of all ages, each set to a uniform deadline, fewer have long to go.
      double left = SPREAD_NANOS * (1 - Math.sqrt(random.nextDouble()));
      empty.insert(new TimerEntry(1 + (long) left));
    }
  }

  /** Sets anew what has fired. */
  @Setup(Level.Invocation)
  public void refill() {
    TimerQueue of = Objects.requireNonNull(queue);
    for (int i = 0; i < firedNow; i++) {
      fired[i].deadlineNanos(now + 1 + random.nextLong(SPREAD_NANOS));
      of.insert(fired[i]);
    }
    firedNow = 0;
    verify(of.size(), size, "active timers");
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  @Workload(
      name = NAME,
      unit = "timer",
      summary =
          "timers fire of so many active ones, uniform over 60 s; CPU time and bytes also for setting anew",
      strategies = false,
      timers = TimerUse.BY_HAND,
      sizes = {1_000, 10_000, 100_000, 1_000_000, 10_000_000},
      leastSize = LEAST_SIZE,
      heapBytesPerSize = MOST_BYTES)
  public void timerExpire(AloneState state) {
    run();
  }

  /** A hundred timers fire on average: a tick fires all that are due, and the next calls fewer. */
  void run() {
    TimerQueue of = Objects.requireNonNull(queue);
    toFire += BATCH;
    long until = now + 2 * SPREAD_NANOS;
    while (firedInAll < toFire) {
      now += TICK_NANOS;
      of.expire(now, due);
      if (now - until > 0) {
        throw new WorkloadFailure(
            NAME, "expected %d timers to be due, found %d".formatted(toFire, firedInAll));
      }
    }
    verify(early, 0, "timers that were early");
  }

  private void due(TimerEntry timer) {
    if (now - timer.deadlineNanos() < 0) {
      early++;
    }
    if (firedNow == fired.length) {
      fired = Arrays.copyOf(fired, 2 * firedNow);
    }
    fired[firedNow++] = timer;
    firedInAll++;
  }

  private static void verify(long found, long expected, String things) {
    if (found != expected) {
      throw new WorkloadFailure(
          NAME, "expected %d %s, found %d".formatted(expected, things, found));
    }
  }
}
