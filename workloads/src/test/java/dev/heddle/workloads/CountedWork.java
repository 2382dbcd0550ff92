package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A workload as a third party would write it, in a benchmark list of its own. One unit is one task
 * of one poll, so that units and polls can be held against each other.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CountedWork {
  static final int TASKS = 7;
  static final AtomicLong POLLS = new AtomicLong();

  @Benchmark
  @OperationsPerInvocation(TASKS)
  @Workload(name = "test-counted", unit = "task", summary = "for tests: tasks of one poll")
  public void countedWork(RuntimeState state) throws InterruptedException {
    for (int i = 0; i < TASKS; i++) {
      state.runtime().spawn(new Once()).join();
    }
  }

  /** A gauge of the same kind. */
  @Benchmark
  @Workload(name = "test-gauge", unit = "call", gauge = "B", summary = "for tests: says 7 always")
  public void gauge(RuntimeState state) {
    state.gauge(7);
  }

  private static final class Once extends Task<@Nullable Void> {
    @Override
    public Poll poll(Context context) {
      POLLS.incrementAndGet();
      return ready(null);
    }
  }
}
