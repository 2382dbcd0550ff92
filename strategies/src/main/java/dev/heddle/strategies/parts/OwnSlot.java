package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.WorkerCounters;
import org.jspecify.annotations.Nullable;

/**
 * A LIFO slot that only its owner takes from. After so many polls in a row out of the slot it is
 * closed until it is found empty, so that two tasks waking each other do not starve the queue.
 * After Tokio's, whose cap is 3.
 */
public final class OwnSlot extends OwnSlotFields {
  /** A cap that is never reached. */
  public static final int UNCAPPED = Integer.MAX_VALUE;

  // Behind the fields too: neighbours in memory may be other workers' slots.
  @SuppressWarnings("UnusedVariable")
  private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

  /**
   * An empty slot.
   *
   * @param cap polls out of the slot in a row
   * @param counters the owner's
   */
  public OwnSlot(int cap, WorkerCounters counters) {
    super(cap, counters);
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

/** Padding in front: superclass fields are laid out first. */
abstract class OwnSlotPad extends Slot {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** The fields, between two paddings. */
abstract class OwnSlotFields extends OwnSlotPad {
  final WorkerCounters counters;
  final int cap;
  @Nullable Task<?> task;

  /** Whether tasks may enter. */
  boolean open = true;

  /** Tasks taken out so far, and before the present row of them. */
  long polls;

  long pollsBefore;

  OwnSlotFields(int cap, WorkerCounters counters) {
    this.cap = cap;
    this.counters = counters;
  }
}
