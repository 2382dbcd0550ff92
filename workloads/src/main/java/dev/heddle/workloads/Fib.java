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
 * The Fibonacci number of {@value #N}, as fork and join: each task forks one for n - 1, goes on
 * with n - 2 itself, and adds up. The oldest benchmark of work stealing, from Cilk (Blumofe and
 * others, 1995).
 *
 * <p>What it stresses: fork and join, and nothing else, for all that a task computes is one
 * addition. It is a tree of great depth and uneven branches, where {@link Skynet}'s is flat and
 * even: thieves take a large part of it at once, or come again and again for small ones.
 *
 * <p>The trap: written with two forks for each call it has twice as many, of which half are joined
 * at once. Programs fork one and do the other themselves, and so does this one.
 *
 * <p>Unit: one fork; there are {@value #FORKS}, as many as there are calls with n of 2 or more.
 *
 * <p>The check: the number, {@value #RESULT}; a task that is run again after its end says so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Fib {
  static final int N = 32;
  static final int RESULT = 2_178_309;
  static final int FORKS = 3_524_577;
  private static final String NAME = "fib";

  private final Check check;

  /** Called by JMH. */
  public Fib() {
    this(Check.defaultDeadline());
  }

  Fib(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(FORKS)
  @Workload(
      name = NAME,
      unit = "fork",
      summary = "the Fibonacci number of 32, where each task forks one of its two calls")
  public void fib(RuntimeState state) throws InterruptedException {
    run(state.runtime(), N, RESULT);
  }

  /** Computes the n-th number, which must be the one given. */
  void run(HeddleRuntime runtime, int n, long expected) throws InterruptedException {
    Call root = new Call(check, true, n);
    runtime.spawn(root);
    check.await(expected, "as the Fibonacci number of " + n, () -> root.result);
  }

  private static final class Call extends Task<@Nullable Void> {
    private final Check check;
    private final boolean isRoot;
    private int n;
    private boolean finished;
    private long result;

    /** Forked last and joined first; the others follow. */
    private @Nullable Call child;

    private @Nullable Call older;

    Call(Check check, boolean isRoot, int n) {
      this.check = check;
      this.isRoot = isRoot;
      this.n = n;
    }

    @Override
    public Poll poll(Context context) {
      if (finished) {
        check.failDoubled();
        return ready(null);
      }
      for (; n >= 2; n -= 2) {
        Call forked = new Call(check, false, n - 1);
        forked.older = child;
        child = forked;
        context.runtime().spawn(forked);
      }
      for (Call joined = child; joined != null; joined = joined.older) {
        if (joined.pollJoin(context) == Poll.PENDING) {
          child = joined;
          return Poll.PENDING;
        }
        result += joined.result;
      }
      finished = true;
      result += n;
      if (isRoot) {
        check.finish();
      }
      return ready(null);
    }
  }
}
