package dev.heddle.runtime.spi;

import dev.heddle.runtime.Parker;

/**
 * An I/O driver of one runtime, behind the one door that a worker waits at: it gives each worker
 * the {@link Parker} in which that worker waits for I/O as well as for tasks.
 */
public interface Driver extends AutoCloseable {

  /**
   * The parker of one worker. Called once per worker, before the worker starts.
   *
   * @param worker its index, from 0
   * @param thread the thread that will call {@link Parker#park} first, and always if the parker is
   *     {@linkplain Parker#boundToItsThread bound} to it
   */
  Parker parker(int worker, Thread thread);

  /**
   * Releases what the driver holds. Called once, after the last worker has ended. An unpark may
   * still come afterwards, and must do no harm.
   */
  @Override
  default void close() {}
}
