package dev.heddle.runtime;

import java.time.Duration;

/** Something was not ready within the time it was given. */
public final class FutureTimeoutException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Duration duration;

  FutureTimeoutException(Duration duration) {
    super("not ready within " + duration);
    this.duration = duration;
  }

  /** The time it was given. */
  public Duration duration() {
    return duration;
  }
}
