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
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * How long tasks that come from outside wait beside pairs of tasks that keep waking each other: a
 * gauge, in polls. There is a pair for each worker, so that none is free to help; but of several
 * workers one may be for a while, when two pairs meet on another, and then nobody waits. With one
 * worker the answer is clearest.
 *
 * <p>An injected task yields once before it is done. So its way leads through both places in which
 * a task can be forgotten: the injection queue, if a worker looks there only when its own queue is
 * dry; and the worker's own queue, if what was woken last always goes first, as out of a LIFO slot
 * without a cap. Tokio has the interval against the one and the cap against the other.
 *
 * <p>The trap: time would gauge the host. The score counts polls instead: those that each pair had
 * on average from the moment a task was injected to its last poll, plus one, for the task that
 * waited longest. A scheduler that keeps to the order of arrival has two or three. One that comes
 * to the injection queue at every 61st poll has some thousands, for all tasks are injected at once.
 * The moment is taken just after the injection, since a thread that is preempted between the two
 * would otherwise make any wait look long.
 *
 * <p>Nothing waits for ever: a pair ends when all injected tasks are done, and else after {@value
 * #MAX_POLLS} polls more, counted from the last injection. A score of about that size says that a
 * task was kept waiting for as long as the pairs lasted; how much longer it would have been is
 * unknown.
 *
 * <p>Unit: the longest wait of a call. The time per call is recorded too, and says little.
 *
 * <p>The check: every injected task is polled twice, every pair ends, and the two of a pair were
 * polled strictly in turn.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Starvation {
  static final int INJECTED = 64;
  static final int MAX_POLLS = 1_000_000;
  private static final String NAME = "starvation";

  private final Check check;

  /** Called by JMH. */
  public Starvation() {
    this(Check.defaultDeadline());
  }

  Starvation(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(1)
  @Workload(
      name = NAME,
      unit = "wait",
      gauge = "polls",
      summary = "the longest wait of 64 injected tasks beside pairs that keep waking each other")
  public void starvation(RuntimeState state) throws InterruptedException {
    state.gauge(longestWait(state.runtime(), INJECTED));
  }

  /**
   * Injects so many tasks beside a pair for each worker.
   *
   * @return the longest wait, in polls of each pair, and one more
   */
  double longestWait(HeddleRuntime runtime, int injected) throws InterruptedException {
    Crowd crowd = new Crowd(check, injected, runtime.workers());
    try {
      for (Pair pair : crowd.pairs) {
        runtime.spawn(pair.first);
      }
      check.await(crowd.pairs.length, "pairs under way", crowd.pairsBegun::get);
      Injected[] tasks = new Injected[injected];
      long[] pollsBefore = new long[injected];
      for (int id = 0; id < injected; id++) {
        tasks[id] = new Injected(crowd, id);
        runtime.spawn(tasks[id]);
        pollsBefore[id] = crowd.polls();
      }
      crowd.limit();
      check.await(crowd.tasks(), "finished tasks", crowd.arrivals::count);
      long longest = 0;
      for (int id = 0; id < injected; id++) {
        longest = Math.max(longest, tasks[id].pollsAtEnd - pollsBefore[id]);
      }
      return 1 + (double) longest / crowd.pairs.length;
    } finally {
      crowd.over = true;
    }
  }

  /** All tasks of one call. */
  private static final class Crowd {
    final Check check;
    final Pair[] pairs;
    final Arrivals arrivals;
    final AtomicInteger pairsBegun = new AtomicInteger();
    private final int injected;
    private final AtomicInteger injectedDone = new AtomicInteger();

    /** Nothing waits for the pairs' turn any more. */
    volatile boolean over;

    Crowd(Check check, int injected, int pairs) {
      this.check = check;
      this.injected = injected;
      this.pairs = new Pair[pairs];
      arrivals = new Arrivals(check, injected + 2 * pairs);
      Arrays.setAll(this.pairs, i -> new Pair(this, injected + 2 * i));
    }

    int tasks() {
      return injected + 2 * pairs.length;
    }

    /** Polls of all pairs so far. */
    long polls() {
      long sum = 0;
      for (Pair pair : pairs) {
        sum += pair.polls.getAcquire();
      }
      return sum;
    }

    /** All tasks are injected: from now on each pair lasts for so many polls at most. */
    void limit() {
      for (Pair pair : pairs) {
        pair.lastPoll = pair.polls.getAcquire() + MAX_POLLS;
      }
    }

    void begun() {
      if (pairsBegun.incrementAndGet() == pairs.length) {
        check.finish();
      }
    }

    void injectedIsDone(int id) {
      if (injectedDone.incrementAndGet() == injected) {
        over = true;
      }
      arrive(id);
    }

    void arrive(int id) {
      if (arrivals.arrive(id)) {
        check.finish();
      }
    }
  }

  private static final class Injected extends Task<@Nullable Void> {
    private final Crowd crowd;
    private final int id;
    private int turns;
    private long pollsAtEnd;

    Injected(Crowd crowd, int id) {
      this.crowd = crowd;
      this.id = id;
    }

    @Override
    public Poll poll(Context context) {
      switch (turns++) {
        case 0 -> {
          return context.yieldNow();
        }
        case 1 -> {
          pollsAtEnd = crowd.polls();
          crowd.injectedIsDone(id);
        }
        default -> crowd.check.failDoubled();
      }
      return ready(null);
    }
  }

  /** Two tasks of which one is runnable, or polled, while the other waits. */
  private static final class Pair {
    final Crowd crowd;
    final Player first;

    /** Of both. Written in turn: the wake-up in between orders that. Even: the first one's turn. */
    final AtomicLong polls = new AtomicLong();

    volatile long lastPoll = Long.MAX_VALUE;

    Pair(Crowd crowd, int firstId) {
      this.crowd = crowd;
      first = new Player(this, 0, firstId);
      Player second = new Player(this, 1, firstId + 1);
      first.other = second;
      second.other = first;
    }

    boolean isOver(long polls) {
      return crowd.over || polls >= lastPoll;
    }
  }

  private static final class Player extends Task<@Nullable Void> {
    private final Pair pair;
    private final int turn;
    private final int id;
    private @Nullable Player other;

    Player(Pair pair, int turn, int id) {
      this.pair = pair;
      this.turn = turn;
      this.id = id;
    }

    @Override
    public Poll poll(Context context) {
      long polls = pair.polls.getPlain();
      if (polls % 2 != turn) {
        pair.crowd.check.fail("expected two tasks to take turns, found one polled out of turn");
        return ready(null);
      }
      boolean over = pair.isOver(polls);
      pair.polls.setRelease(polls + 1);
      Player next = Objects.requireNonNull(other);
      if (polls == 0) {
        context.runtime().spawn(next);
      } else {
        next.wake();
      }
      if (polls == 1) {
        pair.crowd.begun();
      }
      if (!over) {
        return Poll.PENDING;
      }
      pair.crowd.arrive(id);
      return ready(null);
    }
  }
}
