package dev.heddle.drivers.uring;

import dev.heddle.runtime.Parker;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * An io_uring: requests go in through {@link #sq}, one system call hands them all over and waits,
 * and completions come out.
 *
 * <p>A ring has one owner, the platform thread that enters it first; from then on no other thread
 * may touch it, and the kernel refuses one that tries. A {@linkplain RingOptions#shared shared}
 * ring is used by several threads in turn, under a lock that they hold for every call here, {@link
 * #close} included. There the requests of a thread are cancelled when that thread ends, and a
 * completion may wake the thread that submitted from any other wait of its.
 *
 * <p>The counters may be read by any thread.
 *
 * <p>After Jens Axboe, <a href="https://kernel.dk/io_uring.pdf">Efficient IO with io_uring</a>.
 */
final class Ring implements AutoCloseable {
  // struct io_uring_getevents_arg, and a __kernel_timespec behind it
  private static final int ARGUMENT_BYTES = 24;
  private static final int ARGUMENT_SIGMASK_BYTES = 8;
  private static final int ARGUMENT_TIMESPEC = 16;
  private static final int TIMESPEC_NANOS = 8;
  private static final int TIMESPEC_BYTES = 16;
  private static final int KERNEL_SIGSET_BYTES = 8;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** No end of a wait by time. */
  private static final long NO_TIME = 0;

  // struct io_uring_rsrc_update
  private static final int UPDATE_BYTES = 16;
  private static final int UPDATE_DATA = 8;
  private static final int ANY_INDEX = -1;

  private static final Thread CLOSED =
      Thread.ofPlatform().name("a closed ring").unstarted(() -> {});
  private static final Thread LEFT =
      Thread.ofPlatform().name("a thread that has left").unstarted(() -> {});

  private static final VarHandle USER;
  private static final VarHandle ENTERS;
  private static final VarHandle SUBMITTED;
  private static final VarHandle COMPLETIONS;
  private static final VarHandle OVERFLOWS;

  static {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    try {
      USER = lookup.findVarHandle(Ring.class, "user", Thread.class);
      ENTERS = lookup.findVarHandle(Ring.class, "enters", long.class);
      SUBMITTED = lookup.findVarHandle(Ring.class, "submitted", long.class);
      COMPLETIONS = lookup.findVarHandle(Ring.class, "completions", long.class);
      OVERFLOWS = lookup.findVarHandle(Ring.class, "overflows", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Where requests are queued. */
  final SubmissionQueue sq;

  private final CompletionQueue cq;
  private final RingSetup setup;
  private final boolean shared;

  /** The kernel's answer to our last call, and the argument of the next: one block each. */
  private final MemorySegment errno = Syscalls.newState();

  private final MemorySegment block =
      Arena.ofAuto().allocate(ARGUMENT_BYTES + TIMESPEC_BYTES, Long.BYTES);
  private final long argument = block.address();
  private final long timespec = argument + ARGUMENT_BYTES;

  /**
   * The owner, {@link #LEFT} behind it, or {@link #CLOSED}; null before. Of a shared ring the
   * thread inside, so that two at once are noticed. Read plainly by the owner, who finds what it
   * wrote itself; all others go through a compare-and-set.
   */
  private @Nullable Thread user;

  private boolean enabled;
  private boolean handlingCompletions;

  /** What enter is given: the ring's index among its owner's, which saves a look-up, or its fd. */
  private int handle;

  private int handleFlag;

  private long enters;
  private long submitted;
  private long completions;
  private long overflows;

  private Ring(RingSetup setup, boolean shared) {
    this.setup = setup;
    this.shared = shared;
    this.handle = setup.descriptor;
    this.sq = new SubmissionQueue(this, setup);
    this.cq = new CompletionQueue(setup);
    // No signal mask, and always this place for the time.
    Memory.putInt(argument + ARGUMENT_SIGMASK_BYTES, KERNEL_SIGSET_BYTES);
    Memory.putLong(argument + ARGUMENT_TIMESPEC, timespec);
  }

  /**
   * Makes a ring. Any thread may, and may queue the first requests; the first to enter it becomes
   * its owner, and is given it safely, such as by the start of its thread.
   *
   * @throws UnavailableException if the kernel refuses, with the step and the reason; nothing is
   *     left behind then
   */
  static Ring open(RingOptions options) throws UnavailableException {
    return open(options, 0);
  }

  /** Likewise as on an older kernel, for tests: without the flags of the rungs before this one. */
  static Ring open(RingOptions options, int firstRung) throws UnavailableException {
    return new Ring(RingSetup.open(options, firstRung), options.shared());
  }

  /** What the kernel gave. */
  Obtained obtained() {
    return setup.obtained;
  }

  /** The ring's descriptor, for messages from other rings. It means nothing once this is closed. */
  int descriptor() {
    return setup.descriptor;
  }

  /**
   * Hands the queued requests over without waiting. What the kernel does not take, for want of
   * memory or because completions have overflowed, stays queued for the next call.
   *
   * @return how many it took
   * @throws IllegalStateException if the ring is closed or another thread's
   */
  int submit() {
    if (sq.queued() == 0) {
      return 0;
    }
    int result;
    do {
      result = enter(true, 0, 0, NO_TIME);
    } while (result == -Errno.EINTR);
    return Math.max(result, 0);
  }

  /**
   * Hands the queued requests over and waits until there is a completion, in one system call. It
   * may also return for no reason, such as a signal: the caller looks again. It returns at once,
   * and without a call, if nothing is queued and completions are there already.
   *
   * @param deadlineNanos in the scale of {@link System#nanoTime}, or {@link Parker#NEVER}; one that
   *     is over makes this a submit that also runs what the kernel has deferred
   * @throws IllegalStateException if the ring is closed or another thread's
   */
  void submitAndWait(long deadlineNanos) {
    refuseIfClosed();
    if (sq.queued() == 0 && (sqFlags() & Abi.SQ_CQ_OVERFLOW) == 0 && !cq.isEmpty()) {
      return;
    }
    if (deadlineNanos == Parker.NEVER) {
      enter(true, 1, Abi.ENTER_GETEVENTS, NO_TIME);
      return;
    }
    long left = deadlineNanos - System.nanoTime();
    if (left > 0) {
      enter(true, 1, Abi.ENTER_GETEVENTS, left);
    } else {
      enter(true, 0, Abi.ENTER_GETEVENTS, NO_TIME);
    }
  }

  /**
   * Whether there are completions, without waiting and without handing requests over. Enters the
   * kernel only if the ring says that it holds some back: those that its deferred work will make,
   * and those that found no room.
   */
  boolean peek() {
    refuseIfClosed();
    // Opaque: the kernel sets a flag at any time, and one that we miss now is there the next time.
    // Before a wait it does not matter, because every wait runs that work first.
    if ((sqFlags() & (Abi.SQ_TASKRUN | Abi.SQ_CQ_OVERFLOW)) != 0) {
      enter(false, 0, Abi.ENTER_GETEVENTS, NO_TIME);
    }
    return !cq.isEmpty();
  }

  /**
   * Hands the completions that are there to a handler, which may queue and submit requests but not
   * come back here. If it throws, that completion counts as handled and the others stay.
   *
   * @return how many
   */
  int forEachCompletion(Completions handler) {
    refuseIfClosed();
    assert mayBeUsedHere();
    if (handlingCompletions) {
      throw new IllegalStateException("a handler of completions asks for completions");
    }
    handlingCompletions = true;
    try {
      int count = cq.forEach(handler);
      COMPLETIONS.setOpaque(this, completions + count);
      return count;
    } finally {
      handlingCompletions = false;
    }
  }

  private int sqFlags() {
    return Memory.getIntOpaque(setup.sqFlags);
  }

  private int enter(boolean submit, int least, int flags, long waitNanos) {
    if (user != Thread.currentThread()) {
      takeUp();
    }
    if ((sqFlags() & Abi.SQ_CQ_OVERFLOW) != 0) {
      OVERFLOWS.setOpaque(this, overflows + 1);
      flags |= Abi.ENTER_GETEVENTS; // moves them over as far as there is room
    }
    long address = 0;
    long bytes = 0;
    if (waitNanos != NO_TIME) { // else there is no argument to copy, which saves the kernel 15 ns
      Memory.putLong(timespec, waitNanos / NANOS_PER_SECOND);
      Memory.putLong(timespec + TIMESPEC_NANOS, waitNanos % NANOS_PER_SECOND);
      address = argument;
      bytes = ARGUMENT_BYTES;
      flags |= Abi.ENTER_EXT_ARG;
    }
    int queued = submit ? sq.publish() : 0;
    int result =
        Syscalls.ioUringEnter(errno, handle, queued, least, flags | handleFlag, address, bytes);
    ENTERS.setOpaque(this, enters + 1);
    sq.lookAtHead();
    if (result > 0) {
      SUBMITTED.setOpaque(this, submitted + result);
    }
    if (shared) {
      USER.setRelease(this, null);
    }
    if (result < 0) {
      refuseUnlessPassing(result);
    }
    return result;
  }

  /** Failures that pass: a deadline, a signal, and a kernel that takes no more just now. */
  private void refuseUnlessPassing(int result) {
    switch (-result) {
      case Errno.ETIME, Errno.EINTR, Errno.EAGAIN, Errno.EBUSY -> {}
      case Errno.EEXIST -> throw belongsToAnother("another thread");
      case Errno.EBADR ->
          throw new IllegalStateException("the kernel had no memory and lost completions (EBADR)");
      default -> throw new IllegalStateException(RingSetup.reason("io_uring_enter", result, 0));
    }
  }

  /** The calling thread becomes the owner, or of a shared ring the one inside. */
  private void takeUp() {
    Thread current = Thread.currentThread();
    if (!shared && current.isVirtual()) {
      throw new IllegalStateException(
          "a ring belongs to a platform thread; a virtual one changes its carrier");
    }
    Thread witness = (Thread) USER.compareAndExchange(this, (Thread) null, current);
    if (witness != null) {
      refuseIfClosed();
      throw shared
          ? new IllegalStateException(
              "a shared ring is entered by %s and %s at once: the lock is missing"
                  .formatted(witness.getName(), current.getName()))
          : belongsToAnother(witness.getName());
    }
    if (!enabled) {
      try {
        enable();
      } catch (Throwable thrown) {
        USER.setRelease(this, null);
        throw thrown;
      }
    }
  }

  private static IllegalStateException belongsToAnother(String owner) {
    return new IllegalStateException(
        "the ring belongs to %s (SINGLE_ISSUER); %s may not enter it"
            .formatted(owner, Thread.currentThread().getName()));
  }

  private void enable() {
    int result = Syscalls.ioUringRegister(setup.descriptor, Abi.REGISTER_ENABLE_RINGS, 0, 0);
    if (result < 0) {
      throw new IllegalStateException(
          RingSetup.reason("io_uring_register of the ring's start", result, 0));
    }
    enabled = true;
    if (shared) {
      return; // an index is of one thread
    }
    try (Arena arena = Arena.ofConfined()) {
      long update = arena.allocate(UPDATE_BYTES, Long.BYTES).address();
      Memory.putInt(update, ANY_INDEX);
      Memory.putLong(update + UPDATE_DATA, setup.descriptor);
      // A thread has 16 places. Without one the descriptor serves, at some nanoseconds an enter.
      if (Syscalls.ioUringRegister(setup.descriptor, Abi.REGISTER_RING_FDS, update, 1) == 1) {
        handle = Memory.getInt(update);
        handleFlag = Abi.ENTER_REGISTERED_RING;
      }
    }
  }

  /** Whether enter names the ring by its index in the owner's table. */
  boolean hasRegisteredDescriptor() {
    return handleFlag != 0;
  }

  /** Whether the calling thread may queue and look: nobody else is known to be at it. */
  boolean mayBeUsedHere() {
    Thread seen = user;
    return seen == null || seen == Thread.currentThread() || seen == CLOSED;
  }

  void refuseIfClosed() {
    if (user == CLOSED) {
      throw new IllegalStateException("the ring is closed");
    }
  }

  /** The owner, or the thread inside a shared ring; of another thread a guess. */
  @Nullable Thread user() {
    return (Thread) USER.getAcquire(this);
  }

  boolean isClosed() {
    return (Thread) USER.getAcquire(this) == CLOSED;
  }

  /**
   * The owner will not come back; any thread may close the ring now. Nobody can enter it any more.
   *
   * @throws IllegalStateException if the caller is not the owner
   */
  void leave() {
    if (shared || user != Thread.currentThread()) {
      throw new IllegalStateException("only the owner of a ring can leave it");
    }
    forgetIndex();
    USER.setRelease(this, LEFT);
  }

  /**
   * Ends the ring and gives its memory back. Requests in flight are cancelled, but later and
   * without completions: cancel and reap them before memory that they name is freed. Allowed to the
   * owner, and to any thread before there is one, after it has {@linkplain #leave left} or has
   * ended. A second call does nothing.
   *
   * @throws IllegalStateException if the owner may still be inside
   */
  @Override
  public void close() {
    Thread current = Thread.currentThread();
    Thread seen = (Thread) USER.getAcquire(this);
    if (seen == CLOSED) {
      return;
    }
    boolean free =
        seen == null || seen == LEFT || (!shared && (seen == current || !seen.isAlive()));
    if (handlingCompletions && (shared || seen == current)) {
      throw new IllegalStateException("a handler of completions closes the ring");
    }
    if (!free || !USER.compareAndSet(this, seen, CLOSED)) {
      throw new IllegalStateException(
          "the ring cannot be closed by %s: its user may still be inside"
              .formatted(current.getName()));
    }
    sq.closed();
    if (seen == current) {
      forgetIndex();
    }
    setup.release();
  }

  private void forgetIndex() {
    if (handleFlag == 0) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      long update = arena.allocate(UPDATE_BYTES, Long.BYTES).address();
      Memory.putInt(update, handle);
      Syscalls.ioUringRegister(setup.descriptor, Abi.UNREGISTER_RING_FDS, update, 1);
    }
    handle = setup.descriptor;
    handleFlag = 0;
  }

  /** How often the kernel was entered. */
  long enters() {
    return (long) ENTERS.getOpaque(this);
  }

  /** How many requests the kernel took. */
  long submitted() {
    return (long) SUBMITTED.getOpaque(this);
  }

  /** How many completions were handed over. */
  long completions() {
    return (long) COMPLETIONS.getOpaque(this);
  }

  /** How often the kernel was entered while completions had found no room. None is lost then. */
  long overflows() {
    return (long) OVERFLOWS.getOpaque(this);
  }
}
