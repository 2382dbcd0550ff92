package dev.heddle.drivers.uring;

/**
 * The error numbers of Linux that a ring or a socket meets, which are the same on x86_64 and
 * aarch64. A system call that fails returns one of them negated.
 */
final class Errno {
  static final int EPERM = 1;
  static final int ENOENT = 2;
  static final int EINTR = 4;
  static final int EIO = 5;
  static final int EBADF = 9;
  static final int EAGAIN = 11;
  static final int ENOMEM = 12;
  static final int EACCES = 13;
  static final int EFAULT = 14;
  static final int EBUSY = 16;
  static final int EEXIST = 17;
  static final int EINVAL = 22;
  static final int ENFILE = 23;
  static final int EMFILE = 24;
  static final int EPIPE = 32;
  static final int ENOSYS = 38;
  static final int EBADR = 53;
  static final int ETIME = 62;
  static final int EBADFD = 77;
  static final int ENOTSOCK = 88;
  static final int EMSGSIZE = 90;
  static final int EOPNOTSUPP = 95;
  static final int EADDRINUSE = 98;
  static final int EADDRNOTAVAIL = 99;
  static final int ENETUNREACH = 101;
  static final int ECONNABORTED = 103;
  static final int ECONNRESET = 104;
  static final int ENOBUFS = 105;
  static final int EISCONN = 106;
  static final int ENOTCONN = 107;
  static final int ETIMEDOUT = 110;
  static final int ECONNREFUSED = 111;
  static final int EHOSTUNREACH = 113;
  static final int EALREADY = 114;
  static final int EINPROGRESS = 115;
  static final int ECANCELED = 125;

  private Errno() {}

  /**
   * The name and the meaning of an error, such as {@code "ENOMEM (not enough memory)"}.
   *
   * @param errno positive, or negated as a call returned it
   */
  static String text(long errno) {
    int number = (int) Math.abs(errno);
    return switch (number) {
      case EPERM -> "EPERM (operation not permitted)";
      case ENOENT -> "ENOENT (no such request or file)";
      case EINTR -> "EINTR (interrupted by a signal)";
      case EIO -> "EIO (input or output failed)";
      case EBADF -> "EBADF (bad descriptor)";
      case EAGAIN -> "EAGAIN (would block, try again)";
      case ENOMEM -> "ENOMEM (not enough memory)";
      case EACCES -> "EACCES (permission denied)";
      case EFAULT -> "EFAULT (bad address)";
      case EBUSY -> "EBUSY (busy)";
      case EEXIST -> "EEXIST (exists, or belongs to another thread)";
      case EINVAL -> "EINVAL (invalid argument)";
      case ENFILE -> "ENFILE (too many open files in the system)";
      case EMFILE -> "EMFILE (too many open files in the process)";
      case EPIPE -> "EPIPE (the other side no longer reads)";
      case ENOSYS -> "ENOSYS (no such system call)";
      case EBADR -> "EBADR (a completion was lost)";
      case ETIME -> "ETIME (the time is over)";
      case EBADFD -> "EBADFD (descriptor in a bad state)";
      case ENOTSOCK -> "ENOTSOCK (not a socket)";
      case EMSGSIZE -> "EMSGSIZE (message too long)";
      case EOPNOTSUPP -> "EOPNOTSUPP (operation not supported)";
      case EADDRINUSE -> "EADDRINUSE (address in use)";
      case EADDRNOTAVAIL -> "EADDRNOTAVAIL (address not available)";
      case ENETUNREACH -> "ENETUNREACH (network unreachable)";
      case ECONNABORTED -> "ECONNABORTED (connection aborted)";
      case ECONNRESET -> "ECONNRESET (connection reset by the peer)";
      case ENOBUFS -> "ENOBUFS (no buffer left)";
      case EISCONN -> "EISCONN (connected already)";
      case ENOTCONN -> "ENOTCONN (not connected)";
      case ETIMEDOUT -> "ETIMEDOUT (connection timed out)";
      case ECONNREFUSED -> "ECONNREFUSED (connection refused)";
      case EHOSTUNREACH -> "EHOSTUNREACH (host unreachable)";
      case EALREADY -> "EALREADY (already under way)";
      case EINPROGRESS -> "EINPROGRESS (under way)";
      case ECANCELED -> "ECANCELED (cancelled)";
      default -> "errno " + number;
    };
  }
}
