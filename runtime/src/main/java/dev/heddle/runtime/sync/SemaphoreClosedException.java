package dev.heddle.runtime.sync;

/** The {@link Semaphore} was closed before the permits were acquired. */
public final class SemaphoreClosedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SemaphoreClosedException() {
    super("the semaphore was closed: it gives out no more permits");
  }
}
