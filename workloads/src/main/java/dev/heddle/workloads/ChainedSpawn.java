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
 * A chain of tasks, each of which spawns the next and ends; after Tokio's {@code chained_spawn}.
 *
 * <p>What it stresses: the path from spawn to first poll of one task on one worker. There is never
 * more than one runnable task, so all other workers are in the way at best: a scheduler that wakes
 * one for every spawn pays for it here, and one with a LIFO slot never touches its queue.
 *
 * <p>The trap: a chain of 1,000 takes some 50 us, and handing it from JMH's thread to a parked
 * worker and back takes as long again. So the last task of a chain starts the next chain itself,
 * {@value #ROUNDS} times per invocation, which leaves the hand-over about 1 % of the score.
 *
 * <p>Unit: one spawn. A chain of depth n is n spawns: its first link runs in the task that ended
 * the chain before.
 *
 * <p>The check: every spawn is counted, in a plain field, as at most one link runs at a time; and a
 * link that is run twice says so, before the second copy of the chain can grow.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ChainedSpawn {
  static final int DEPTH = 1_000;
  static final int ROUNDS = 200;
  private static final String NAME = "chained-spawn";

  private final Check check;

  /** Called by JMH. */
  public ChainedSpawn() {
    this(Check.defaultDeadline());
  }

  ChainedSpawn(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(DEPTH * ROUNDS)
  @Workload(
      name = NAME,
      unit = "spawn",
      summary = "depth 1,000, each task spawns the next: one runnable task at any time")
  public void chainedSpawn(RuntimeState state) throws InterruptedException {
    run(state.runtime(), DEPTH, ROUNDS);
  }

  /** Runs {@code rounds} chains one after the other. */
  void run(HeddleRuntime runtime, int depth, int rounds) throws InterruptedException {
    Chains chains = new Chains(check, depth, rounds);
    runtime.spawn(new Link(chains, depth));
    check.await((long) depth * rounds, "spawns", () -> chains.spawns);
  }

  /** What the links of one invocation share. */
  private static final class Chains {
    final Check check;
    final int depth;
    int roundsLeft;
    long spawns;

    Chains(Check check, int depth, int rounds) {
      this.check = check;
      this.depth = depth;
      roundsLeft = rounds;
    }
  }

  private static final class Link extends Task<@Nullable Void> {
    private final Chains chains;
    private final int left;
    private boolean ran;

    Link(Chains chains, int left) {
      this.chains = chains;
      this.left = left;
    }

    @Override
    public Poll poll(Context context) {
      if (ran) {
        chains.check.failDoubled();
      } else {
        ran = true;
        next(context.runtime(), left);
      }
      return ready(null);
    }

    private void next(HeddleRuntime runtime, int spawnsLeft) {
      if (spawnsLeft > 0) {
        chains.spawns++;
        runtime.spawn(new Link(chains, spawnsLeft - 1));
      } else if (--chains.roundsLeft > 0) {
        next(runtime, chains.depth);
      } else {
        chains.check.finish();
      }
    }
  }
}
