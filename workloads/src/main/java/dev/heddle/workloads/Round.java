package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import org.jspecify.annotations.Nullable;

/**
 * One round of a shape in which a root task starts many tasks and the last of them signals. The
 * signal starts the next round from within the runtime, and only that of the last round goes to the
 * waiting thread: so an invocation of many rounds pays for the way from JMH's thread to a parked
 * worker and back, 20 to 100 us, only once.
 *
 * <p>Thread-safe.
 */
final class Round {
  /** Makes one task of a round. It calls {@link Round#arrive} with its id when it is done. */
  @FunctionalInterface
  interface Member {
    Task<?> of(Round round, int id);
  }

  final Check check;
  private final int tasks;
  private final Arrivals arrivals;
  private final int roundsLeft;
  private final Member member;
  private volatile @Nullable Round next;

  /**
   * @param tasks how many will arrive in a round, with the ids 0 to this minus 1
   * @param rounds how many rounds to run, from 1
   * @param member makes the tasks that the root task of a round spawns
   */
  Round(Check check, int tasks, int rounds, Member member) {
    this.check = check;
    this.tasks = tasks;
    this.member = member;
    arrivals = new Arrivals(check, tasks);
    roundsLeft = rounds - 1;
  }

  void start(HeddleRuntime runtime) {
    runtime.spawn(new Root(this));
  }

  /** A task of this round is done. */
  void arrive(int id, HeddleRuntime runtime) {
    if (arrivals.arrive(id)) {
      if (roundsLeft > 0) {
        Round following = new Round(check, tasks, roundsLeft, member);
        next = following;
        following.start(runtime);
      } else {
        check.finish();
      }
    }
  }

  /** How many tasks have arrived in this round and in all that followed. */
  long arrived() {
    long sum = 0;
    for (Round at = this; at != null; at = at.next) {
      sum += at.arrivals.count();
    }
    return sum;
  }

  /** Spawns the tasks of a round on the worker it runs on. */
  private static final class Root extends Task<@Nullable Void> {
    private final Round round;
    private boolean ran;

    Root(Round round) {
      this.round = round;
    }

    @Override
    public Poll poll(Context context) {
      if (ran) {
        round.check.failDoubled();
        return ready(null);
      }
      ran = true;
      HeddleRuntime runtime = context.runtime();
      for (int id = 0; id < round.tasks; id++) {
        runtime.spawn(round.member.of(round, id));
      }
      return ready(null);
    }
  }
}
