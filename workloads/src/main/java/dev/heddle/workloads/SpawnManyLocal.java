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
 * One task spawns 10,000 small tasks on its own worker; after Tokio's {@code spawn_many_local}.
 *
 * <p>What it stresses: the producer's side of a local queue, and what happens when it overflows,
 * for 10,000 tasks arrive within one poll and nothing leaves the queue but by theft. With several
 * workers it also shows how fast the others come to help, and what their help costs the producer.
 *
 * <p>The trap: the hand-over from JMH's thread and back is several per cent of one round. So the
 * last task of a round starts the next, {@value #ROUNDS} times per invocation.
 *
 * <p>Unit: one spawn, including the task's only poll, in which it counts down on a shared counter.
 *
 * <p>The check: that counter, which also sums the tasks' ids.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SpawnManyLocal {
  static final int TASKS = 10_000;
  static final int ROUNDS = 10;
  private static final String NAME = "spawn-many-local";

  private final Check check;

  /** Called by JMH. */
  public SpawnManyLocal() {
    this(Check.defaultDeadline());
  }

  SpawnManyLocal(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(TASKS * ROUNDS)
  @Workload(
      name = NAME,
      unit = "spawn",
      summary = "a task spawns 10,000 tasks on its own worker; the last one signals")
  public void spawnManyLocal(RuntimeState state) throws InterruptedException {
    run(state.runtime(), TASKS, ROUNDS);
  }

  /** Runs {@code rounds} rounds of {@code tasks} spawns one after the other. */
  void run(HeddleRuntime runtime, int tasks, int rounds) throws InterruptedException {
    Round first = new Round(check, tasks, rounds, Small::new);
    first.start(runtime);
    check.await((long) tasks * rounds, "finished tasks", first::arrived);
  }

  private static final class Small extends Task<@Nullable Void> {
    private final Round round;
    private final int id;

    Small(Round round, int id) {
      this.round = round;
      this.id = id;
    }

    @Override
    public Poll poll(Context context) {
      round.arrive(id, context.runtime());
      return ready(null);
    }
  }
}
