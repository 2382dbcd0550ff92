package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import org.jspecify.annotations.Nullable;

/** Tasks linked by {@link Task#link}, first to last, on their way from one queue to another. */
public final class Chain {
  public @Nullable Task<?> first;
  public @Nullable Task<?> last;
  public int length;

  /** Adds a task behind the last one. */
  public void add(Task<?> task) {
    task.link(null);
    if (last == null) {
      first = task;
    } else {
      last.link(task);
    }
    last = task;
    length++;
  }
}
