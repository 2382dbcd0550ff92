package dev.heddle.runtime;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a task ended when it did not end with a value. */
record Ending(@Nullable Throwable cause, boolean cancelled) {
  static final Ending CANCELLED = new Ending(null, true);

  Throwable thrown() {
    return Objects.requireNonNull(cause);
  }

  /** A new exception per reader, so that each has the stack of its own join. */
  RuntimeException toException() {
    return cancelled ? new TaskCancelledException(cause) : new TaskFailedException(thrown());
  }
}
