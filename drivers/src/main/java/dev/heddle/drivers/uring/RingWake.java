package dev.heddle.drivers.uring;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Ends a ring's wait from another thread, in one of two ways: any thread writes to an eventfd that
 * the ring polls, and the owner of another ring sends a message in its next submission. Both arrive
 * as completions with the user data that this was armed with. A wake-up that finds the owner awake
 * ends its next wait at once. Several may arrive as one.
 *
 * <p>Each costs a system call or its share of one, so the caller keeps a word of state and wakes
 * only an owner that is parked: the waker queues its work, then compares and sets PARKED to
 * NOTIFIED and, if that succeeds, wakes; the owner sets PARKED, then looks at its queues once more,
 * then waits. Both steps need sequential consistency between them, which {@code setVolatile} and a
 * compare-and-set have.
 *
 * <p>The eventfd is never read: the poll sees edges, and every write is one.
 */
final class RingWake implements AutoCloseable {
  private static final VarHandle WAKERS;

  static {
    try {
      WAKERS = MethodHandles.lookup().findVarHandle(RingWake.class, "wakers", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** A class of its own: native memory is touched when a wake is made, not when this is loaded. */
  private static final class One {
    static final long ADDRESS = Arena.global().allocateFrom(JAVA_LONG, 1).address();

    private One() {}
  }

  /** Set in {@link #wakers} once this is closed. */
  private static final int CLOSED = 1 << 30;

  private final Ring ring;
  private final long userData;
  private final int eventfd;

  /** How many threads are writing just now: the descriptor must not become another file's. */
  private int wakers;

  private RingWake(Ring ring, long userData, int eventfd) {
    this.ring = ring;
    this.userData = userData;
    this.eventfd = eventfd;
  }

  /**
   * A way to wake the owner of a ring. Any thread may make it; nothing is armed yet.
   *
   * @param userData of the completions that wake-ups become
   * @throws UnavailableException if there is no descriptor for it
   */
  static RingWake open(Ring ring, long userData) throws UnavailableException {
    int eventfd = Syscalls.eventfd(Syscalls.EFD_CLOEXEC | Syscalls.EFD_NONBLOCK);
    if (eventfd < 0) {
      throw new UnavailableException(RingSetup.reason("eventfd", eventfd, 0));
    }
    return new RingWake(ring, userData, eventfd);
  }

  /** Queues the poll. By the owner, before its first wait. */
  void arm() {
    ring.sq.pollMultishot(eventfd, Abi.POLLIN, userData);
  }

  /**
   * Takes a completion with this user data, and arms again if the kernel has ended the poll, as it
   * does when completions overflow. By the owner.
   *
   * @throws IllegalStateException if the poll failed
   */
  void completed(int result, int flags) {
    if ((flags & Abi.CQE_F_MORE) != 0 || result == -Errno.ECANCELED) {
      return;
    }
    if (result < 0) {
      throw new IllegalStateException("the poll of a ring's eventfd failed: " + Errno.text(result));
    }
    if (result != MESSAGE) {
      arm();
    }
  }

  /** What a message comes with: no poll has this event. */
  private static final int MESSAGE = 1 << 30;

  /** Wakes the owner, by one {@code write(2)}. Any thread; no effect once closed. */
  void wake() {
    int before = (int) WAKERS.getAndAdd(this, 1);
    if ((before & CLOSED) == 0) {
      // A full counter (EAGAIN) would take 2^64 writes, and is itself an event that was noticed.
      Syscalls.write(eventfd, One.ADDRESS, Long.BYTES);
    }
    WAKERS.getAndAdd(this, -1);
  }

  /**
   * Queues a message to the owner on another ring, by that ring's owner: it leaves with that ring's
   * next submission, and must find this ring open then. It completes there only if it fails: EBADFD
   * if this ring was not entered yet.
   *
   * @param failureUserData of the completion there if it fails
   */
  void wakeFrom(Ring other, long failureUserData) {
    other.sq.message(ring.descriptor(), userData, MESSAGE, failureUserData);
    other.sq.flagLast(Abi.SQE_CQE_SKIP_SUCCESS);
  }

  /**
   * Closes the eventfd, once the threads that write to it just now are through. Any thread; a
   * second call does nothing. The poll goes with the ring, so close that first or cancel the poll.
   */
  @Override
  public void close() {
    int before = (int) WAKERS.getAndBitwiseOr(this, CLOSED);
    if ((before & CLOSED) != 0) {
      return;
    }
    while ((int) WAKERS.getVolatile(this) != CLOSED) {
      Thread.onSpinWait(); // for a write, which never blocks
    }
    Syscalls.close(eventfd);
  }
}
