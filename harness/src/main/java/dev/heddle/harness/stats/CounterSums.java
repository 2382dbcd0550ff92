package dev.heddle.harness.stats;

import dev.heddle.harness.record.ForkRecord;
import dev.heddle.runtime.RuntimeCounters;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The runtime's counters, summed over the forks of a cell.
 *
 * @param forks at least one
 */
record CounterSums(List<ForkRecord> forks) {

  /**
   * The sum, or null if a fork does not tell: a foreign pool steals and parks by itself, and
   * records of earlier versions have fewer counters.
   */
  @Nullable Long of(String counter) {
    return forks.stream().allMatch(fork -> tells(fork, counter))
        ? Long.valueOf(
            forks.stream()
                .mapToLong(fork -> Objects.requireNonNull(fork.counters().get(counter)))
                .sum())
        : null;
  }

  private static boolean tells(ForkRecord fork, String counter) {
    return fork.counters().getOrDefault(counter, RuntimeCounters.UNKNOWN)
        != RuntimeCounters.UNKNOWN;
  }

  /** Null if either is not known, or it would be a ratio to nothing. */
  static @Nullable Double quotient(@Nullable Long dividend, @Nullable Long divisor) {
    return dividend == null || divisor == null || divisor == 0
        ? null
        : Double.valueOf((double) dividend / divisor);
  }
}
