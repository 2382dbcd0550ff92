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
    long units = sum(forks, ForkRecord::units);
    // An adapter's pool parks and steals by itself and shows neither: no count of any such event in
    // a whole cell means that nobody counted.
    boolean counted =
        counter(forks, "parks") + counter(forks, "unparks") + counter(forks, "steals") > 0;
    return new Costs(
        quotient(sum(forks, ForkRecord::cpuNanos), units),
        quotient(sum(forks, ForkRecord::allocatedBytes), units),
        counted ? quotient(1_000 * counter(forks, "steals"), counter(forks, "polls")) : null,
        counted ? quotient(1_000 * counter(forks, "parks"), counter(forks, "polls")) : null);
  }

  private static long counter(List<ForkRecord> forks, String name) {
    return sum(forks, fork -> fork.counters().getOrDefault(name, 0L));
  }

  private static long sum(List<ForkRecord> forks, ToLongFunction<ForkRecord> field) {
    return forks.stream().mapToLong(field).sum();
  }

  private static @Nullable Double quotient(long dividend, long divisor) {
    return divisor == 0 ? null : (double) dividend / divisor;
  }
}
