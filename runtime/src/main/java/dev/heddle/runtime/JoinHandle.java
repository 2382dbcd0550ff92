package dev.heddle.runtime;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The outside of a spawned task: wait for it, abort it, or let it go.
 *
 * <p>Thread-safe. Any number of tasks and threads may join one handle. Dropping the handle leaves
 * the task running; {@link #detach} also drops its result as soon as it has one.
 *
 * @param <T> the type of the task's value
 */
public interface JoinHandle<T extends @Nullable Object> extends AbortHandle {

  /**
   * Waits inside another task. {@link Poll#READY} means finished in any way: {@link #value()} then
   * returns the value or throws what became of the task.
   */
  Poll pollJoin(Context context);

  /**
   * The value of the finished task.
   *
   * @throws TaskFailedException if its poll or its close threw; the cause is what was thrown
   * @throws TaskCancelledException if it was aborted or its runtime was closed before it finished
   * @throws IllegalStateException if it is not finished, or was detached
   */
  T value();

  /**
   * Blocks the calling thread until the task is finished, and returns its value.
   *
   * @throws IllegalStateException if called on a worker of any runtime, which would stall the tasks
   *     behind it: there, use {@link #pollJoin} or {@link #future}
   * @throws InterruptedException if the calling thread is interrupted; the task goes on
   * @throws TaskFailedException as {@link #value}
   * @throws TaskCancelledException as {@link #value}
   */
  T join() throws InterruptedException;

  /**
   * As {@link #join()}, but waits for so long at most.
   *
   * @throws FutureTimeoutException if it is not finished by then; the task goes on
   */
  T join(Duration atMost) throws InterruptedException;

  /** The power to abort this task, for whoever shall not have its result. */
  default AbortHandle abortHandle() {
    return this;
  }

  /** Declares that nobody will read the result. The task goes on; joining is an error from now. */
  void detach();

  /**
   * This join as a future, for combinators: its poll throws what {@link #value()} throws. Closing
   * it does not abort the task.
   */
  Future<T> future();
}
