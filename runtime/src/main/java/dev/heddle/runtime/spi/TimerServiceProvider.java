package dev.heddle.runtime.spi;

/** Provides a {@link TimerService}: a baseline that people use today, with its own thread. */
public non-sealed interface TimerServiceProvider extends TimerProvider {

  /** A new service for one runtime, with its thread started or started on demand. */
  TimerService<?> start();
}
