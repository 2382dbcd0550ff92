package dev.heddle.runtime;

/**
 * The timers of a runtime, or of one of its workers, as futures see them: either in a queue that
 * the runtime drives, or with a service that has a thread of its own.
 *
 * <p>An entry is in the hands of one of these for good. A timer fires once, is cancelled or is
 * reset, and each caller learns which of them came first.
 *
 * <p>Thread-safe. No waker is called under a lock.
 */
abstract sealed class Timers permits QueueTimers, ServiceTimers {
  private final Clock clock;

  Timers(Clock clock) {
    this.clock = clock;
  }

  final Clock clock() {
    return clock;
  }

  final long now() {
    return clock.nanoTime();
  }

  /** How many timers there are. */
  abstract int size();

  /** From now on the waker is called once the entry is due. */
  abstract void insert(TimerEntry entry, Waker waker);

  /**
   * From now on this waker is called, and no other, once the entry is due.
   *
   * @param entry which was inserted before, and may have been reset since
   * @return false if it is due
   */
  abstract boolean await(TimerEntry entry, Waker waker);

  /**
   * Gives an entry another deadline, whether it is still to come, was due or was cancelled. Its
   * waker will be called then if it would have been called at the old one.
   *
   * <p>If the timers throw, they hold it no longer, and its waker is called, so that whoever waits
   * learns of it: its next {@link #await} tries again.
   *
   * @return whether it was still to come
   */
  abstract boolean reset(TimerEntry entry, long deadlineNanos);

  /**
   * The waker will not be called any more, unless somebody is about to call it just now.
   *
   * @return whether it was still to come
   */
  abstract boolean cancel(TimerEntry entry);

  /** Whether an entry will call that waker. A hint, read without a lock. */
  abstract boolean wakes(TimerEntry entry, Waker waker);

  /** Ends what they have of their own, such as a thread. May be called again. */
  void shutdown() throws InterruptedException {}
}
