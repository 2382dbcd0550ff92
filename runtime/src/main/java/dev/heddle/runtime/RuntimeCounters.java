package dev.heddle.runtime;

/**
 * Counters of one worker, or summed over a runtime's workers, since it was built.
 *
 * @param polls tasks taken out of a queue to be polled (some are found cancelled)
 * @param requeues polls after which the task was runnable again: it yielded, or was woken meanwhile
 * @param parks times a worker began to wait because it found nothing to do
 * @param unparks times a worker ended another worker's wait
 * @param stealOperations successful visits to another worker's queue
 * @param steals tasks taken in those visits
 * @param overflows tasks that did not fit a worker's own queue and went elsewhere
 * @param budgetYields polls that ended because their budget was used up
 */
public record RuntimeCounters(
    long polls,
    long requeues,
    long parks,
    long unparks,
    long stealOperations,
    long steals,
    long overflows,
    long budgetYields) {

  /** The value of a counter that a foreign pool does not tell. */
  public static final long UNKNOWN = -1;

  /** All zero. */
  public static final RuntimeCounters ZERO = new RuntimeCounters(0, 0, 0, 0, 0, 0, 0, 0);

  /** The counters of a pool that is not ours: only what the polling itself counts is known. */
  RuntimeCounters ofForeignPool() {
    return new RuntimeCounters(
        polls, requeues, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, budgetYields);
  }

  private static long add(long a, long b) {
    return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : a + b;
  }

  private static long subtract(long a, long b) {
    return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : a - b;
  }

  /** The sums. */
  public RuntimeCounters plus(RuntimeCounters other) {
    return new RuntimeCounters(
        add(polls, other.polls),
        add(requeues, other.requeues),
        add(parks, other.parks),
        add(unparks, other.unparks),
        add(stealOperations, other.stealOperations),
        add(steals, other.steals),
        add(overflows, other.overflows),
        add(budgetYields, other.budgetYields));
  }

  /** What was counted since an earlier snapshot of the same runtime. */
  public RuntimeCounters minus(RuntimeCounters earlier) {
    return new RuntimeCounters(
        subtract(polls, earlier.polls),
        subtract(requeues, earlier.requeues),
        subtract(parks, earlier.parks),
        subtract(unparks, earlier.unparks),
        subtract(stealOperations, earlier.stealOperations),
        subtract(steals, earlier.steals),
        subtract(overflows, earlier.overflows),
        subtract(budgetYields, earlier.budgetYields));
  }
}
