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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * 200 tasks that yield 1,000 times each; after Tokio's {@code yield_many}.
 *
 * <p>What it stresses: the way from the end of a poll through the scheduler to the next poll, with
 * nothing else in between: no spawn, no wake-up, no message.
 *
 * <p>The trap: a yield must let all the other runnable tasks have their turn. A scheduler that runs
 * a yielding task again at once looks unbeatable here and starves everybody else; in Heddle a task
 * that yielded is queued behind the others by the runtime itself, whatever the strategy.
 *
 * <p>Unit: one yield. The tasks are spawned from outside, as in the original; that and the
 * hand-over are about 1 % of the 200,000 yields of an invocation.
 *
 * <p>The check: each task counts its yields down; the last to end signals, through a shared counter
 * that sums the tasks' ids; a task that is run again after its end says so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class YieldMany {
  static final int TASKS = 200;
  static final int YIELDS = 1_000;
  private static final String NAME = "yield-many";

  private final Check check;

  /** Called by JMH. */
  public YieldMany() {
    this(Check.defaultDeadline());
  }

  YieldMany(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(TASKS * YIELDS)
  @Workload(name = NAME, unit = "yield", summary = "200 tasks yield 1,000 times each")
  public void yieldMany(RuntimeState state) throws InterruptedException {
    run(state.runtime(), TASKS, YIELDS);
  }

  /** Runs {@code tasks} tasks to their end. */
  void run(HeddleRuntime runtime, int tasks, int yields) throws InterruptedException {
    Arrivals arrivals = new Arrivals(check, tasks);
    for (int id = 0; id < tasks; id++) {
      runtime.spawn(new Yielder(check, arrivals, id, yields));
    }
    check.await(tasks, "finished tasks", arrivals::count);
  }

  private static final class Yielder extends Task<@Nullable Void> {
    private final Check check;
    private final Arrivals arrivals;
    private final int id;
    private int yieldsLeft;
    private boolean finished;

    Yielder(Check check, Arrivals arrivals, int id, int yields) {
      this.check = check;
      this.arrivals = arrivals;
      this.id = id;
      yieldsLeft = yields;
    }

    @Override
    public Poll poll(Context context) {
      if (yieldsLeft > 0) {
        yieldsLeft--;
        return context.yieldNow();
      }
      if (finished) {
        check.failDoubled();
        return ready(null);
      }
      finished = true;
      if (arrivals.arrive(id)) {
        check.finish();
      }
      return ready(null);
    }
  }
}
