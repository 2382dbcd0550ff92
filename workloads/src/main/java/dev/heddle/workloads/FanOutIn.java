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
 * One task forks 10,000 and joins all of them, as a service does that asks many others at once.
 *
 * <p>What it stresses: {@link SpawnManyLocal} has the forks without the joins; what is more here is
 * the way back. A child that ends wakes the parent only if that waits for this child just then, so
 * how often the parent is woken, finds one child done and waits again is up to the order in which
 * the scheduler runs the children.
 *
 * <p>The trap: a parent that joins in the order of its forks, under a scheduler that runs the last
 * one first, waits for the first child and then finds all the others done. It looks as if joins
 * were free. They are joined in that order all the same, since that is what programs do.
 *
 * <p>Unit: one fork, including the child's only poll and its join. A round ends with the next one's
 * beginning, {@value #ROUNDS} times per invocation.
 *
 * <p>The check: the parent sums what its children came to; a task that is run again after its end
 * says so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FanOutIn {
  static final int FORKS = 10_000;
  static final int ROUNDS = 10;
  private static final String NAME = "fan-out-in";

  private final Check check;

  /** Called by JMH. */
  public FanOutIn() {
    this(Check.defaultDeadline());
  }

  FanOutIn(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(FORKS * ROUNDS)
  @Workload(name = NAME, unit = "fork", summary = "a task forks 10,000 and joins all of them")
  public void fanOutIn(RuntimeState state) throws InterruptedException {
    run(state.runtime(), FORKS, ROUNDS);
  }

  /** Runs {@code rounds} rounds of so many forks one after the other. */
  void run(HeddleRuntime runtime, int forks, int rounds) throws InterruptedException {
    Round first = new Round(check, 1, rounds, (round, id) -> new Parent(round, id, forks));
    first.start(runtime);
    check.await((long) forks * rounds, "joined children", () -> forks * first.arrived());
  }

  private static final class Parent extends Task<@Nullable Void> {
    private final Round round;
    private final int id;
    private final Child[] children;
    private int forked;
    private int joined;
    private long sum;
    private boolean finished;

    Parent(Round round, int id, int forks) {
      this.round = round;
      this.id = id;
      children = new Child[forks];
    }

    @Override
    public Poll poll(Context context) {
      if (finished) {
        round.check.failDoubled();
        return ready(null);
      }
      for (; forked < children.length; forked++) {
        children[forked] = new Child(round.check, forked);
        context.runtime().spawn(children[forked]);
      }
      for (; joined < children.length; joined++) {
        if (children[joined].pollJoin(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
        sum += children[joined].result;
      }
      finished = true;
      long expected = (long) children.length * (children.length + 1) / 2;
      if (sum != expected) {
        round.check.fail("expected children that sum to %d, found %d".formatted(expected, sum));
        return ready(null);
      }
      round.arrive(id, context.runtime());
      return ready(null);
    }
  }

  private static final class Child extends Task<@Nullable Void> {
    private final Check check;
    private final int number;
    private int result;

    Child(Check check, int number) {
      this.check = check;
      this.number = number;
    }

    @Override
    public Poll poll(Context context) {
      if (result != 0) {
        check.failDoubled();
        return ready(null);
      }
      result = number + 1;
      return ready(null);
    }
  }
}
