package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * 1,000 tasks in a ring pass on a token; or as many tokens as there are workers. The oldest
 * benchmark of light processes: Armstrong's exercise in "Programming Erlang", and {@code
 * thread-ring} of the Computer Language Benchmarks Game, in which Erlang, Go and Haskell met.
 *
 * <p>What it stresses: the way from a wake-up to the poll that follows. With one token exactly one
 * task is runnable at any time, so a second worker has nothing to do, and the score tells what it
 * costs that it looks for something. With a token for each worker there is work for all of them, in
 * chains that should stay apart: a woken task had best run where it was woken.
 *
 * <p>The trap: tokens that follow each other closely come to be handled in one poll, which makes a
 * hop cheaper than it is. They start at even distances. And channels between the neighbours would
 * be measured with it; here a token is a number in the next task's hands, and a wake-up.
 *
 * <p>Unit: one hop. Each task passes a token on {@value #PASSES} times, whichever token it is, and
 * then it is done, so the hops of an invocation do not depend on the number of tokens; spawning the
 * tasks is about 1 % of it.
 *
 * <p>The check: the hops, and a shared counter of the tasks that are done, which also sums their
 * ids; a task that is run again after its end says so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Ring {
  static final int TASKS = 1_000;
  static final int PASSES = 400;
  private static final String ONE_TOKEN = "ring";
  private static final String SEVERAL_TOKENS = "ring-tokens";

  private final Duration deadline;

  /** Called by JMH. */
  public Ring() {
    this(Check.defaultDeadline());
  }

  Ring(Duration deadline) {
    this.deadline = deadline;
  }

  /** The workload with work for one worker. */
  @Benchmark
  @OperationsPerInvocation(TASKS * PASSES)
  @Workload(name = ONE_TOKEN, unit = "hop", summary = "1,000 tasks in a ring pass on one token")
  public void ring(RuntimeState state) throws InterruptedException {
    runOneToken(state.runtime(), TASKS, PASSES);
  }

  /** The workload with work for all. */
  @Benchmark
  @OperationsPerInvocation(TASKS * PASSES)
  @Workload(
      name = SEVERAL_TOKENS,
      unit = "hop",
      summary = "1,000 tasks in a ring pass on as many tokens as there are workers")
  public void ringTokens(RuntimeState state) throws InterruptedException {
    runSeveralTokens(state.runtime(), TASKS, PASSES);
  }

  /** Runs a ring of {@code tasks} until each has passed the token on {@code passes} times. */
  void runOneToken(HeddleRuntime runtime, int tasks, int passes) throws InterruptedException {
    run(runtime, new Check(ONE_TOKEN, deadline), tasks, 1, passes);
  }

  /** As {@link #runOneToken}, with a token for each worker. */
  void runSeveralTokens(HeddleRuntime runtime, int tasks, int passes) throws InterruptedException {
    int tokens = Math.min(runtime.workers(), tasks);
    run(runtime, new Check(SEVERAL_TOKENS, deadline), tasks, tokens, passes);
  }

  private static void run(HeddleRuntime runtime, Check check, int tasks, int tokens, int passes)
      throws InterruptedException {
    Arrivals arrivals = new Arrivals(check, tasks + 1);
    Member[] ring = new Member[tasks];
    for (int id = 0; id < tasks; id++) {
      ring[id] = new Member(check, arrivals, id, passes);
    }
    for (int id = 0; id < tasks; id++) {
      ring[id].next = ring[(id + 1) % tasks];
    }
    runtime.spawn(new Start(check, arrivals, ring, tokens));
    check.await(
        (long) tasks * passes,
        "hops",
        () -> Arrays.stream(ring).mapToLong(member -> member.passes).sum());
  }

  /** Spawns the ring where it runs, and hands out the tokens. */
  private static final class Start extends Once {
    private final Member[] ring;
    private final int tokens;

    Start(Check check, Arrivals arrivals, Member[] ring, int tokens) {
      super(check, arrivals, ring.length);
      this.ring = ring;
      this.tokens = tokens;
    }

    @Override
    void work() {
      for (Member member : ring) {
        runtime().spawn(member);
      }
      for (int token = 0; token < tokens; token++) {
        ring[(int) ((long) token * ring.length / tokens)].give();
      }
    }
  }

  private static final class Member extends Task<@Nullable Void> {
    private final Check check;
    private final Arrivals arrivals;
    private final int id;
    private final int passesToDo;
    private final AtomicInteger tokens = new AtomicInteger();
    private int passes;
    private @Nullable Member next;

    Member(Check check, Arrivals arrivals, int id, int passesToDo) {
      this.check = check;
      this.arrivals = arrivals;
      this.id = id;
      this.passesToDo = passesToDo;
    }

    /** Hands this task a token. One that it is given when it is done stays with it. */
    void give() {
      tokens.getAndIncrement();
      wake();
    }

    @Override
    public Poll poll(Context context) {
      if (passes == passesToDo) {
        check.failDoubled();
        return ready(null);
      }
      Member after = Objects.requireNonNull(next);
      for (int held = tokens.getAndSet(0); held > 0; held--) {
        passes++;
        after.give();
        if (passes == passesToDo) {
          if (arrivals.arrive(id)) {
            check.finish();
          }
          return ready(null);
        }
      }
      return Poll.PENDING;
    }
  }
}
