package dev.heddle.harness.record;

import java.util.Map;
import java.util.Optional;

/**
 * How well an open loop kept to its schedule.
 *
 * @param sent requests that were sent, of those that were answered
 * @param onSchedule how many of them left when they were due, or hardly later
 */
public record Adherence(long sent, long onSchedule) {
  /** Under this share the rate was another than was asked for: the fork is void. */
  public static final double LEAST = 0.95;

  /** Under this share a row says so. */
  public static final double GOOD = 0.999;

  /** What a fork's counters say; empty if it has no open loop. */
  public static Optional<Adherence> of(Map<String, Long> counters) {
    Long sent = counters.get("load.sent");
    Long onSchedule = counters.get("load.onSchedule");
    return sent == null || onSchedule == null || sent == 0
        ? Optional.empty()
        : Optional.of(new Adherence(sent, onSchedule));
  }

  /** From 0 to 1. */
  public double share() {
    return (double) onSchedule / sent;
  }

  /** Why the fork is void, in one line; empty if it is not. */
  public Optional<String> violation() {
    return share() >= LEAST
        ? Optional.empty()
        : Optional.of(
            "sent %.1f %% of its requests when they were due, under %.0f %%: the rate was another than asked for"
                .formatted(100 * share(), 100 * LEAST));
  }
}
