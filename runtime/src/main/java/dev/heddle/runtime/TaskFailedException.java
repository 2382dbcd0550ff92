package dev.heddle.runtime;

/** A task ended with a throwable, which is the {@linkplain #getCause() cause}. */
public final class TaskFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TaskFailedException(Throwable cause) {
    super("the task failed: " + cause, cause);
  }
}
