package dev.heddle.harness.stats;

import dev.heddle.harness.record.ForkRecord;
import dev.heddle.runtime.RuntimeCounters;
import java.util.List;
import java.util.Objects;
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

  private static final String POLLS = "polls";

  static Costs of(List<ForkRecord> forks) {
    long units = sum(forks, ForkRecord::units);
    return new Costs(
        quotient(sum(forks, ForkRecord::cpuNanos), units),
        quotient(sum(forks, ForkRecord::allocatedBytes), units),
        per1000Polls(forks, "steals"),
        per1000Polls(forks, "parks"));
  }

  /** Null if a fork does not tell: a foreign pool steals and parks by itself. */
  private static @Nullable Double per1000Polls(List<ForkRecord> forks, String counter) {
    return forks.stream().allMatch(fork -> tells(fork, counter) && tells(fork, POLLS))
        ? quotient(1_000 * counter(forks, counter), counter(forks, POLLS))
        : null;
  }

  private static boolean tells(ForkRecord fork, String counter) {
    return fork.counters().getOrDefault(counter, RuntimeCounters.UNKNOWN)
        != RuntimeCounters.UNKNOWN;
  }

  private static long counter(List<ForkRecord> forks, String name) {
    return sum(forks, fork -> Objects.requireNonNull(fork.counters().get(name)));
  }

  private static long sum(List<ForkRecord> forks, ToLongFunction<ForkRecord> field) {
    return forks.stream().mapToLong(field).sum();
  }

  private static @Nullable Double quotient(long dividend, long divisor) {
    return divisor == 0 ? null : (double) dividend / divisor;
  }
}
