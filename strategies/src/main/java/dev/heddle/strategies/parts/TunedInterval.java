package dev.heddle.strategies.parts;

/**
 * Tuned, as in Tokio, so that an injected task waits about {@value #TARGET_NANOS} ns whatever the
 * tasks' poll times.
 */
public final class TunedInterval extends InjectionInterval {
  /** What the interval shall take, in nanoseconds. */
  public static final long TARGET_NANOS = 200_000;

  /** The shortest interval. */
  public static final int MIN_TICKS = 2;

  /** The longest interval. */
  public static final int MAX_TICKS = 127;

  /** The interval before anything is measured: Tokio's fixed one. */
  public static final int FIRST_TICKS = 61;

  /** Weight of a new mean in the moving average. */
  private static final double ALPHA = 0.1;

  /** The interval follows only if it would move further than this, so that it does not flutter. */
  private static final int HYSTERESIS_TICKS = 2;

  private int ticks = FIRST_TICKS;
  private double averagePollNanos = (double) TARGET_NANOS / FIRST_TICKS;

  @Override
  public int ticks() {
    return ticks;
  }

  @Override
  public void observe(long meanPollNanos) {
    averagePollNanos += ALPHA * (meanPollNanos - averagePollNanos);
    int wanted =
        (int) Math.clamp(TARGET_NANOS / Math.max(1.0, averagePollNanos), MIN_TICKS, MAX_TICKS);
    if (Math.abs(wanted - ticks) > HYSTERESIS_TICKS) {
      ticks = wanted;
    }
  }
}
