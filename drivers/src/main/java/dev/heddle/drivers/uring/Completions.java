package dev.heddle.drivers.uring;

/** Takes completions, one by one. */
@FunctionalInterface
interface Completions {

  /**
   * A request has completed, or a multishot one has once more.
   *
   * @param userData the request's own, as it was queued
   * @param result what the system call would have returned: negative is an {@link Errno}
   * @param flags {@code Abi.CQE_F_*}, and the buffer's number if one was lent
   */
  void completed(long userData, int result, int flags);
}
