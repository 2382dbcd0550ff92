package dev.heddle.runtime;

import org.jspecify.annotations.Nullable;

/** A task was aborted, or its runtime ended, before it finished. */
public final class TaskCancelledException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param cause what ended the runtime, or null after a plain abort
   */
  TaskCancelledException(@Nullable Throwable cause) {
    super(cause == null ? "the task was cancelled" : "the task was cancelled: " + cause, cause);
  }
}
