package dev.heddle.runtime.sync;

import dev.heddle.runtime.Future;
import org.jspecify.annotations.Nullable;

/**
 * A lock that tasks wait for without a thread, and that may be held from one poll to the next.
 * First come, first served.
 *
 * <pre>{@code
 * Future<Mutex.Guard> locking = mutex.lock();
 * // polled until it is ready; then
 * try (Mutex.Guard guard = locking.value()) {
 *   // alone here
 * }
 * locking.close();
 * }</pre>
 *
 * <p>Thread-safe, for tasks of any runtimes and for plain threads; not reentrant. What was written
 * before an unlock is visible after the next lock. Locking and unlocking are one compare-and-set
 * each while nobody waits; otherwise the lock is handed to the first in the queue, and never free
 * for one who comes later.
 */
public final class Mutex {
  private final Permits permits = new Permits(1, 1);

  /**
   * Waits for the lock, in a queue that it enters at its first poll.
   *
   * <p>The lock belongs to the future from when it is ready, and to the {@link Guard} once that was
   * taken with {@code value()}. A future that is closed without its value being taken unlocks, also
   * when it was handed the lock and not polled since.
   */
  public Future<Guard> lock() {
    return new Locking(permits);
  }

  /** Locks if the mutex is free, and else returns null. */
  public @Nullable Guard tryLock() {
    return permits.tryTake(1) ? new Guard(permits) : null;
  }

  /**
   * The lock, held: closing it unlocks. It may be passed from task to task, but is used by one at a
   * time.
   */
  public static final class Guard implements AutoCloseable {
    private final Permits permits;
    private boolean unlocked;

    Guard(Permits permits) {
      this.permits = permits;
    }

    /**
     * Unlocks.
     *
     * @throws IllegalStateException if it did so before
     */
    @Override
    public void close() {
      if (unlocked) {
        throw new IllegalStateException("this guard has unlocked before; the lock is another's");
      }
      unlocked = true;
      permits.give(1);
    }
  }

  private static final class Locking extends Acquire<Guard> {
    private final Permits permits;
    private @Nullable Guard guard;

    Locking(Permits permits) {
      super(permits, 1);
      this.permits = permits;
    }

    @Override
    String what() {
      return "mutex";
    }

    @Override
    public Guard value() {
      if (guard == null) {
        passOn();
        guard = new Guard(permits);
      }
      return guard;
    }
  }
}
