package dev.heddle.runtime.spi;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.Worker;
import org.jspecify.annotations.Nullable;

/** What an adapter may use of the runtime it serves. Thread-safe. */
public interface SchedulerContext {

  /** How many workers were asked for. */
  int workers();

  /**
   * A new worker, for a thread that will poll tasks: for its life, after {@link
   * Worker#bindToCurrentThread}, or for some polls, between {@link Worker#enter} and {@link
   * Worker#leave}. By one thread at a time.
   */
  Worker newWorker();

  /**
   * The worker of this runtime that the calling thread polls with; null on any other thread, and
   * while its poll blocks in place.
   */
  @Nullable Worker currentWorker();

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
