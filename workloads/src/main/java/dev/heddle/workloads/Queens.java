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
 * In how many ways {@value #N} queens can stand on a board of that size without attacking one
 * another. Each task has the queens of the first rows, and forks one more for each place in the
 * next row that none of them attacks.
 *
 * <p>What it stresses: fork and join of an irregular tree. How large a branch is shows only on
 * walking it, so equal shares cannot be dealt out beforehand: somebody must come for more.
 *
 * <p>The trap: boards that are copied measure the copying. One is three words here, the columns and
 * diagonals that are attacked, so a task differs from one of {@link Fib} by a few operations on
 * bits.
 *
 * <p>Unit: one board, of those that are reached: {@value #BOARDS} with the empty one.
 *
 * <p>The check: the number of ways, {@value #WAYS}; a task that is run again after its end says so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Queens {
  static final int N = 12;
  static final int WAYS = 14_200;
  static final int BOARDS = 856_189;
  private static final String NAME = "nqueens";

  private final Check check;

  /** Called by JMH. */
  public Queens() {
    this(Check.defaultDeadline());
  }

  Queens(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(BOARDS)
  @Workload(
      name = NAME,
      unit = "board",
      summary = "the ways to place 12 queens, where each board forks a task for each next one")
  public void queens(RuntimeState state) throws InterruptedException {
    run(state.runtime(), N, WAYS);
  }

  /** Counts the ways to place n queens, of which there must be as many as given. */
  void run(HeddleRuntime runtime, int n, long expected) throws InterruptedException {
    Board empty = new Board(check, true, (1 << n) - 1, 0, 0, 0);
    runtime.spawn(empty);
    check.await(expected, "ways", () -> empty.ways);
  }

  private static final class Board extends Task<@Nullable Void> {
    private final Check check;
    private final boolean isEmpty;
    private final int all;
    private final int columns;
    private final int rising;
    private final int falling;
    private boolean forked;
    private boolean finished;
    private long ways;

    /** The first one that has not been joined; the rest follow as siblings. */
    private @Nullable Board awaited;

    private @Nullable Board sibling;

    /**
     * @param all a bit for each column
     * @param columns those with a queen
     * @param rising those of the next row that a queen attacks along one diagonal
     * @param falling and along the other
     */
    Board(Check check, boolean isEmpty, int all, int columns, int rising, int falling) {
      this.check = check;
      this.isEmpty = isEmpty;
      this.all = all;
      this.columns = columns;
      this.rising = rising;
      this.falling = falling;
    }

    @Override
    public Poll poll(Context context) {
      if (finished) {
        check.failDoubled();
        return ready(null);
      }
      if (!forked) {
        forked = true;
        if (columns == all) {
          ways = 1;
        } else {
          fork(context.runtime());
        }
      }
      for (Board child = awaited; child != null; child = child.sibling) {
        if (child.pollJoin(context) == Poll.PENDING) {
          awaited = child;
          return Poll.PENDING;
        }
        ways += child.ways;
      }
      finished = true;
      if (isEmpty) {
        check.finish();
      }
      return ready(null);
    }

    private void fork(HeddleRuntime runtime) {
      Board last = null;
      for (int free = all & ~(columns | rising | falling); free != 0; free &= free - 1) {
        int place = Integer.lowestOneBit(free);
        Board child =
            new Board(
                check, false, all, columns | place, (rising | place) << 1, (falling | place) >>> 1);
        if (last == null) {
          awaited = child;
        } else {
          last.sibling = child;
        }
        last = child;
        runtime.spawn(child);
      }
    }
  }
}
