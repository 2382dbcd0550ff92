package dev.heddle.runtime;

/** Shows the time a test has set. */
final class HandClock extends Clock {
  long nanos;

  @Override
  public long nanoTime() {
    return nanos;
  }
}
