package dev.heddle.runtime.spi;

/** Provides a {@link Scheduler} that brings its own threads. */
public non-sealed interface SchedulerProvider extends StrategyProvider {

  /** A new scheduler for one runtime, with its threads started or started on demand. */
  Scheduler create(SchedulerContext context);
}
