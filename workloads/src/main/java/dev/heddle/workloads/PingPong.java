package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.sync.Oneshot;
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
 * A thousand pairs of tasks that send each other one message; after Tokio's {@code ping_pong}.
 *
 * <p>One task spawns 1,000 tasks. Each of them makes two oneshots, spawns its peer, sends on the
 * first and waits for the second; the peer waits for the first and then sends on the second.
 *
 * <p>What it stresses: wake-ups between tasks. The two tasks of a pair never have work at the same
 * time, so a scheduler that runs the woken one next and on the same worker (a LIFO slot) finds the
 * messages in its cache; one that queues it behind the other pairs does not.
 *
 * <p>The trap: a round takes some 150 us, and handing it from JMH's thread to a parked worker and
 * back up to half as long. So the last pair of a round starts the next round, {@value #ROUNDS}
 * times per invocation, which leaves the hand-over about 1 % of the score at worst.
 *
 * <p>Unit: one round trip, which is two spawns, two messages, two waits.
 *
 * <p>The check: the tasks count down on a shared counter, as in the original, that also sums their
 * ids; and a task that is run again after its end says so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PingPong {
  static final int TASKS = 1_000;
  static final int ROUNDS = 50;
  private static final String NAME = "ping-pong";

  private final Check check;

  /** Called by JMH. */
  public PingPong() {
    this(Check.defaultDeadline());
  }

  PingPong(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(TASKS * ROUNDS)
  @Workload(
      name = NAME,
      unit = "round trip",
      summary = "1,000 tasks, each spawns a peer and exchanges two oneshots with it")
  public void pingPong(RuntimeState state) throws InterruptedException {
    run(state.runtime(), TASKS, ROUNDS);
  }

  /** Runs {@code rounds} rounds of {@code tasks} pairs one after the other. */
  void run(HeddleRuntime runtime, int tasks, int rounds) throws InterruptedException {
    Round first = new Round(check, tasks, rounds, Ping::new);
    first.start(runtime);
    check.await((long) tasks * rounds, "round trips", first::arrived);
  }

  private static final class Ping extends Task<@Nullable Void> {
    private final Round round;
    private final int id;
    private @Nullable Oneshot<@Nullable Void> answer;
    private boolean finished;

    Ping(Round round, int id) {
      this.round = round;
      this.id = id;
    }

    @Override
    public Poll poll(Context context) {
      if (finished) {
        round.check.failDoubled();
        return ready(null);
      }
      Oneshot<@Nullable Void> awaited = answer;
      if (awaited == null) {
        Oneshot<@Nullable Void> question = new Oneshot<>();
        awaited = new Oneshot<>();
        answer = awaited;
        context.runtime().spawn(new Pong(round.check, question, awaited));
        question.send(null);
      }
      if (awaited.poll(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      finished = true;
      round.arrive(id, context.runtime());
      return ready(null);
    }

    @Override
    public void close() {
      if (answer != null) {
        answer.close();
      }
    }
  }

  private static final class Pong extends Task<@Nullable Void> {
    private final Check check;
    private final Oneshot<@Nullable Void> question;
    private final Oneshot<@Nullable Void> answer;
    private boolean finished;

    Pong(Check check, Oneshot<@Nullable Void> question, Oneshot<@Nullable Void> answer) {
      this.check = check;
      this.question = question;
      this.answer = answer;
    }

    @Override
    public Poll poll(Context context) {
      if (finished) {
        check.failDoubled();
        return ready(null);
      }
      if (question.poll(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      finished = true;
      answer.send(null);
      return ready(null);
    }

    @Override
    public void close() {
      question.close();
    }
  }
}
