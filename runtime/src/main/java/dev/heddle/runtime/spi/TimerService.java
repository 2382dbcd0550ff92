package dev.heddle.runtime.spi;

/**
 * Keeps timers and fires them on a thread of its own. Thread-safe.
 *
 * @param <H> what stands for a timer that was scheduled
 */
public interface TimerService<H> {

  /**
   * From now on {@code due} is called once the deadline has come, never early, unless it is
   * cancelled before.
   *
   * @param deadlineNanos in the scale of {@link System#nanoTime}
   * @param due short and throws nothing; called on the service's thread, under no lock of it
   */
  H schedule(long deadlineNanos, Runnable due);

  /**
   * Cancels a timer, so that nothing of it is left behind.
   *
   * @return whether it was still to come; if it is being called just now, either. Who must know
   *     exactly decides in {@code due} itself, as the runtime does
   */
  boolean cancel(H timer);

  /** How many timers it holds. For whoever looks on; may be a moment old. */
  int size();

  /**
   * Ends the thread and waits for its end. Timers that are left are dropped. May be called again.
   */
  void shutdown() throws InterruptedException;
}
