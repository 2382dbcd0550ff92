package dev.heddle.harness.claims;

/** Something that a verdict needs is not there. The message is the reason, in one line. */
final class NotResolvable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotResolvable(String reason) {
    super(reason);
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
