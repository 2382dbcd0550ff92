package dev.heddle.workloads;

import java.util.Optional;

/**
 * A workload that was found on the class path.
 *
 * @param name the name users type
 * @param unit what is counted, in the singular
 * @param summary what it does, in one line
 * @param gauge what its score per unit is in if that is not time, such as {@code B}; or empty
 * @param benchmark JMH's full name of the benchmark: class and method
 * @param axes what it can be varied in
 * @param availability whether it can be run here
 * @param peerOf the workload whose work it does by other means, in whose table it stands; or empty
 */
public record WorkloadInfo(
    String name,
    String unit,
    String summary,
    String gauge,
    String benchmark,
    Axes axes,
    Class<? extends Availability> availability,
    String peerOf) {

  /** Why it cannot be run here, in one line; or empty. */
  public Optional<String> unavailable() {
    try {
      return availability.getConstructor().newInstance().unavailable();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          name + " names " + availability.getName() + ", which cannot be made", e);
    }
  }

  /** What its score is in: {@code ns/spawn}, {@code B/idle task}. */
  public String scoreUnit() {
    return (gauge.isEmpty() ? "ns" : gauge) + "/" + unit;
  }
}
