package dev.heddle.runtime;

import java.util.function.LongBinaryOperator;

/**
 * Counters of one worker, or summed over a runtime's workers, since it was built. Tasks that end in
 * their first poll are added up when a turn ends, after 61 polls or when the worker runs dry; so
 * polls, spawned and finished lag behind by less than that.
 *
 * @param polls polls that have ended, and tasks found cancelled when they were to be polled
 * @param requeues polls after which the task was runnable again: it yielded, or was woken meanwhile
 * @param budgetYields requeues because the budget of the poll was used up
 * @param spawned tasks whose first poll has ended
 * @param finished tasks that ended: with a value, failed or cancelled
 * @param localSchedules times a task became runnable by a worker of the runtime, requeues left out
 * @param remoteSchedules times a task became runnable by another thread, counted at the poll that
 *     follows
 * @param lifoPolls tasks taken out of a LIFO slot
 * @param lifoCaps times a LIFO slot was closed because too many tasks in a row came out of it
 * @param stealOperations successful visits to another worker's queue
 * @param steals tasks taken in those visits
 * @param overflowEvents times a worker's own queue was full
 * @param overflows tasks that went elsewhere then
 * @param parks times a worker began to wait because it found nothing to do
 * @param noopWakeups times a worker came back from waiting and waited again without a poll between
 * @param unparks times a worker ended another worker's wait
 * @param busyNanos time the workers did not wait, in ns: polling, searching, looking after driver
 *     and timers; seen too large, until it is noted, while a worker is about to wait
 */
public record RuntimeCounters(
    long polls,
    long requeues,
    long budgetYields,
    long spawned,
    long finished,
    long localSchedules,
    long remoteSchedules,
    long lifoPolls,
    long lifoCaps,
    long stealOperations,
    long steals,
    long overflowEvents,
    long overflows,
    long parks,
    long noopWakeups,
    long unparks,
    long busyNanos) {

  /** The value of a counter that a foreign pool does not tell, or while {@link Metrics} are off. */
  public static final long UNKNOWN = -1;

  /** All zero. */
  public static final RuntimeCounters ZERO =
      new RuntimeCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** What is left if nothing was counted. */
  public static final RuntimeCounters NOTHING_KNOWN = ZERO.combine(ZERO, (a, b) -> UNKNOWN);

  /** The counters of a pool that is not ours: only what the polling itself counts is known. */
  RuntimeCounters ofForeignPool() {
    return new RuntimeCounters(
        polls,
        requeues,
        budgetYields,
        spawned,
        finished,
        localSchedules,
        remoteSchedules,
        UNKNOWN,
        UNKNOWN,
        UNKNOWN,
        UNKNOWN,
        UNKNOWN,
        UNKNOWN,
        UNKNOWN,
        UNKNOWN,
        UNKNOWN,
        UNKNOWN);
  }

  /** The sums. */
  public RuntimeCounters plus(RuntimeCounters other) {
    return combine(other, Long::sum);
  }

  /** What was counted since an earlier snapshot of the same runtime. */
  public RuntimeCounters minus(RuntimeCounters earlier) {
    return combine(earlier, (now, before) -> now - before);
  }

  private RuntimeCounters combine(RuntimeCounters other, LongBinaryOperator operator) {
    LongBinaryOperator known =
        (a, b) -> a == UNKNOWN || b == UNKNOWN ? UNKNOWN : operator.applyAsLong(a, b);
    return new RuntimeCounters(
        known.applyAsLong(polls, other.polls),
        known.applyAsLong(requeues, other.requeues),
        known.applyAsLong(budgetYields, other.budgetYields),
        known.applyAsLong(spawned, other.spawned),
        known.applyAsLong(finished, other.finished),
        known.applyAsLong(localSchedules, other.localSchedules),
        known.applyAsLong(remoteSchedules, other.remoteSchedules),
        known.applyAsLong(lifoPolls, other.lifoPolls),
        known.applyAsLong(lifoCaps, other.lifoCaps),
        known.applyAsLong(stealOperations, other.stealOperations),
        known.applyAsLong(steals, other.steals),
        known.applyAsLong(overflowEvents, other.overflowEvents),
        known.applyAsLong(overflows, other.overflows),
        known.applyAsLong(parks, other.parks),
        known.applyAsLong(noopWakeups, other.noopWakeups),
        known.applyAsLong(unparks, other.unparks),
        known.applyAsLong(busyNanos, other.busyNanos));
  }
}
