package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.FutureTimeoutException;
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
 * 10,000 empty tasks spawned from a thread outside the runtime, then joined one by one from there;
 * after Tokio's {@code spawn_many_remote_idle}.
 *
 * <p>What it stresses: the injection queue, with one producer and all workers as consumers, and the
 * rule by which the producer wakes workers: none is running at first, and waking one costs it some
 * 10 us, so a scheduler that wakes one per spawn is slow, and one that wakes too few is too.
 *
 * <p>The trap: {@code join()} blocks the joining thread when the task is not finished, which costs
 * more than hundreds of spawns. Tasks are joined in the order they were spawned, and each join
 * looks before it blocks, so a thread that finds a task unfinished finds many finished when it
 * returns. What blocking remains is part of the shape: nobody outside can know better.
 *
 * <p>Unit: one spawn, including the task's only poll and its join.
 *
 * <p>The check: every task counts its polls, which are summed over all tasks after the joins; a
 * task that is run again after its end says so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SpawnManyRemote {
  static final int TASKS = 10_000;
  private static final String NAME = "spawn-many-remote";

  private final Check check;

  /** Called by JMH. */
  public SpawnManyRemote() {
    this(Check.defaultDeadline());
  }

  SpawnManyRemote(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(TASKS)
  @Workload(
      name = NAME,
      unit = "spawn",
      summary = "10,000 empty tasks spawned from outside onto idle workers, then all joined")
  public void spawnManyRemote(RuntimeState state) throws InterruptedException {
    run(state.runtime(), TASKS);
  }

  /** Spawns and joins {@code count} tasks. */
  void run(HeddleRuntime runtime, int count) throws InterruptedException {
    long deadlineNanos = check.deadlineNanos();
    Empty[] tasks = new Empty[count];
    for (int i = 0; i < count; i++) {
      tasks[i] = new Empty(check);
      runtime.spawn(tasks[i]);
    }
    for (int i = 0; i < count; i++) {
      if (!tasks[i].isFinished()) { // most are: then the clock need not be looked at
        joinBefore(deadlineNanos, tasks[i], count, i);
      }
    }
    int polls = 0;
    for (Empty task : tasks) {
      polls += task.polls;
    }
    check.verify(count, "polls", polls);
  }

  private void joinBefore(long deadlineNanos, Empty task, int count, int joined)
      throws InterruptedException {
    try {
      task.join(Duration.ofNanos(deadlineNanos - System.nanoTime()));
    } catch (FutureTimeoutException late) {
      throw check.late(count, "joins", joined);
    }
  }

  private static final class Empty extends Task<@Nullable Void> {
    private final Check check;
    private int polls;

    Empty(Check check) {
      this.check = check;
    }

    @Override
    public Poll poll(Context context) {
      if (polls++ > 0) {
        check.failDoubled();
      }
      return ready(null);
    }
  }
}
