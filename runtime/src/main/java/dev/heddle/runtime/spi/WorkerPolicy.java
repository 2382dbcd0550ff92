package dev.heddle.runtime.spi;

import dev.heddle.runtime.Parker;
import dev.heddle.runtime.RuntimeCounters;
import dev.heddle.runtime.Task;
import org.jspecify.annotations.Nullable;

/**
 * One worker's side of a {@link Policy}, in steps. The worker loop calls them like this:
 *
 * <pre>
 *   loop:  task = take();  if none: task = search()
 *          if there is one: poll it, then requeue(task) if it is runnable again
 *          if none:         if sleep(): park, until unparked or a deadline, then awake()
 * </pre>
 *
 * <p>The steps of one worker are called by one thread at a time, with the earlier steps visible;
 * the steps of different workers, and {@link Policy#inject}, run at the same time.
 */
public interface WorkerPolicy {

  /** A task became runnable by code running on this worker: it was spawned or woken there. */
  void offer(Task<?> task);

  /** A task this worker has just polled is runnable again: it goes behind the others. */
  void requeue(Task<?> task);

  /** The next task from where this worker looks first, or null. */
  @Nullable Task<?> take();

  /**
   * {@link #take} gave nothing: looks wherever else this worker may look, such as in other workers'
   * queues. Null if there is nothing, or if this worker may not search now.
   */
  default @Nullable Task<?> search() {
    return null;
  }

  /**
   * This worker is about to park. Returns false if there may be something to take after all: then
   * it does not park, and {@link #awake} is not called.
   */
  boolean sleep();

  /**
   * How long this worker parks at most, after {@link #sleep} returned true, in nanoseconds; {@link
   * Parker#NEVER} if only an unpark ends it. For a policy that leaves something alone and looks
   * again.
   */
  default long napNanos() {
    return Parker.NEVER;
  }

  /** This worker returned from parking, because it was unparked or for another reason. */
  default void awake() {}

  /**
   * How many tasks wait in this worker's own queues, about; {@link RuntimeCounters#UNKNOWN} unless
   * overridden. The one step that any thread may call, at any time.
   */
  default long depth() {
    return RuntimeCounters.UNKNOWN;
  }

  /**
   * Tells now and then how long this worker's polls take on average, for policies that tune
   * themselves.
   *
   * @param meanPollNanos nanoseconds a tick, averaged over the ticks since the last call
   */
  default void tune(long meanPollNanos) {}
}
