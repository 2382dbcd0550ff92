package dev.heddle.strategies.parts;

/**
 * How many ticks a worker may spend on its own queues before it looks at the injection queue first:
 * the bound on how long an injected task waits. Tuned, as in Tokio, so that this is about {@value
 * #TARGET_NANOS} ns whatever the tasks' poll times.
 */
public final class InjectionInterval {
  private static final long TARGET_NANOS = 200_000;
  private static final int MIN_TICKS = 2;
  private static final int MAX_TICKS = 127;
  private static final int FIRST_TICKS = 61;

  /** Weight of a new mean in the moving average. */
  private static final double ALPHA = 0.1;

  /** The interval follows only if it would move further than this, so that it does not flutter. */
  private static final int HYSTERESIS_TICKS = 2;

  private int ticks = FIRST_TICKS;
  private double averagePollNanos = (double) TARGET_NANOS / FIRST_TICKS;

  /** The interval now, in ticks. */
  public int ticks() {
    return ticks;
  }

  /** Takes in a newly measured mean poll time. */
  public void observe(long meanPollNanos) {
    averagePollNanos += ALPHA * (meanPollNanos - averagePollNanos);
    int wanted =
        (int) Math.clamp(TARGET_NANOS / Math.max(1.0, averagePollNanos), MIN_TICKS, MAX_TICKS);
    if (Math.abs(wanted - ticks) > HYSTERESIS_TICKS) {
      ticks = wanted;
    }
  }
}
