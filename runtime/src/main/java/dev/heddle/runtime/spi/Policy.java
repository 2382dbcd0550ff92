package dev.heddle.runtime.spi;

import dev.heddle.runtime.Task;
import org.jspecify.annotations.Nullable;

/**
 * A scheduling strategy as queues and decisions: where a runnable task waits, which task a worker
 * takes next, whom to wake. It owns no thread. The runtime's one worker loop calls it in steps:
 *
 * <pre>
 *   loop:  task = take(w);  if none: task = search(w)
 *          if there is one: poll it, then requeue(task, w) if it is runnable again
 *          if none:         if sleep(w): park, until unparked or a deadline;  awake(w)
 * </pre>
 *
 * <p>Every step returns soon: it may spin a little or hold a lock for a moment, but it never waits
 * for anything, reads no clock and does not know its thread, so that the same policy runs under
 * real threads, under a test that chooses every step, and under simulated time.
 *
 * <p>The steps with a worker index are called by one thread at a time per index, with that index's
 * earlier steps visible; different indices and {@link #inject} run at the same time.
 *
 * <p>The duty of every policy: a task that was offered is taken in the end, as long as workers take
 * steps and unparked workers return from parking. The safe pattern is Dekker's: whoever queues a
 * task then looks, past a full fence, for a parked worker; {@link #sleep} first announces the
 * worker as parked and then, past a full fence, looks at the queues again.
 */
public interface Policy {

  /** A task became runnable by code running on this worker: it was spawned or woken there. */
  void offer(Task<?> task, int worker);

  /** A task this worker has just polled is runnable again: it goes behind the others. */
  void requeue(Task<?> task, int worker);

  /** A task became runnable by a thread that is no worker of this runtime. Any thread. */
  void inject(Task<?> task);

  /** The next task from where this worker looks first, or null. Called once per tick. */
  @Nullable Task<?> take(int worker);

  /**
   * {@link #take} gave nothing: looks wherever else this worker may look, such as in other workers'
   * queues. Null if there is nothing, or if this worker may not search now.
   */
  @Nullable Task<?> search(int worker);

  /**
   * This worker is about to park. Returns false if there may be something to take after all; then
   * it does not park and this call has had no effect.
   */
  boolean sleep(int worker);

  /** This worker returned from parking, because it was unparked or for another reason. */
  void awake(int worker);

  /**
   * Tells now and then how long this worker's polls take on average, for policies that tune
   * themselves.
   *
   * @param meanPollNanos nanoseconds a tick, averaged over the ticks since the last call
   */
  default void tune(int worker, long meanPollNanos) {}
}
