package dev.heddle.harness.stats;

import dev.heddle.harness.record.ForkRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler did for a unit of work: the runtime's counters, summed over a cell's forks and
 * divided once. Null where a counter is not known, as of a foreign pool.
 *
 * @param stealsPerUnit tasks stolen
 * @param stealOperationsPerUnit successful visits to another worker's queue
 * @param tasksPerStealOperation tasks stolen in such a visit; null also if there was none
 * @param parksPerUnit waits of workers that found nothing to do
 * @param unparksPerUnit waits that another worker ended
 * @param noopWakeupsPerUnit waits that ended and were followed by the next without a poll between
 * @param overflowsPerUnit tasks that went elsewhere because a worker's own queue was full
 * @param lifoPollsPerUnit tasks taken out of a LIFO slot
 */
public record SchedulerWork(
    @Nullable Double stealsPerUnit,
    @Nullable Double stealOperationsPerUnit,
    @Nullable Double tasksPerStealOperation,
    @Nullable Double parksPerUnit,
    @Nullable Double unparksPerUnit,
    @Nullable Double noopWakeupsPerUnit,
    @Nullable Double overflowsPerUnit,
    @Nullable Double lifoPollsPerUnit) {

  /** Nothing is known. */
  public static final SchedulerWork UNKNOWN =
      new SchedulerWork(null, null, null, null, null, null, null, null);

  static SchedulerWork of(List<ForkRecord> forks) {
    CounterSums sums = new CounterSums(forks);
    Long units = forks.stream().mapToLong(ForkRecord::units).sum();
    Long steals = sums.of("steals");
    Long operations = sums.of("stealOperations");
    return new SchedulerWork(
        CounterSums.quotient(steals, units),
        CounterSums.quotient(operations, units),
        CounterSums.quotient(steals, operations),
        CounterSums.quotient(sums.of("parks"), units),
        CounterSums.quotient(sums.of("unparks"), units),
        CounterSums.quotient(sums.of("noopWakeups"), units),
        CounterSums.quotient(sums.of("overflows"), units),
        CounterSums.quotient(sums.of("lifoPolls"), units));
  }
}
