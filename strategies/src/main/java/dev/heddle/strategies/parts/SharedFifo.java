package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import org.jspecify.annotations.Nullable;

/** One unbounded FIFO for all workers and for everybody else. Thread-safe. */
public abstract class SharedFifo {

  /**
   * Adds a task.
   *
   * @return how many there are then, this one included
   */
  public abstract int add(Task<?> task);

  /** Takes the oldest task, or null if there is none. */
  public abstract @Nullable Task<?> poll();

  /** How many tasks there are: a guess, right if asked after a full fence that follows the add. */
  public abstract int length();
}
