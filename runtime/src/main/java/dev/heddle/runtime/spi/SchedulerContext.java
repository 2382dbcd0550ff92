package dev.heddle.runtime.spi;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.Worker;

/** What an adapter may use of the runtime it serves. Thread-safe. */
public interface SchedulerContext {

  /** How many workers were asked for. */
  int workers();

  /**
   * A new worker, for a thread that will poll tasks. One per thread: the thread calls {@link
   * Worker#bindToCurrentThread} first.
   */
  Worker newWorker();

  /**
   * Stamps a task that becomes runnable on a thread that is no worker: see {@link Worker#stamp}.
   */
  void stamp(Task<?> task);

  /**
   * Ends a task that the pool did not take, on the calling thread. If the runtime is not closing,
   * so that the pool should have taken it, the runtime fails.
   */
  void abandon(Task<?> task, Throwable reason);

  /** Reports that a thread of the pool died of an error in the scheduler: the runtime fails. */
  void fail(Throwable cause);

  /** The options the strategy was asked for. */
  Options options();
}
