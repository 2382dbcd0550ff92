package dev.heddle.drivers.uring;

/** A ring, or what belongs to one, could not be had; the message is the reason, in one line. */
final class UnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  UnavailableException(String reason) {
    super(reason);
  }
}
