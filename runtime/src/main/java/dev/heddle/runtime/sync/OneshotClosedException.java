package dev.heddle.runtime.sync;

/** The sender of a {@link Oneshot} was closed without sending. */
public final class OneshotClosedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  OneshotClosedException() {
    super("the sender was closed without sending");
  }
}
