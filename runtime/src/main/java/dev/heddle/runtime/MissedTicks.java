package dev.heddle.runtime;

/**
 * What an {@link Interval} does about a tick that comes too late, because nobody asked for it in
 * time or the runtime had too much to do. Too late is a tick that is taken more than {@value
 * Interval#TOLERANCE_MILLIS} ms after its time; up to that the next one keeps to the schedule in
 * any case. The three ways, and that limit, are Tokio's.
 *
 * <p>With a period of 50 ms, and a tick at 100 ms that is taken at 225 ms, the next ones are due at
 */
public enum MissedTicks {
  /**
   * 150, 200, 250, 300 ms: all that were missed follow at once, until the schedule is caught up.
   */
  BURST {
    @Override
    long next(long dueNanos, long nowNanos, long periodNanos) {
      return dueNanos + periodNanos;
    }
  },

  /** 275, 325 ms: the schedule begins anew at the late tick. */
  DELAY {
    @Override
    long next(long dueNanos, long nowNanos, long periodNanos) {
      return nowNanos + periodNanos;
    }
  },

  /** 250, 300 ms: those that were missed are left out, and the schedule stays. */
  SKIP {
    @Override
    long next(long dueNanos, long nowNanos, long periodNanos) {
      return nowNanos + periodNanos - (nowNanos - dueNanos) % periodNanos;
    }
  };

  /** When the tick is due that follows one which was due then and is taken now, too late. */
  abstract long next(long dueNanos, long nowNanos, long periodNanos);
}
