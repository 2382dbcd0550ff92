package dev.heddle.runtime;

/**
 * Counters of one worker, or summed over a runtime's workers, since it was built.
 *
 * @param polls tasks taken out of a queue and polled (or found cancelled)
 * @param yields polls that ended in a yield
 * @param parks times a worker began to wait because it found nothing to do
 * @param unparks times a worker ended another worker's wait
 * @param stealOperations successful visits to another worker's queue
 * @param steals tasks taken in those visits
 * @param overflows tasks that did not fit a worker's own queue and went elsewhere
 */
public record RuntimeCounters(
    long polls,
    long yields,
    long parks,
    long unparks,
    long stealOperations,
    long steals,
    long overflows) {

  /** All zero. */
  public static final RuntimeCounters ZERO = new RuntimeCounters(0, 0, 0, 0, 0, 0, 0);

  /** The sums. */
  public RuntimeCounters plus(RuntimeCounters other) {
    return new RuntimeCounters(
        polls + other.polls,
        yields + other.yields,
        parks + other.parks,
        unparks + other.unparks,
        stealOperations + other.stealOperations,
        steals + other.steals,
        overflows + other.overflows);
  }

  /** What was counted since an earlier snapshot of the same runtime. */
  public RuntimeCounters minus(RuntimeCounters earlier) {
    return new RuntimeCounters(
        polls - earlier.polls,
        yields - earlier.yields,
        parks - earlier.parks,
        unparks - earlier.unparks,
        stealOperations - earlier.stealOperations,
        steals - earlier.steals,
        overflows - earlier.overflows);
  }
}
