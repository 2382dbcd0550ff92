package dev.heddle.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that have suspended at least once on one worker: what a closing runtime must still
 * cancel. A task enters at its first suspension, so one that finishes in its first poll costs
 * nothing here. Finished tasks are swept out when the array is full, O(1) amortised per entry.
 *
 * <p>Written by the worker alone, read by any thread. A sweep copies into a new array: a reader's
 * snapshot never loses an entry to a move.
 */
final class LiveTasks {
  private static final int FIRST_CAPACITY = 256;
  private static final VarHandle TASKS;
  private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(Task[].class);

  static {
    try {
      TASKS = MethodHandles.lookup().findVarHandle(LiveTasks.class, "tasks", Task[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private @Nullable Task<?>[] tasks = new Task<?>[FIRST_CAPACITY];
  private int count;

  void add(Task<?> task) {
    if (count == tasks.length) {
      sweep();
    }
    // Release: a reader that sees the entry sees a constructed task.
    ENTRY.setRelease(tasks, count++, task);
  }

  private void sweep() {
    int live = 0;
    for (Task<?> task : tasks) {
      if (task != null && !task.isFinished()) {
        live++;
      }
    }
    @Nullable Task<?>[] next = new Task<?>[Math.max(FIRST_CAPACITY, 2 * live)];
    int kept = 0;
    for (Task<?> task : tasks) {
      // A task may finish between the two passes, never the other way round.
      if (task != null && !task.isFinished()) {
        next[kept++] = task;
      }
    }
    count = kept;
    // Release: a reader that sees the new array sees its entries.
    TASKS.setRelease(this, next);
  }

  /**
   * Every task that was added before the caller's last full fence and is not finished is passed on.
   * Others may be.
   */
  void forEach(Consumer<Task<?>> action) {
    @Nullable Task<?>[] snapshot = (Task<?>[]) TASKS.getAcquire(this);
    for (int i = 0; i < snapshot.length; i++) {
      Task<?> task = (Task<?>) ENTRY.getAcquire(snapshot, i);
      if (task != null && !task.isFinished()) {
        action.accept(task);
      }
    }
  }
}
