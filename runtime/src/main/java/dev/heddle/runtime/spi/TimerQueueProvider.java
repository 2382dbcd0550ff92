package dev.heddle.runtime.spi;

import java.util.List;

/** Provides a {@link TimerQueue}, to be driven by the threads of the runtime that wait. */
public non-sealed interface TimerQueueProvider extends TimerProvider {

  /** How many queues a runtime has. */
  enum Placement {
    /** One, which all workers share under a lock; whoever waits next waits for its timers. */
    GLOBAL,

    /** One for each worker, which alone waits for its timers. Needs a {@link PolicyProvider}. */
    PER_WORKER
  }

  /** An axis of its own: every queue can be had in both ways. */
  Option<Placement> PLACEMENT =
      Option.ofEnum(
          "placement",
          "one queue for all workers, or one for each, which alone fires its timers",
          Placement.GLOBAL);

  @Override
  default List<Option<?>> options() {
    return List.of(PLACEMENT);
  }

  /**
   * A new, empty queue.
   *
   * @param nowNanos the present time, in the scale of the deadlines: a queue reads no clock
   */
  TimerQueue create(long nowNanos);
}
