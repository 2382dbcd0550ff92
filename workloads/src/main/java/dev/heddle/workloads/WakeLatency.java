package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * How long a task waits that a thread outside wakes while all workers are parked: a gauge, in
 * microseconds from the wake-up to the poll. Wake-ups come {@value #GAP_MICROS} us apart, and after
 * each the task computes for a while before it waits again.
 *
 * <p>What it stresses: the way from a foreign thread to a parked worker and to the task: which
 * worker is chosen, by what it is woken, and how much of a search it makes before it polls. The
 * work afterwards is no part of the score; the longer it is, the more a strategy that keeps workers
 * awake for a while, or wakes a second one to look around, pays or earns.
 *
 * <p>The trap: this is mostly the kernel's time, and the host's. A virtual CPU that sleeps is woken
 * by its hypervisor, in 10 to 100 us. So only ratios within a block say something.
 *
 * <p>Size: how many microseconds the task computes. Unit: one wake-up. The time per wake-up is
 * recorded too, and is the gap.
 *
 * <p>The check: each wake-up is one poll, whose number the waker expects; a task that is run again
 * after its end says so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WakeLatency {
  static final int WAKES = 100;
  static final int GAP_MICROS = 500;
  private static final String NAME = "wake-latency";

  /** How many microseconds the task computes after each wake-up. */
  @Param("1")
  public int size;

  private final Check check;

  /** Called by JMH. */
  public WakeLatency() {
    this(Check.defaultDeadline());
  }

  WakeLatency(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(WAKES)
  @Workload(
      name = NAME,
      unit = "wake",
      gauge = "us",
      summary = "the time from a wake-up by a thread outside to the poll, all workers parked",
      sizes = {1, 5, 20, 100})
  public void wakeLatency(RuntimeState state) throws InterruptedException {
    state.gauge(microsPerWake(state.runtime(), WAKES, TimeUnit.MICROSECONDS.toNanos(GAP_MICROS)));
  }

  /** Wakes a task so many times, each after a gap. Returns the mean wait. */
  double microsPerWake(HeddleRuntime runtime, int wakes, long gapNanos)
      throws InterruptedException {
    Woken task = new Woken(check, wakes, TimeUnit.MICROSECONDS.toNanos(size));
    runtime.spawn(task);
    check.await(1, "first poll", () -> task.polls);
    long waited = 0;
    for (int wake = 1; wake <= wakes; wake++) {
      WallClock.parkUntil(System.nanoTime() + gapNanos);
      long before = System.nanoTime();
      task.wake();
      int polls = wake + 1;
      check.await(polls, "polls", () -> task.polls);
      waited += task.polledAtNanos - before;
    }
    return waited / 1e3 / wakes;
  }

  private static final class Woken extends Task<@Nullable Void> {
    private final Check check;
    private final int wakes;
    private final long workNanos;
    private boolean finished;
    private volatile int polls;
    private long polledAtNanos;

    Woken(Check check, int wakes, long workNanos) {
      this.check = check;
      this.wakes = wakes;
      this.workNanos = workNanos;
    }

    @Override
    public Poll poll(Context context) {
      long now = System.nanoTime();
      if (finished) {
        check.failDoubled();
        return ready(null);
      }
      polledAtNanos = now;
      int soFar = polls + 1;
      polls = soFar;
      if (soFar > 1) {
        WallClock.spin(workNanos);
      }
      finished = soFar > wakes;
      check.finish();
      return finished ? ready(null) : Poll.PENDING;
    }
  }
}
