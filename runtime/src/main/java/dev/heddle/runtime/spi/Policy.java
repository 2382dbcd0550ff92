package dev.heddle.runtime.spi;

import dev.heddle.runtime.RuntimeCounters;
import dev.heddle.runtime.Task;

/**
 * A scheduling strategy as queues and decisions: where a runnable task waits, which task a worker
 * takes next, whom to wake. It owns no thread. Each worker has a side of its own, {@link
 * WorkerPolicy}, whose steps the runtime's one worker loop calls; threads that are no workers come
 * in through {@link #inject}.
 *
 * <p>Every step returns soon: it may spin a little or hold a lock for a moment, but it never waits
 * for anything, reads no clock and does not know its thread, so that the same policy runs under
 * real threads, under a test that chooses every step, and under simulated time.
 *
 * <p>The duty of every policy: a task that was queued is taken in the end, as long as workers take
 * steps and unparked workers return from parking. The safe pattern is Dekker's: whoever queues a
 * task then looks, past a full fence, for a parked worker; {@link WorkerPolicy#sleep} first
 * announces the worker as parked and then, past a full fence, looks at the queues again.
 */
public interface Policy {

  /**
   * The side of one worker. Called once per worker, before any step.
   *
   * @param index from 0
   */
  WorkerPolicy worker(int index);

  /** A task became runnable by a thread that is no worker of this runtime. Any thread. */
  void inject(Task<?> task);

  /**
   * How many injected tasks wait, about; {@link RuntimeCounters#UNKNOWN} unless overridden. For
   * whoever looks at a running runtime: any thread, at any time, and it may take its time.
   */
  default long injectionDepth() {
    return RuntimeCounters.UNKNOWN;
  }
}
