package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.WorkerCounters;
import org.jspecify.annotations.Nullable;

/**
 * A LIFO slot that only its owner takes from. After so many polls in a row out of the slot it is
 * closed until it is found empty, so that two tasks waking each other do not starve the queue.
 * After Tokio's, whose cap is 3.
 */
public final class OwnSlot extends Slot {
  /** A cap that is never reached. */
  public static final int UNCAPPED = Integer.MAX_VALUE;

  private final WorkerCounters counters;
  private final int cap;
  private @Nullable Task<?> task;

  /** Whether tasks may enter. */
  private boolean open = true;

  /** Tasks taken out so far, and before the present row of them. */
  private long polls;

  private long pollsBefore;

  /**
   * An empty slot.
   *
   * @param cap polls out of the slot in a row
   * @param counters the owner's
   */
  public OwnSlot(int cap, WorkerCounters counters) {
    this.cap = cap;
    this.counters = counters;
  }

  @Override
  public @Nullable Task<?> put(Task<?> next) {
    if (!open) {
      return next;
    }
    Task<?> evicted = task;
    task = next;
    return evicted;
  }

  @Override
  public @Nullable Task<?> take() {
    Task<?> next = task;
    if (next != null) {
      task = null;
      counters.lifoPolls(++polls);
      if (polls - pollsBefore >= cap) {
        open = false;
        counters.lifoCapped();
      }
    } else if (polls != pollsBefore) {
      // The slot was found empty: a new row of polls may begin.
      pollsBefore = polls;
      open = true;
    }
    return next;
  }

  @Override
  public boolean isEmpty() {
    return task == null;
  }
}
