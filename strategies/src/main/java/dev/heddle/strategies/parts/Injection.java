package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import org.jspecify.annotations.Nullable;

/**
 * Where tasks wait that no worker's own queue holds: those that came from outside, and what
 * overflows. Thread-safe.
 */
public abstract class Injection {

  /** The most tasks a worker takes at once. */
  public static final int MAX_BATCH = 128;

  /** What one worker takes from: this, or a view of it with that worker's own order. */
  public Injection side(int worker) {
    return this;
  }

  /**
   * Adds a task.
   *
   * @return whether a worker must be told; false if an earlier push has done that, and no worker
   *     has taken since
   */
  public abstract boolean push(Task<?> task);

  /** Adds a chain of at least one task, in order; returns as {@link #push(Task)}. */
  public abstract boolean push(Chain chain);

  /** Whether there is nothing: a guess, right if asked after a full fence that follows the push. */
  public abstract boolean isEmpty();

  /** How many tasks there are, about; may take its time. */
  public abstract long depth();

  /** Takes one task, or null if there is none or another consumer is taking. */
  public abstract @Nullable Task<?> poll();

  /**
   * Takes a fair share: one task is the result, more go into the worker's own queue.
   *
   * @param room how many more at most; no more than {@link LocalQueue#free}
   * @return null if there is none or another consumer is taking
   */
  public abstract @Nullable Task<?> pollBatch(LocalQueue queue, int room);

  /** As {@link #pollBatch}, when it is the turn of injected tasks before the worker's own. */
  public @Nullable Task<?> pollInTurn(LocalQueue queue, int room) {
    return pollBatch(queue, room);
  }
}
