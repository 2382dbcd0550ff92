package dev.heddle.workloads.service;

import dev.heddle.workloads.LoadGenerator;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Work that takes a CPU for so long. It is a number of steps, not a time on the clock: a thread
 * that loses its CPU meanwhile has the rest still to do. With more workers than CPUs a wait for the
 * clock would be over for all of them at once, and two cores would do the work of four. Immutable.
 */
final class CpuWork {
  private static final int STEPS = 5_000;

  /** So many that the steps are compiled as well as they ever will be. */
  private static final int WARM_UPS = 10_000;

  /** Loops with an int for a counter are compiled alike wherever they are inlined. */
  private static final int MOST_AT_ONCE = 1 << 20;

  private static final int TRIALS = 5_000;

  private final double stepsPerNano;

  private CpuWork(double stepsPerNano) {
    this.stepsPerNano = stepsPerNano;
  }

  /**
   * Finds out how many steps this CPU does in a nanosecond, in half a second: the median of {@value
   * #TRIALS} trials. Meanwhile a thread spins where the generator will, if it has a CPU of its own:
   * two CPUs may be one core's, which then does less for either.
   */
  static CpuWork calibrated() {
    AtomicBoolean over = new AtomicBoolean();
    Thread generator = new Thread(() -> spin(over), "heddle-calibration");
    generator.setDaemon(true);
    generator.start();
    try {
      return new CpuWork(STEPS / Math.max(1, medianNanos()));
    } finally {
      over.set(true);
      join(generator);
    }
  }

  private static double medianNanos() {
    long number = 1;
    for (int i = 0; i < WARM_UPS; i++) {
      number = steps(number, STEPS);
    }
    long[] nanos = new long[TRIALS];
    for (int i = 0; i < TRIALS; i++) {
      long begin = System.nanoTime();
      number = steps(number, STEPS);
      nanos[i] = System.nanoTime() - begin;
    }
    if (number == 0) {
      throw new IllegalStateException("the generator of numbers has no such state");
    }
    Arrays.sort(nanos);
    return nanos[TRIALS / 2];
  }

  private static void spin(AtomicBoolean over) {
    if (LoadGenerator.takeOwnCpus()) {
      while (!over.get() && System.nanoTime() != 0) {
        Thread.onSpinWait();
      }
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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

  /**
   * Each step needs the one before, and no compiler can make one of several, as it does of those of
   * a linear congruential generator. A xorshift of Marsaglia's (2003).
   */
  private static long steps(long seed, long steps) {
    long number = seed;
    for (long left = steps; left > 0; left -= MOST_AT_ONCE) {
      int count = (int) Math.min(left, MOST_AT_ONCE);
      for (int i = 0; i < count; i++) {
        number ^= number << 13;
        number ^= number >>> 7;
        number ^= number << 17;
      }
    }
    return number;
  }
}
