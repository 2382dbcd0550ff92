package dev.heddle.workloads;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The host's share of {@link TimerLateness}: one thread that parks until moments drawn as there,
 * one after the other, without any task, queue or runtime. What it is late by is the system's and
 * the hypervisor's, and no timers of a runtime can do without it.
 *
 * <p>Unit: one wait. The check: none ends before its time.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ThreadLateness {
  private static final String NAME = "timer-lateness-thread";

  private final SplittableRandom random = new SplittableRandom(TimerLateness.SEED);

  /** Called by JMH. */
  public ThreadLateness() {}

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(TimerLateness.SLEEPS)
  @Workload(
      name = NAME,
      unit = "sleep",
      gauge = "ns late",
      summary = "how late one thread of the JDK's wakes that parks 1,000 times",
      strategies = false,
      peerOf = TimerLateness.IDLE)
  public void park(AloneState state) throws InterruptedException {
    state.gauge(TimerLateness.gauge(waits(TimerLateness.SLEEPS), state::late));
  }

  /** How late each of so many waits ended, in ns. */
  long[] waits(int count) throws InterruptedException {
    long begin = System.nanoTime();
    long[] late =
        random
            .longs(count, TimerLateness.SHORTEST_NANOS, TimerLateness.LONGEST_NANOS)
            .map(nanos -> begin + nanos)
            .sorted()
            .toArray();
    for (int i = 0; i < count; i++) {
      // What is due by now was due while the thread was late for the one before: as with sleepers.
      WallClock.parkUntil(late[i]);
      late[i] = System.nanoTime() - late[i];
      TimerLateness.requireNotEarly(NAME, late[i]);
    }
    return late;
  }
}
