package dev.heddle.runtime.sync;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import org.jspecify.annotations.Nullable;

/**
 * A number of permits that tasks wait for, strictly first come, first served: one that wants many
 * is not overtaken by those who want few.
 *
 * <p>Thread-safe, for tasks of any runtimes and for plain threads. Acquiring and releasing are one
 * compare-and-set each while nobody waits, and a short lock while somebody does. After Tokio's
 * {@code Semaphore}.
 */
public final class Semaphore implements AutoCloseable {
  /** The largest number of permits there can be. */
  public static final int MAX_PERMITS = Permits.MAX;

  private final Permits permits;

  /**
   * @param permits how many there are at first: 0 to {@link #MAX_PERMITS}
   * @throws IllegalArgumentException if it is another number
   */
  public Semaphore(int permits) {
    if (permits < 0 || permits > MAX_PERMITS) {
      throw new IllegalArgumentException(
          "a semaphore has 0 to " + MAX_PERMITS + " permits, not " + permits);
    }
    this.permits = new Permits(permits, MAX_PERMITS);
  }

  /** As {@link #acquire(int)}, of one permit. */
  public Future<Permit> acquire() {
    return acquire(1);
  }

  /**
   * Waits for this many permits at once, in a queue that it enters at its first poll.
   *
   * <p>The permits belong to the future from when it is ready, and to the {@link Permit} once that
   * was taken with {@code value()}. A future that is closed without its value being taken gives
   * back whatever it was handed.
   *
   * @return a future whose poll throws {@link SemaphoreClosedException} if the semaphore is closed
   * @throws IllegalArgumentException if it is not 1 to {@link #MAX_PERMITS}
   */
  public Future<Permit> acquire(int count) {
    check(count);
    return new Acquiring(permits, count);
  }

  /** As {@link #tryAcquire(int)}, of one permit. */
  public @Nullable Permit tryAcquire() {
    return tryAcquire(1);
  }

  /**
   * Takes this many permits, if they are free and nobody waits.
   *
   * @return null if not, or if the semaphore is closed
   * @throws IllegalArgumentException if it is not 1 to {@link #MAX_PERMITS}
   */
  public @Nullable Permit tryAcquire(int count) {
    check(count);
    return permits.tryTake(count) ? new Permit(permits, count) : null;
  }

  /**
   * Adds permits: new ones, or those of a {@link Permit} that was told to {@link Permit#forget}.
   *
   * @throws IllegalArgumentException if it is not 1 to {@link #MAX_PERMITS}
   * @throws IllegalStateException if there would be more than {@link #MAX_PERMITS} free
   */
  public void release(int count) {
    check(count);
    permits.give(count);
  }

  private static void check(int count) {
    if (count < 1 || count > MAX_PERMITS) {
      throw new IllegalArgumentException(
          "permits are counted from 1 to " + MAX_PERMITS + ", not " + count);
    }
  }

  /** How many are free; 0 while somebody waits. */
  public int availablePermits() {
    return permits.free();
  }

  /** Fails all who wait, and whoever comes. Permits that are out may still be given back. */
  @Override
  public void close() {
    permits.close();
  }

  /** Whether it was closed. */
  public boolean isClosed() {
    return permits.isClosed();
  }

  /**
   * Permits that were acquired: closing it gives them back. It may be passed from task to task, but
   * is used by one at a time.
   */
  public static final class Permit implements AutoCloseable {
    private final Permits permits;
    private final int count;
    private boolean spent;

    Permit(Permits permits, int count) {
      this.permits = permits;
      this.count = count;
    }

    /** How many they are. */
    public int count() {
      return count;
    }

    /**
     * Gives them back.
     *
     * @throws IllegalStateException if they were given back, or forgotten, before
     */
    @Override
    public void close() {
      spend();
      permits.give(count);
    }

    /**
     * Lets go of them without giving them back: the semaphore has that many less, until somebody
     * {@linkplain Semaphore#release releases} as many.
     *
     * @throws IllegalStateException if they were given back, or forgotten, before
     */
    public void forget() {
      spend();
    }

    private void spend() {
      if (spent) {
        throw new IllegalStateException("these permits were given back or forgotten before");
      }
      spent = true;
    }
  }

  private static final class Acquiring extends Acquire<Permit> {
    private final Permits permits;
    private @Nullable Permit permit;

    Acquiring(Permits permits, int count) {
      super(permits, count);
      this.permits = permits;
    }

    @Override
    String what() {
      return "semaphore, permits: " + wanted;
    }

    @Override
    public Poll poll(Context context) {
      Poll poll = super.poll(context);
      if (poll == Poll.READY && isRefused()) {
        throw new SemaphoreClosedException();
      }
      return poll;
    }

    @Override
    public Permit value() {
      if (permit == null) {
        passOn();
        permit = new Permit(permits, wanted);
      }
      return permit;
    }
  }
}
