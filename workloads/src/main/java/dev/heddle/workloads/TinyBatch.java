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
 * {@value #OPS} operations of some nanoseconds, each in a task of its own or so many of them in
 * one.
 *
 * <p>What it stresses: what a task costs beside what it does. An operation here is a few steps of a
 * random number generator, about 3 ns, so with one in a task nearly all is scheduling; the curve
 * over the size says from how much work on a task is worth its cost.
 *
 * <p>The trap: with many in a task there are few tasks, of which all workers do not get one: at
 * 100,000 operations and 10,000 in each it is ten. And what nobody uses the compiler leaves out, so
 * the numbers are summed.
 *
 * <p>Size: operations in a task. Unit: one operation. A round's last task starts the next round,
 * {@value #ROUNDS} times per invocation.
 *
 * <p>The check: the sum of the last round's numbers, which is the same for each size; and a shared
 * counter of the tasks that are done, which also sums their ids.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TinyBatch {
  static final int OPS = 100_000;
  static final int ROUNDS = 5;
  private static final String NAME = "tiny-batch";

  // Steele and Vigna, "Computationally easy, spectrally good multipliers" (2021).
  private static final long MULTIPLIER = 0xd1342543de82ef95L;
  private static final int STEPS = 2;

  /** How many operations a task does. */
  @Param("1")
  public int size;

  private final Check check;

  /** Called by JMH. */
  public TinyBatch() {
    this(Check.defaultDeadline());
  }

  TinyBatch(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(OPS * ROUNDS)
  @Workload(
      name = NAME,
      unit = "op",
      summary = "100,000 operations of some nanoseconds, so many of them in a task",
      sizes = {1, 10, 100, 1_000, 10_000})
  public void tinyBatch(RuntimeState state) throws InterruptedException {
    run(state.runtime(), OPS, ROUNDS);
  }

  /** Does so many operations in each of so many rounds. */
  void run(HeddleRuntime runtime, int ops, int rounds) throws InterruptedException {
    if (size < 1 || size > ops || ops % size != 0) {
      throw new WorkloadFailure(
          NAME, "expected a size that divides %d operations, found %d".formatted(ops, size));
    }
    int tasks = ops / size;
    Batch[] last = new Batch[tasks];
    Round first =
        new Round(
            check,
            tasks,
            rounds,
            (round, id) -> {
              last[id] = new Batch(round, id, size); // by one root task after the other
              return last[id];
            });
    first.start(runtime);
    check.await((long) tasks * rounds, "finished tasks", first::arrived);
    long sum = 0;
    for (Batch batch : last) {
      sum += batch.sum;
    }
    check.verify(sumOf(0, ops), "as the sum of all numbers", sum);
  }

  private static long sumOf(int first, int count) {
    long sum = 0;
    for (int op = first; op < first + count; op++) {
      sum += numberOf(op);
    }
    return sum;
  }

  /** One operation. */
  private static long numberOf(int op) {
    long number = op;
    for (int step = 0; step < STEPS; step++) {
      number = number * MULTIPLIER + 1;
      number ^= number >>> 32;
    }
    return number;
  }

  private static final class Batch extends Task<@Nullable Void> {
    private final Round round;
    private final int id;
    private final int ops;
    private boolean finished;
    private long sum;

    Batch(Round round, int id, int ops) {
      this.round = round;
      this.id = id;
      this.ops = ops;
    }

    @Override
    public Poll poll(Context context) {
      if (finished) {
        round.check.failDoubled();
        return ready(null);
      }
      finished = true;
      sum = sumOf(id * ops, ops);
      round.arrive(id, context.runtime());
      return ready(null);
    }
  }
}
