package dev.heddle.runtime.spi;

import java.util.concurrent.ThreadFactory;

/** Provides a {@link TimerService}: a baseline that people use today, with its own thread. */
public non-sealed interface TimerServiceProvider extends TimerProvider {

  /**
   * A new service for one runtime. Its thread is started by the first timer, so that a service
   * which is never used needs no end.
   *
   * @param threads makes that thread: a daemon, and if it dies of an exception the runtime has
   *     failed
   */
  TimerService<?> create(ThreadFactory threads);
}
