package dev.heddle.harness.plan;

/**
 * What the user asked for cannot be done. The message is one line: what was wrong, what is allowed,
 * what to do. The command line prints it and exits with 2.
 */
public final class BadInput extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With a message for the user. */
  public BadInput(String message) {
    super(message);
  }

  /** With a message for the user and what it was learnt from. */
  public BadInput(String message, Throwable cause) {
    super(message, cause);
  }
}
