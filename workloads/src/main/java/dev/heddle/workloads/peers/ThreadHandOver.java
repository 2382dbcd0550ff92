package dev.heddle.workloads.peers;

import dev.heddle.workloads.AloneState;
import dev.heddle.workloads.Check;
import dev.heddle.workloads.Workload;
import dev.heddle.workloads.WorkloadFailure;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Two platform threads that take turns: each unparks the other and parks. What the kernel takes to
 * go from one thread to another, which is what a runtime's tasks save.
 *
 * <p>The trap: with a CPU for each of the two it is a wake-up on another CPU that is timed, and not
 * a switch on one; so on one core the figure is the one to set beside {@code yield-many}.
 *
 * <p>Unit: one hand-over. The check: both have had as many turns as asked for, strictly in turn.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ThreadHandOver {
  static final int TURNS = 10_000;
  private static final String NAME = "thread-hand-over";

  private final Check check = new Check(NAME, Check.defaultDeadline());
  private final AtomicLong turn = new AtomicLong();
  private volatile boolean over;
  private @Nullable Thread other;
  private volatile @Nullable Thread caller;

  /** Called by JMH. */
  public ThreadHandOver() {}

  /** Starts the second thread. */
  @Setup(Level.Trial)
  public void start() {
    Thread second = new Thread(this::answer, "heddle-hand-over");
    second.setDaemon(true);
    other = second;
    second.start();
  }

  /** Its turns are the odd ones. */
  private void answer() {
    while (!over) {
      if ((turn.get() & 1) == 0) {
        LockSupport.park(this);
      } else {
        turn.incrementAndGet();
        LockSupport.unpark(caller);
      }
    }
  }

  /** Ends it. */
  @TearDown(Level.Trial)
  public void stop() throws InterruptedException {
    over = true;
    Thread second = other;
    if (second != null) {
      LockSupport.unpark(second);
      second.join();
    }
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(TURNS)
  @Workload(
      name = NAME,
      unit = "hand-over",
      summary = "two platform threads take turns by park and unpark",
      strategies = false)
  public void threadHandOver(AloneState state) {
    run(TURNS);
  }

  /** So many turns of both together, an even number. */
  void run(int turns) {
    Thread second = other;
    if (second == null) {
      throw new IllegalStateException("start() was not called");
    }
    caller = Thread.currentThread();
    long deadline = check.deadlineNanos();
    long last = turn.get() + turns;
    while (turn.get() < last) {
      if ((turn.get() & 1) == 0) {
        turn.incrementAndGet();
        LockSupport.unpark(second);
      } else {
        LockSupport.parkNanos(this, TimeUnit.SECONDS.toNanos(1));
        if (System.nanoTime() - deadline > 0) {
          throw check.late(last, "turns", turn.get());
        }
      }
    }
    if (turn.get() != last) {
      throw new WorkloadFailure(NAME, "expected %d turns, found %d".formatted(last, turn.get()));
    }
  }
}
