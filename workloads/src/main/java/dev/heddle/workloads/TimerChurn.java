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
 * The time-outs of so many connections: each has a timer of a minute, which is cancelled and set
 * anew whenever something arrives on it, and almost never fires.
 *
 * <p>What arrives arrives on a random connection, and just so often that a connection hears nothing
 * for a minute, and its timer fires, once for every 99 times that it is cancelled before. Another
 * connection takes the place of one that timed out. Time passes by hand: as much for each arrival
 * as there are arrivals in a minute, and the queue is asked for what is due once in each tick of 1
 * ms in which anything arrives.
 *
 * <p>The trap: the connections must be as they are after a long time, or the first minute has
 * another mix of cancels and firings than all that follow. So the silence of each is drawn from
 * what it is in the long run.
 *
 * <p>Unit: one arrival, that is one timer cancelled and set, and a hundredth of one that fires.
 * Which connections things arrive on is drawn between the calls and not measured.
 *
 * <p>The check: every cancel finds its timer, what is due is due and not early, and each connection
 * has one timer.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TimerChurn {
  static final int BATCH = 1_000;
  static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** One of so many timers fires. */
  private static final double ONE_IN = 100;

  private static final int MOST_BYTES = 160;
  private static final long SEED = 0x5EED;
  private static final String NAME = "timer-churn";

  /** How many connections there are. */
  @Param("1000")
  public int size;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final int[] arrivals;
  private final Consumer<TimerEntry> due = this::due;

  private @Nullable TimerQueue queue;
  private TimerEntry[] connections = {};
  private TimerEntry[] timedOut = new TimerEntry[16];
  private int timedOuts;

  private long now;
  private long lastTick;
  private long nanosPerArrival;

  private long cancelled;
  private long fired;
  private long early;

  /** Called by JMH. */
  public TimerChurn() {
    this(BATCH);
  }

  TimerChurn(int batch) {
    arrivals = new int[batch];
  }

  /** Makes the connections. */
  @Setup(Level.Trial)
  public void fill(AloneState state) {
    fill(state.queue());
  }

  void fill(TimerQueue empty) {
    queue = empty;
    // Arrivals on one connection are a Poisson process, so it is silent for a minute with a chance
    // of exp(-minute / mean): that is one in a hundred.
    double meanNanos = TIMEOUT_NANOS / Math.log(ONE_IN);
    nanosPerArrival = Math.max(1, Math.round(meanNanos / size));
    connections = new TimerEntry[size];
    for (int i = 0; i < size; i++) {
      // Silent for so long already; cut off where the timer would have fired.
      double silent = -meanNanos * Math.log(1 - random.nextDouble() * (1 - 1 / ONE_IN));
      connections[i] = new TimerEntry(1 + TIMEOUT_NANOS - (long) silent);
      empty.insert(connections[i]);
    }
  }

  /** Draws where things arrive. */
  @Setup(Level.Invocation)
  public void draw() {
    for (int i = 0; i < arrivals.length; i++) {
      arrivals[i] = random.nextInt(size);
    }
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  @Workload(
      name = NAME,
      unit = "timer",
      summary = "time-outs of so many connections, set anew at each arrival; 1 % fire",
      strategies = false,
      timers = TimerUse.BY_HAND,
      sizes = {1_000, 10_000, 100_000, 1_000_000, 10_000_000},
      heapBytesPerSize = MOST_BYTES)
  public void timerChurn(AloneState state) {
    run();
  }

  /** One arrival after the other. */
  void run() {
    TimerQueue of = Objects.requireNonNull(queue);
    long before = cancelled;
    for (int connection : arrivals) {
      now += nanosPerArrival;
      if (now - lastTick >= TICK_NANOS) {
        tick(of);
      }
      TimerEntry timer = connections[connection];
      if (of.cancel(timer)) {
        cancelled++;
      }
      timer.deadlineNanos(now + TIMEOUT_NANOS);
      of.insert(timer);
    }
    verify(cancelled - before, arrivals.length, "cancels");
    verify(early, 0, "timers that were early");
    verify(of.size(), size, "active timers");
  }

  private void tick(TimerQueue of) {
    lastTick = now;
    of.expire(now, due);
    for (int i = 0; i < timedOuts; i++) {
      timedOut[i].deadlineNanos(now + TIMEOUT_NANOS);
      of.insert(timedOut[i]);
    }
    timedOuts = 0;
  }

  private void due(TimerEntry timer) {
    fired++;
    if (now - timer.deadlineNanos() < 0) {
      early++;
    }
    if (timedOuts == timedOut.length) {
      timedOut = Arrays.copyOf(timedOut, 2 * timedOuts);
    }
    timedOut[timedOuts++] = timer;
  }

  /** How many timers have fired of a hundred that were set. */
  double firedPercent() {
    return 100.0 * fired / (fired + cancelled);
  }

  private static void verify(long found, long expected, String things) {
    if (found != expected) {
      throw new WorkloadFailure(
          NAME, "expected %d %s, found %d".formatted(expected, things, found));
    }
  }
}
