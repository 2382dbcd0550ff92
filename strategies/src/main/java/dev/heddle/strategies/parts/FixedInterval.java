package dev.heddle.strategies.parts;

/** Always the same number of ticks, whatever they take: Tokio's rule if it is told to. */
public final class FixedInterval extends InjectionInterval {
  private final int ticks;

  /** So many ticks. */
  public FixedInterval(int ticks) {
    this.ticks = ticks;
  }

  @Override
  public int ticks() {
    return ticks;
  }

  @Override
  public void observe(long meanPollNanos) {}
}
