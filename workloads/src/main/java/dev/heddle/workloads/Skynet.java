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
 * Skynet: a 10-ary tree of tasks with 1,000,000 leaves. Every inner task spawns ten children, joins
 * them and sums their values; a leaf's value is its ordinal. After Alexander Temerev's benchmark of
 * that name.
 *
 * <p>What it stresses: fork and join, and memory. The order in which a scheduler runs the tree
 * decides how much of it is alive at a time: newest task first walks it depth first and keeps some
 * dozens of tasks, oldest first goes level by level and keeps all million leaves, about 100 MB, so
 * that its score is in part the garbage collector's.
 *
 * <p>The trap: summing boxed results would measure the boxes. A task keeps its sum in a field,
 * which its parent reads once the join says it is finished. Children are joined in the order in
 * which they were spawned, and one that has been joined is not asked again.
 *
 * <p>Unit: one leaf, and with it its share of inner tasks, 0.11.
 *
 * <p>The check: the sum, 499,999,500,000; and a task that is run again after its end says so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Skynet {
  static final int LEAVES = 1_000_000;
  private static final int CHILDREN = 10;
  private static final String NAME = "skynet";

  private final Check check;

  /** Called by JMH. */
  public Skynet() {
    this(Check.defaultDeadline());
  }

  Skynet(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(LEAVES)
  @Workload(
      name = NAME,
      unit = "leaf",
      summary = "a 10-ary tree of tasks with 1,000,000 leaves, each task sums its children")
  public void skynet(RuntimeState state) throws InterruptedException {
    run(state.runtime(), LEAVES);
  }

  /**
   * Sums the ordinals 0 to {@code leaves - 1}.
   *
   * @param leaves a power of ten
   */
  void run(HeddleRuntime runtime, int leaves) throws InterruptedException {
    Node root = new Node(check, true, leaves, 0);
    runtime.spawn(root);
    check.await((long) leaves * (leaves - 1) / 2, "as the sum of the leaves", () -> root.sum);
  }

  private static final class Node extends Task<@Nullable Void> {
    private final Check check;
    private final boolean isRoot;
    private final int leaves;
    private boolean finished;

    /** The ordinal of the first leaf below; once finished, the sum of all of them. */
    private long sum;

    /** The first child that has not been joined; the rest follow as siblings. */
    private @Nullable Node awaited;

    private @Nullable Node sibling;

    Node(Check check, boolean isRoot, int leaves, long ordinal) {
      this.check = check;
      this.isRoot = isRoot;
      this.leaves = leaves;
      sum = ordinal;
    }

    @Override
    public Poll poll(Context context) {
      if (finished) {
        check.failDoubled();
        return ready(null);
      }
      if (leaves > 1) {
        if (awaited == null) {
          spawnChildren(context.runtime());
        }
        if (sumChildren(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
      }
      finished = true;
      if (isRoot) {
        check.finish();
      }
      return ready(null);
    }

    private void spawnChildren(HeddleRuntime runtime) {
      int leavesPerChild = leaves / CHILDREN;
      Node last = null;
      for (int i = 0; i < CHILDREN; i++) {
        Node child = new Node(check, false, leavesPerChild, sum + (long) i * leavesPerChild);
        if (last == null) {
          awaited = child;
        } else {
          last.sibling = child;
        }
        last = child;
        runtime.spawn(child);
      }
      sum = 0;
    }

    private Poll sumChildren(Context context) {
      Node child = awaited;
      while (child != null) {
        if (child.pollJoin(context) == Poll.PENDING) {
          awaited = child;
          return Poll.PENDING;
        }
        sum += child.sum;
        child = child.sibling;
      }
      return Poll.READY;
    }
  }
}
