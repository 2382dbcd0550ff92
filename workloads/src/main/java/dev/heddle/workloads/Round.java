package dev.heddle.workloads;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Task;
import java.util.function.Function;
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
  final Check check;
  final int tasks;
  private final Arrivals arrivals;
  private final int roundsLeft;
  private final Function<Round, Task<?>> root;
  private volatile @Nullable Round next;

  /**
   * @param tasks how many will arrive in a round, with the ids 0 to this minus 1
   * @param rounds how many rounds to run, from 1
   * @param root makes the task that starts the tasks of a round
   */
  Round(Check check, int tasks, int rounds, Function<Round, Task<?>> root) {
    this.check = check;
    this.tasks = tasks;
    this.root = root;
    arrivals = new Arrivals(check, tasks);
    roundsLeft = rounds - 1;
  }

  void start(HeddleRuntime runtime) {
    runtime.spawn(root.apply(this));
  }

  /** A task of this round is done. */
  void arrive(int id, HeddleRuntime runtime) {
    if (arrivals.arrive(id)) {
      if (roundsLeft > 0) {
        Round following = new Round(check, tasks, roundsLeft, root);
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
}
