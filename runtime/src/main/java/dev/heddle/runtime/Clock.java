package dev.heddle.runtime;

import dev.heddle.runtime.spi.Policy;

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
  /** There are the system's and, for tests and simulation, {@link PausedClock}. */
  Clock() {}

  /** The time of {@link System#nanoTime}. */
  public static Clock system() {
    return SystemClock.INSTANCE;
  }

  /** The present time in nanoseconds, in a scale that may wrap: compare by subtraction. */
  public abstract long nanoTime();

  // What a clock that is not the real one must know, or do in its stead. The real one needs none of
  // it, and none of it is on the way of a poll.

  /**
   * Until when a thread must park in real time to wait for this clock to show a deadline. That it
   * waits is known to the timers already.
   */
  long parkDeadline(long deadlineNanos, TimerWatch waiter) {
    return deadlineNanos;
  }

  /** A runtime begins, with these timers and so many workers, which are awake. */
  void begin(Timers[] timers, int workers) {}

  /** It has ended: its workers are all awake, and poll no more. */
  void end(Timers[] timers, int workers) {}

  /** Until {@link #letGo}, something is under way that may wake a task. Counts; any thread. */
  void takeHold() {}

  /** Ends one {@link #takeHold}; by any thread. */
  void letGo() {}

  /** A worker's parker, which may want to know when that worker waits. */
  Parker watched(Parker parker) {
    return parker;
  }

  /** The policy, whose callers from outside may be wanted to hold the clock. */
  Policy watched(Policy policy) {
    return policy;
  }

  private static final class SystemClock extends Clock {
    static final Clock INSTANCE = new SystemClock();

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }
  }
}
