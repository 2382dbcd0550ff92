package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Sleep;
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
 * 100,000 tasks that sleep 10 ms each, spawned by one task on its own worker; the last to wake
 * signals.
 *
 * <p>What it stresses: the way of a task through the timers and back, in bulk. While the first
 * sleep the others are still being spawned, and so many come due in one tick as were spawned in
 * one.
 *
 * <p>The trap: 10 ms of waiting are in every call, in which the workers may have nothing to do: 100
 * ns of each task's time. {@link JdkSleepers} has them too.
 *
 * <p>Unit: one task, from before it is made to its last poll.
 *
 * <p>The check: the ids of those that woke sum to 4,999,950,000, none is run again after its end,
 * and no call takes less than 10 ms.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Sleepers {
  static final int TASKS = 100_000;
  static final Duration SLEEP = Duration.ofMillis(10);
  static final String NAME = "sleepers";

  private final Check check;

  /** Called by JMH. */
  public Sleepers() {
    this(Check.defaultDeadline());
  }

  Sleepers(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(TASKS)
  @Workload(
      name = NAME,
      unit = "task",
      summary = "100,000 tasks sleep 10 ms each, spawning included",
      timers = TimerUse.ANY)
  public void sleepers(RuntimeState state) throws InterruptedException {
    run(state.runtime(), TASKS);
  }

  /** Runs {@code tasks} tasks to their end. */
  void run(HeddleRuntime runtime, int tasks) throws InterruptedException {
    long begin = System.nanoTime();
    Round round = new Round(check, tasks, 1, Sleeper::new);
    round.start(runtime);
    check.await(tasks, "tasks awake", round::arrived);
    requireSlept(NAME, System.nanoTime() - begin);
  }

  /** Who has all awake before that did not sleep. */
  static void requireSlept(String workload, long nanos) {
    if (nanos < SLEEP.toNanos()) {
      throw new WorkloadFailure(
          workload, "expected to take %d ns or more, found %d".formatted(SLEEP.toNanos(), nanos));
    }
  }

  private static final class Sleeper extends Task<@Nullable Void> {
    private final Round round;
    private final int id;
    private @Nullable Sleep sleep;
    private boolean awake;

    Sleeper(Round round, int id) {
      this.round = round;
      this.id = id;
    }

    @Override
    public Poll poll(Context context) {
      Sleep sleeping = sleep;
      if (sleeping == null) {
        sleeping = Futures.sleep(SLEEP);
        sleep = sleeping;
      }
      if (sleeping.poll(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      if (awake) {
        round.check.failDoubled();
        return ready(null);
      }
      awake = true;
      round.arrive(id, context.runtime());
      return ready(null);
    }
  }
}
