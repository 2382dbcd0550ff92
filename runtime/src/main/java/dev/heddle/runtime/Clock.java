package dev.heddle.runtime;

/**
 * What time it is for futures: sleeps, time-outs and intervals go by a runtime's clock, and so do
 * its workers when they wait for them. Everything that measures the real machine does not: metrics,
 * latencies, stalls, how long a strategy leaves a task alone, and the waits of threads outside,
 * such as {@link JoinHandle#join(java.time.Duration)} and {@link
 * HeddleRuntime#close(java.time.Duration)}.
 *
 * <p>Thread-safe.
 */
public abstract class Clock {
  /** Nobody else's: a runtime must be able to wait for it. */
  Clock() {}

  /** The time of {@link System#nanoTime}. */
  public static Clock system() {
    return SystemClock.INSTANCE;
  }

  /** The present time in nanoseconds, in a scale that may wrap: compare by subtraction. */
  public abstract long nanoTime();

  private static final class SystemClock extends Clock {
    static final Clock INSTANCE = new SystemClock();

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }
  }
}
