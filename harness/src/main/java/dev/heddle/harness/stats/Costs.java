package dev.heddle.harness.stats;

import dev.heddle.harness.record.ForkRecord;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a unit of work costs beside time: sums over a cell's forks, divided once.
 *
 * @param cpuNanosPerUnit CPU time of the whole process
 * @param allocatedBytesPerUnit heap allocated by all threads
 * @param stealsPer1000Polls tasks stolen
 * @param parksPer1000Polls waits of workers that found nothing to do
 */
public record Costs(
    @Nullable Double cpuNanosPerUnit,
    @Nullable Double allocatedBytesPerUnit,
    @Nullable Double stealsPer1000Polls,
    @Nullable Double parksPer1000Polls) {

  /** Nothing is known. */
  public static final Costs UNKNOWN = new Costs(null, null, null, null);

  static Costs of(List<ForkRecord> forks) {
    CounterSums sums = new CounterSums(forks);
    long units = sum(forks, ForkRecord::units);
    return new Costs(
        CounterSums.quotient(sum(forks, ForkRecord::cpuNanos), units),
        CounterSums.quotient(sum(forks, ForkRecord::allocatedBytes), units),
        per1000Polls(sums, "steals"),
        per1000Polls(sums, "parks"));
  }

  private static @Nullable Double per1000Polls(CounterSums sums, String counter) {
    Long sum = sums.of(counter);
    return CounterSums.quotient(sum == null ? null : Long.valueOf(1_000 * sum), sums.of("polls"));
  }

  private static long sum(List<ForkRecord> forks, ToLongFunction<ForkRecord> field) {
    return forks.stream().mapToLong(field).sum();
  }
}
