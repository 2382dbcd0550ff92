package dev.heddle.strategies.parts;

/**
 * How many ticks a worker may spend on its own queues before it looks at the injection queue first:
 * the bound on how long an injected task waits. Used by its worker alone.
 */
public abstract class InjectionInterval {

  /** The interval now, in ticks. */
  public abstract int ticks();

  /**
   * Takes in a newly measured mean poll time.
   *
   * @param meanPollNanos nanoseconds a tick
   */
  public abstract void observe(long meanPollNanos);
}
