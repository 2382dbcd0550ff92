package dev.heddle.strategies;

import dev.heddle.runtime.Task;
import org.jspecify.annotations.Nullable;

/** Tasks linked by {@link Task#link}, first to last, on their way from one queue to another. */
final class Chain {
  @Nullable Task<?> first;
  @Nullable Task<?> last;
  int length;

  void add(Task<?> task) {
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
