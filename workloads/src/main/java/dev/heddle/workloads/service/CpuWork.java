package dev.heddle.workloads.service;

/**
 * Work that takes a CPU for so long. It is a number of steps, not a time on the clock: a thread
 * that loses its CPU meanwhile has the rest still to do. With more workers than CPUs a wait for the
 * clock would be over for all of them at once, and two cores would do the work of four. Immutable.
 */
final class CpuWork {
  private static final int STEPS = 20_000;
  private static final int WARM_UPS = 200;
  private static final int TRIALS = 200;

  // Steele and Vigna, "Computationally easy, spectrally good multipliers" (2021).
  private static final long MULTIPLIER = 0xd1342543de82ef95L;

  private final double stepsPerNano;

  private CpuWork(double stepsPerNano) {
    this.stepsPerNano = stepsPerNano;
  }

  /**
   * Finds out how many steps this CPU does in a nanosecond, in some milliseconds: the most it did
   * in any of {@value #TRIALS} trials, since what disturbs one makes it slower only.
   */
  static CpuWork calibrated() {
    long number = 1;
    for (int i = 0; i < WARM_UPS; i++) {
      number = steps(number, STEPS);
    }
    long least = Long.MAX_VALUE;
    for (int i = 0; i < TRIALS; i++) {
      long begin = System.nanoTime();
      number = steps(number, STEPS);
      least = Math.min(least, System.nanoTime() - begin);
    }
    if (number == 0) {
      throw new IllegalStateException("the generator has no such state");
    }
    return new CpuWork((double) STEPS / Math.max(1, least));
  }

  /**
   * Works.
   *
   * @param nanos how long it takes on a CPU of its own
   * @param seed anything
   * @return a number that the caller keeps, or the compiler would leave the work out
   */
  long run(long nanos, long seed) {
    return steps(seed | 1, (long) (nanos * stepsPerNano));
  }

  /** Each step needs the one before, so it takes its time on any CPU. */
  private static long steps(long seed, long steps) {
    long number = seed;
    for (long i = 0; i < steps; i++) {
      number = number * MULTIPLIER + 1;
    }
    return number;
  }
}
