package dev.heddle.runtime;

import java.util.function.LongSupplier;

/** Shows the time a test has set. */
final class HandClock implements LongSupplier {
  long nanos;

  @Override
  public long getAsLong() {
    return nanos;
  }
}
