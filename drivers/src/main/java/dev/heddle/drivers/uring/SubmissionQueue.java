package dev.heddle.drivers.uring;

/**
 * Where requests are queued before the ring hands them over. Each method queues one; nothing
 * happens before {@link Ring#submit} or {@link Ring#submitAndWait}, or before the queue is full: a
 * request that finds no room first submits those before it. {@code userData} is the caller's own
 * and comes back with each completion.
 *
 * <p>For the ring's owner alone, or under the lock of a shared ring. Constant time, no allocation.
 * Memory that a request names is the caller's to keep until its last completion: nothing else keeps
 * it. Descriptors likewise: closing one does not end its requests.
 *
 * <p>Every method that queues throws {@link IllegalStateException} if the ring is closed, or if the
 * queue is full and the kernel takes nothing.
 */
final class SubmissionQueue {
  private static final int SQE_SHIFT = 6;
  private static final int USER_DATA = 32;
  private static final int LOW = 16;

  private final Ring ring;
  private final long sqes;
  private final long kernelHead;
  private final long kernelTail;
  private final int mask;

  /** 0 once the ring is closed, so that no request finds room then. */
  private int entries;

  /** How far the kernel had taken requests when we last looked, and where the next one goes. */
  private int head;

  private int tail;

  SubmissionQueue(Ring ring, RingSetup setup) {
    this.ring = ring;
    this.sqes = setup.sqes;
    this.kernelHead = setup.sqHead;
    this.kernelTail = setup.sqTail;
    this.entries = setup.obtained.entries();
    this.mask = entries - 1;
  }

  /** Completes at once with 0. */
  void nop(long userData) {
    queue(Abi.OP_NOP, 0, 0, -1, 0, 0, 0, 0, userData, 0);
  }

  /** {@code read(2)} at the file's own position. */
  void read(int descriptor, long address, int length, long userData) {
    queue(Abi.OP_READ, 0, 0, descriptor, -1, address, length, 0, userData, 0);
  }

  /** {@code recv(2)} into the caller's memory. */
  void recv(int socket, long address, int length, long userData) {
    queue(Abi.OP_RECV, 0, 0, socket, 0, address, length, 0, userData, 0);
  }

  /**
   * {@code recv(2)} into a buffer that the kernel takes from a {@link BufferRing} when data has
   * come, so that waiting holds none. ENOBUFS if there is none then.
   */
  void recvInto(int group, int socket, long userData) {
    queue(Abi.OP_RECV, Abi.SQE_BUFFER_SELECT, 0, socket, 0, 0, 0, 0, userData, group);
  }

  /**
   * Likewise again and again, one completion for each buffer, until one comes without {@code
   * CQE_F_MORE}: the end of the stream, an error, no buffer left (ENOBUFS), no room for
   * completions.
   */
  void recvMultishot(int group, int socket, long userData) {
    queue(
        Abi.OP_RECV,
        Abi.SQE_BUFFER_SELECT,
        Abi.RECV_MULTISHOT,
        socket,
        0,
        0,
        0,
        0,
        userData,
        group);
  }

  /**
   * {@code send(2)}, which may send a part only. No SIGPIPE.
   *
   * @param flags {@code MSG_*}
   */
  void send(int socket, long address, int length, int flags, long userData) {
    int quiet = flags | Syscalls.MSG_NOSIGNAL;
    queue(Abi.OP_SEND, 0, 0, socket, 0, address, length, quiet, userData, 0);
  }

  /**
   * {@code sendmsg(2)}.
   *
   * @param message the address of a {@code struct msghdr}, {@code Abi.MSGHDR_*}
   */
  void sendmsg(int socket, long message, int flags, long userData) {
    int quiet = flags | Syscalls.MSG_NOSIGNAL;
    queue(Abi.OP_SENDMSG, 0, 0, socket, 0, message, 1, quiet, userData, 0);
  }

  /** {@code recvmsg(2)} into the caller's memory, which the message names. */
  void recvmsg(int socket, long message, int flags, long userData) {
    queue(Abi.OP_RECVMSG, 0, 0, socket, 0, message, 1, flags, userData, 0);
  }

  /**
   * {@code recvmsg(2)} again and again into buffers of a group, each with {@code Abi.RECVMSG_OUT_*}
   * in front. Of the message only the lengths of name and control data count.
   */
  void recvmsgMultishot(int group, int socket, long message, int flags, long userData) {
    queue(
        Abi.OP_RECVMSG,
        Abi.SQE_BUFFER_SELECT,
        Abi.RECV_MULTISHOT,
        socket,
        0,
        message,
        1,
        flags,
        userData,
        group);
  }

  /**
   * {@code accept4(2)}; completes with the new descriptor.
   *
   * @param flags {@code SOCK_CLOEXEC}, {@code SOCK_NONBLOCK}
   */
  void accept(int listener, int flags, long userData) {
    queue(Abi.OP_ACCEPT, 0, 0, listener, 0, 0, 0, flags, userData, 0);
  }

  /** Likewise again and again until a completion comes without {@code CQE_F_MORE}. */
  void acceptMultishot(int listener, int flags, long userData) {
    queue(Abi.OP_ACCEPT, 0, Abi.ACCEPT_MULTISHOT, listener, 0, 0, 0, flags, userData, 0);
  }

  /** {@code connect(2)}; the address is copied when the request is handed over. */
  void connect(int socket, long sockaddr, int length, long userData) {
    queue(Abi.OP_CONNECT, 0, 0, socket, length, sockaddr, 0, 0, userData, 0);
  }

  /** Completes with the events that came, once one of these has. */
  void poll(int descriptor, int events, long userData) {
    queue(Abi.OP_POLL_ADD, 0, 0, descriptor, 0, 0, 0, events, userData, 0);
  }

  /**
   * Likewise each time that one comes: edges, not levels. Several in short order may be one
   * completion. It ends with one that lacks {@code CQE_F_MORE}.
   */
  void pollMultishot(int descriptor, int events, long userData) {
    queue(Abi.OP_POLL_ADD, 0, 0, descriptor, 0, 0, Abi.POLL_ADD_MULTI, events, userData, 0);
  }

  /** Ends a poll, which completes with ECANCELED; ENOENT if there is none. */
  void pollRemove(long target, long userData) {
    queue(Abi.OP_POLL_REMOVE, 0, 0, -1, 0, target, 0, 0, userData, 0);
  }

  /**
   * Cancels one request by its user data. Completes with 0, ENOENT (there is none) or EALREADY (it
   * runs and may still complete); the cancelled one completes with ECANCELED.
   */
  void cancel(long target, long userData) {
    queue(Abi.OP_ASYNC_CANCEL, 0, 0, -1, 0, target, 0, 0, userData, 0);
  }

  /** Cancels every request on a descriptor; completes with their number. */
  void cancelDescriptor(int descriptor, long userData) {
    int flags = Abi.CANCEL_FD | Abi.CANCEL_ALL;
    queue(Abi.OP_ASYNC_CANCEL, 0, 0, descriptor, 0, 0, 0, flags, userData, 0);
  }

  /** Cancels every request of the ring; completes with their number. */
  void cancelEverything(long userData) {
    int flags = Abi.CANCEL_ANY | Abi.CANCEL_ALL;
    queue(Abi.OP_ASYNC_CANCEL, 0, 0, -1, 0, 0, 0, flags, userData, 0);
  }

  /**
   * {@code close(2)}. Requests that wait on the descriptor keep its file open: cancel them first.
   */
  void close(int descriptor, long userData) {
    queue(Abi.OP_CLOSE, 0, 0, descriptor, 0, 0, 0, 0, userData, 0);
  }

  /**
   * {@code shutdown(2)}.
   *
   * @param how {@code SHUT_*}
   */
  void shutdown(int socket, int how, long userData) {
    queue(Abi.OP_SHUTDOWN, 0, 0, socket, 0, 0, how, 0, userData, 0);
  }

  /**
   * Posts a completion to another ring, whose owner it wakes. Completes here with 0, or with EBADFD
   * if that ring was not entered yet or is none, EOVERFLOW if its completion queue is full.
   *
   * @param otherRing its {@link Ring#descriptor}
   * @param otherUserData the user data there
   * @param result the result there, not negative
   */
  void message(int otherRing, long otherUserData, int result, long userData) {
    queue(Abi.OP_MSG_RING, 0, 0, otherRing, otherUserData, Abi.MSG_DATA, result, 0, userData, 0);
  }

  /**
   * Adds flags to the request queued last: {@code Abi.SQE_LINK}, {@code Abi.SQE_CQE_SKIP_SUCCESS}.
   */
  void flagLast(int sqeFlags) {
    if (entries == 0) {
      ring.refuseIfClosed();
    }
    long address = sqes + ((long) ((tail - 1) & mask) << SQE_SHIFT) + 1;
    Memory.putByte(address, (byte) (Memory.getByte(address) | sqeFlags));
  }

  /**
   * Makes room for so many requests, so that they are handed over together: a chain of linked ones
   * must not be cut.
   *
   * @throws IllegalArgumentException if the queue has not so many entries
   */
  void reserve(int requests) {
    if (tail - head > entries - requests) {
      makeRoom(requests);
    }
  }

  private void queue(
      int op,
      int sqeFlags,
      int ioprio,
      int descriptor,
      long offset,
      long address,
      int length,
      int opFlags,
      long userData,
      int group) {
    assert ring.mayBeUsedHere();
    if (tail - head >= entries) {
      makeRoom(1);
    }
    // Plain stores: the release of the tail, or the system call itself, puts them in order.
    long sqe = sqes + ((long) (tail++ & mask) << SQE_SHIFT);
    Memory.putLong(
        sqe, op | sqeFlags << 8 | (long) ioprio << LOW | (long) descriptor << Integer.SIZE);
    Memory.putLong(sqe + 8, offset);
    Memory.putLong(sqe + 16, address);
    Memory.putLong(sqe + 24, (length & 0xffff_ffffL) | (long) opFlags << Integer.SIZE);
    Memory.putLong(sqe + USER_DATA, userData);
    Memory.putLong(sqe + 40, group);
    Memory.putLong(sqe + 48, 0);
    Memory.putLong(sqe + 56, 0);
  }

  private void makeRoom(int requests) {
    ring.refuseIfClosed();
    if (requests > entries) {
      throw new IllegalArgumentException(
          "%d requests cannot be handed over together: the queue has %d entries"
              .formatted(requests, entries));
    }
    ring.submit();
    if (tail - head > entries - requests) {
      throw new IllegalStateException(
          "the ring's queue of %d requests is full and the kernel takes none".formatted(entries));
    }
  }

  /** How many requests are queued and not handed over. */
  int queued() {
    return tail - head;
  }

  /** Shows the kernel what is queued; returns how many requests that are. */
  int publish() {
    // Release: the entries before the tail. Only a kernel thread would need it, which we never ask
    // for; else the kernel reads in this thread's own system call. It costs nothing on x86.
    Memory.putIntRelease(kernelTail, tail);
    return tail - head;
  }

  /** Looks how far the kernel has taken requests. */
  void lookAtHead() {
    // Acquire: an entry is ours to write again only after the kernel has read it.
    head = Memory.getIntAcquire(kernelHead);
  }

  /** The ring's memory goes; no request finds room any more. */
  void closed() {
    entries = 0;
    tail = head;
  }
}
