package dev.heddle.workloads;

import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.TearDown;

/**
 * What it costs to insert a timer and cancel one, beside so many active timers whose deadlines are
 * spread uniformly over a minute; by one thread, without a lock and without a runtime.
 *
 * <p>The two differ in which one is cancelled. The one just inserted: a time-out around something
 * quick, and the entry is still in the cache. Or a random one: a cache miss at each step when there
 * are many timers, whatever the queue does.
 *
 * <p>The trap: a queue that only marks what is cancelled is paid later. Here it pays: of a thousand
 * operations after another none is the last.
 *
 * <p>Unit: one timer inserted and one cancelled. Which ones are cancelled is drawn between the
 * calls and not measured.
 *
 * <p>The check: every cancel finds its timer, the number of active timers is what it was, and none
 * was due.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TimerInsertCancel {
  static final int BATCH = 1_000;
  private static final int MOST_BYTES = 320;
  private static final long SEED = 0x5EED;
  private static final String NAME = "timer-insert-cancel";
  private static final String NAME_OF_RANDOM = "timer-cancel-random";

  /** How many timers are active. */
  @Param("1000")
  public int size;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final int[] victims;
  private @Nullable AloneTimers timers;

  /** Called by JMH. */
  public TimerInsertCancel() {
    this(BATCH);
  }

  TimerInsertCancel(int batch) {
    victims = new int[batch];
  }

  /** Makes the timers that are active. */
  @Setup(Level.Trial)
  public void fill(AloneState state) {
    fill(AloneTimers.of(state.provider(), size, random));
  }

  void fill(AloneTimers filled) {
    timers = filled;
  }

  /** Draws whom to cancel. */
  @Setup(Level.Invocation)
  public void draw() {
    for (int i = 0; i < victims.length; i++) {
      victims[i] = random.nextInt(size);
    }
  }

  /** The one that was just inserted. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  @Workload(
      name = NAME,
      unit = "timer",
      summary = "insert a timer beside so many active ones, and cancel it",
      strategies = false,
      timers = TimerUse.ANY,
      sizes = {1_000, 10_000, 100_000, 1_000_000, 10_000_000},
      heapBytesPerSize = MOST_BYTES)
  public void cancelTheSame(AloneState state) {
    verify(NAME, active().insertAndCancel(victims.length));
  }

  /** A random one. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  @Workload(
      name = NAME_OF_RANDOM,
      unit = "timer",
      summary = "insert a timer beside so many active ones, and cancel a random one",
      strategies = false,
      timers = TimerUse.ANY,
      sizes = {1_000, 10_000, 100_000, 1_000_000, 10_000_000},
      heapBytesPerSize = MOST_BYTES)
  public void cancelAnother(AloneState state) {
    verify(NAME_OF_RANDOM, active().insertAndCancelAnother(victims));
  }

  private AloneTimers active() {
    return Objects.requireNonNull(timers);
  }

  private void verify(String workload, int cancelled) {
    if (cancelled != victims.length) {
      throw new WorkloadFailure(
          workload, "expected %d cancels, found %d".formatted(victims.length, cancelled));
    }
    String fault = active().fault();
    if (!fault.isEmpty()) {
      throw new WorkloadFailure(workload, fault);
    }
  }

  /** Ends the timers. */
  @TearDown(Level.Trial)
  public void close() throws InterruptedException {
    active().close();
  }
}
