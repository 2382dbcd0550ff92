package dev.heddle.runtime;

import dev.heddle.runtime.observe.WaitsFor;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A join as a future. It is its own entry among the task's joiners, so that giving it up takes out
 * this one and no other, and a task that is joined and given up again and again collects none.
 */
final class Joining<T extends @Nullable Object> implements Future<T>, Waker, WaitsFor {
  private final Task<T> task;

  /** Of the latest poll; null before the first. */
  private volatile @Nullable Waker waker;

  Joining(Task<T> task) {
    this.task = task;
  }

  @Override
  public Poll poll(Context context) {
    boolean first = waker == null;
    waker = context.waker();
    VarHandle
        .fullFence(); // whoever finishes the task wakes this waker, or is seen to have finished
    if (!task.isFinished() && (!first || task.addJoiner(this))) {
      return Poll.PENDING;
    }
    if (!context.takeBudget()) {
      return Poll.PENDING;
    }
    task.value(); // a task that failed fails this future, at once
    return Poll.READY;
  }

  @Override
  public T value() {
    return task.value();
  }

  /** Does not abort the task. */
  @Override
  public void close() {
    if (waker != null) {
      task.forgetJoiner(this);
    }
  }

  @Override
  public void wake() {
    Waker latest = waker;
    if (latest != null) {
      latest.wake();
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // this very waker
  public @Nullable String waitsFor(Waker of) {
    return waker == of && !task.isFinished() ? "join of " + WaitWalk.nameOf(task) : null;
  }
}
