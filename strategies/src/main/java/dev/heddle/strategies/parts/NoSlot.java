package dev.heddle.strategies.parts;

import dev.heddle.runtime.Task;
import org.jspecify.annotations.Nullable;

/** No slot: every task goes to the queue, so the order is FIFO and every task can be stolen. */
public final class NoSlot extends Slot {
  @Override
  public Task<?> put(Task<?> task) {
    return task;
  }

  @Override
  public @Nullable Task<?> take() {
    return null;
  }

  @Override
  public boolean isEmpty() {
    return true;
  }
}
