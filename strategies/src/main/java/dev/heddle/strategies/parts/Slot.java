package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import org.jspecify.annotations.Nullable;

/**
 * The place in front of a worker's queue for the task that became runnable last on this worker: it
 * runs next, while what it was woken with is in the cache. The owner's to use, but for what thieves
 * may do, which each kind says.
 */
public abstract class Slot {

  /**
   * Puts a task in.
   *
   * @return the task that goes to the queue instead: the one that was in the slot, or this one if
   *     the slot takes none now; null if there is none
   */
  public abstract @Nullable Task<?> put(Task<?> task);

  /** Takes the task out, or null. */
  public abstract @Nullable Task<?> take();

  /** Whether there is no task in it. */
  public abstract boolean isEmpty();
}
