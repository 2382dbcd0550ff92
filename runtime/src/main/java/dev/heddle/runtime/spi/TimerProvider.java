package dev.heddle.runtime.spi;

/** A timer queue under its name, found by {@link java.util.ServiceLoader}. */
public interface TimerProvider extends Provider {

  /**
   * A new, empty queue for one runtime.
   *
   * @param nowNanos the present time, in the scale of the deadlines: a queue reads no clock
   */
  TimerQueue create(long nowNanos);
}
