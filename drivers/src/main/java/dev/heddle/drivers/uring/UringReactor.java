package dev.heddle.drivers.uring;

import dev.heddle.runtime.WaitState;
import dev.heddle.runtime.Waker;
import dev.heddle.runtime.net.BufferPool;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.spi.IoCounters;
import dev.heddle.runtime.spi.Reactor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One ring with its sockets, and the wait of the thread in it: one system call hands over the
 * requests of all sockets and waits for the first completion, a wake-up or the next timer. What
 * they ask the ring for differs: a {@link CompletionReactor}'s sockets let it move the bytes, a
 * {@link PollReactor}'s let it tell when they can.
 *
 * <p>Only the thread in the ring makes requests. What a task asks for on that thread goes straight
 * into the queue; from elsewhere the socket goes into the mailbox, and the wait is ended if there
 * is one. Where several threads are in the ring by turns, all goes by way of the mailbox.
 */
abstract class UringReactor implements Reactor {
  // What a completion is of: the lowest byte of its user data. Above it stands the generation of
  // the socket's slot, and above that the slot.
  static final int WAKE = 1;
  static final int CANCEL = 2;
  static final int CLOSE = 3;
  static final int RECEIVE = 4;
  static final int SEND = 5;
  static final int SHUTDOWN = 6;
  static final int ACCEPT = 7;
  static final int CONNECT = 8;
  static final int READABLE = 9;
  static final int WRITABLE = 10;

  private static final int KIND_BITS = 8;
  private static final int GENERATION_BITS = 24;
  private static final int GENERATION_MASK = (1 << GENERATION_BITS) - 1;
  private static final int SLOT_SHIFT = KIND_BITS + GENERATION_BITS;

  private static final int FIRST_SLOTS = 64;

  /** How long the end of a ring waits for requests to be cancelled. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Ring ring;
  private final RingWake wake;
  private final boolean oneThread;
  private final BufferPool buffers;
  private final WaitState state = new WaitState();

  /** Sockets that are new or want something, from other threads. */
  private final Queue<UringSocket<?>> mailbox = new ConcurrentLinkedQueue<>();

  // By the thread in the ring.
  private @Nullable UringSocket<?>[] sockets = new UringSocket<?>[FIRST_SLOTS];
  private int[] freeSlots = descending(FIRST_SLOTS);
  private int free = FIRST_SLOTS;
  private int generation;
  private final List<Pausing> paused = new ArrayList<>();
  private final Completions handler = this::completed;

  /** The one thread that is in the ring, from its first time on; null if there are several. */
  private volatile @Nullable Thread owner;

  private boolean begun;

  /** Whether all that is under way is being cancelled, and nothing begins. */
  private boolean ending;

  /** Whether the ring is closed. */
  private volatile boolean ended;

  private final LongAdder otherCalls = new LongAdder();
  private final LongAdder wakes = new LongAdder();
  private final LongAdder reads = new LongAdder();
  private final LongAdder writes = new LongAdder();
  private final AtomicInteger accepted = new AtomicInteger();

  UringReactor(Ring ring, RingWake wake, BufferPool buffers, boolean oneThread) {
    this.ring = ring;
    this.wake = wake;
    this.buffers = buffers;
    this.oneThread = oneThread;
  }

  private static int[] descending(int count) {
    int[] slots = new int[count];
    Arrays.setAll(slots, i -> count - 1 - i);
    return slots;
  }

  /** Makes a reactor around a ring. */
  interface Around<R> {
    R make(Ring ring, RingWake wake) throws UnavailableException;
  }

  /**
   * A reactor with a new ring. If that cannot be made, nothing is left behind.
   *
   * @param oneThread whether one thread alone will be in it
   */
  static <R extends UringReactor> R open(int entries, boolean oneThread, Around<R> making)
      throws UnavailableException {
    Ring ring =
        Ring.open(oneThread ? RingOptions.owned(entries) : RingOptions.sharedInTurn(entries));
    try {
      RingWake wake = RingWake.open(ring, WAKE);
      try {
        return making.make(ring, wake);
      } catch (Throwable cannot) {
        wake.close();
        throw cannot;
      }
    } catch (Throwable cannot) {
      ring.close();
      throw cannot;
    }
  }

  // ---- what differs --------------------------------------------------------------------------

  /** How its sockets are opened besides: {@code SOCK_*}. */
  abstract int socketFlags();

  /** Around a descriptor that listens. */
  abstract ListenerIo listener(int descriptor) throws IOException;

  /** Around a descriptor that is to be connected: begins to. */
  abstract StreamIo connecting(int descriptor, InetSocketAddress address) throws IOException;

  /** Around a descriptor that is connected. */
  abstract StreamIo connected(int descriptor);

  /** Around a bound datagram socket. */
  abstract DatagramIo datagrams(int descriptor) throws IOException;

  /** What there is to do after the tasks had their turn. By the thread in the ring. */
  void beforeCompletions() {}

  /** What there is to do before they have it. By the thread in the ring. */
  void afterCompletions() {}

  /** Whether there is something to do, and the thread must not wait in the ring. By that thread. */
  boolean hasMoreToDo() {
    return false;
  }

  /** How many buffers of its own have an owner. */
  int lent() {
    return 0;
  }

  /** How often a receive ended because no buffer of its own was left. Any thread. */
  long starved() {
    return 0;
  }

  /** The ring is closed, and has forgotten its memory. Any thread, more than once. */
  void freeMemory() {}

  // ---- for those that differ -----------------------------------------------------------------

  final Ring ring() {
    return ring;
  }

  final BufferPool buffers() {
    return buffers;
  }

  final LongAdder reads() {
    return reads;
  }

  final LongAdder writes() {
    return writes;
  }

  final AtomicInteger acceptedCount() {
    return accepted;
  }

  /** Whether nothing may begin any more. By the thread in the ring. */
  final boolean isEnding() {
    return ending;
  }

  /** Whether the ring is closed. Any thread. */
  final boolean hasEnded() {
    return ended;
  }

  /** A system call was made beside the ring. Any thread. */
  final void called() {
    otherCalls.increment();
  }

  static long data(UringSocket<?> socket, int kind) {
    return (long) socket.slot << SLOT_SHIFT
        | (long) (socket.generation & GENERATION_MASK) << KIND_BITS
        | kind;
  }

  // ---- the wait ------------------------------------------------------------------------------

  @Override
  public final void park(long deadlineNanos) {
    if (!state.begin()) {
      return;
    }
    begin();
    if (state.isWaiting() && !hasMoreToDo()) {
      ring.submitAndWait(earlier(deadlineNanos, firstPauseEnds()));
    }
    state.end();
  }

  private static long earlier(long one, long other) {
    if (one == NEVER || other == NEVER) {
      return one == NEVER ? other : one;
    }
    return one - other < 0 ? one : other;
  }

  @Override
  public final void unpark() {
    if (state.tell()) {
      wakes.increment();
      otherCalls.increment();
      wake.wake();
    }
  }

  @Override
  public final void poll() {
    begin();
    beforeCompletions();
    endPauses();
    serveMailbox();
    if (ring.sq.queued() > 0) {
      ring.submitAndWait(System.nanoTime()); // which does not wait: the time has come
    } else {
      ring.peek();
    }
    ring.forEachCompletion(handler);
    afterCompletions();
  }

  @Override
  public final Optional<String> boundToItsThread() {
    return oneThread
        ? Optional.of("an io_uring belongs to the thread that entered it first")
        : Optional.empty();
  }

  /** The first time in the ring. */
  private void begin() {
    if (!begun) {
      begun = true;
      owner = oneThread ? Thread.currentThread() : null;
      wake.arm();
    }
  }

  /** Whether this is the one thread in the ring. */
  final boolean isInside() {
    return owner == Thread.currentThread();
  }

  private void serveMailbox() {
    for (UringSocket<?> socket = mailbox.poll(); socket != null; socket = mailbox.poll()) {
      serve(socket);
    }
  }

  private void serve(UringSocket<?> socket) {
    if (ending) {
      socket.close();
    }
    if (socket.slot == UringSocket.NONE) {
      enter(socket);
    }
    socket.serve();
  }

  private void enter(UringSocket<?> socket) {
    if (free == 0) {
      int count = sockets.length;
      sockets = Arrays.copyOf(sockets, 2 * count);
      freeSlots = Arrays.copyOf(freeSlots, 2 * count);
      for (int slot = 2 * count - 1; slot >= count; slot--) {
        freeSlots[free++] = slot;
      }
    }
    int slot = freeSlots[--free];
    sockets[slot] = socket;
    socket.generation = ++generation;
    socket.slot = slot;
  }

  /** The socket is closed, and none of its requests is left. */
  final void forget(UringSocket<?> socket) {
    sockets[socket.slot] = null;
    freeSlots[free++] = socket.slot;
  }

  private void completed(long data, int result, int flags) {
    int kind = (int) data & ((1 << KIND_BITS) - 1);
    if (kind == WAKE) {
      wake.completed(result, flags);
      if (result == -Errno.ECANCELED && !ending) {
        wake.arm(); // the thread that armed it has ended
      }
      return;
    }
    if (kind == CANCEL) {
      return; // whatever was cancelled tells so itself
    }
    UringSocket<?> socket = sockets[(int) (data >>> SLOT_SHIFT)];
    if (socket == null
        || (socket.generation & GENERATION_MASK)
            != ((int) (data >>> KIND_BITS) & GENERATION_MASK)) {
      throw new IllegalStateException("a completion of a socket that is gone: " + data);
    }
    socket.completed(kind, result, flags);
  }

  // ---- what sockets ask for ------------------------------------------------------------------

  /** A new socket, which is closed with the reactor, whether it asks for something or not. */
  final <S extends UringSocket<?>> S enrolled(S socket) {
    if (isInside()) {
      serve(socket);
      return socket;
    }
    mailbox.add(socket); // which is early enough: whoever waits need not know of it
    if (ended) {
      closeLate();
    }
    return socket;
  }

  /** A socket wants to be served, by the thread in the ring. */
  final void request(UringSocket<?> socket) {
    if (isInside()) {
      serve(socket);
      return;
    }
    mailbox.add(socket);
    // After it is in the mailbox; whoever waits looks there after each wait.
    unpark();
    if (ended) {
      closeLate();
    }
  }

  /** What pauses after a failure, and goes on by itself. */
  interface Pausing {
    long pausedUntil();

    /** By the thread in the ring. */
    void pauseEnds();
  }

  /** A listener found no descriptor free, and goes on after a pause. By the thread in the ring. */
  final void pause(Pausing listener) {
    paused.add(listener);
  }

  private long firstPauseEnds() {
    long first = NEVER;
    for (Pausing listener : paused) {
      first = earlier(first, listener.pausedUntil());
    }
    return first;
  }

  private void endPauses() {
    if (paused.isEmpty()) {
      return;
    }
    long now = System.nanoTime();
    List<Pausing> over = paused.stream().filter(each -> now - each.pausedUntil() >= 0).toList();
    paused.removeAll(over);
    over.forEach(Pausing::pauseEnds);
  }

  // ---- sockets -------------------------------------------------------------------------------

  @Override
  public final ListenerIo listen(InetSocketAddress address, int backlog) throws IOException {
    requireOpen();
    int socket = UringSockets.open(address, Syscalls.SOCK_STREAM | socketFlags());
    return orClose(
        socket,
        () -> {
          UringSockets.set(socket, Syscalls.SOL_SOCKET, Syscalls.SO_REUSEADDR, 1);
          UringSockets.bind(socket, address);
          UringSockets.check("listen", Syscalls.listen(socket, backlog));
          return listener(socket);
        });
  }

  @Override
  public final StreamIo connect(InetSocketAddress address) throws IOException {
    requireOpen();
    called();
    int socket = UringSockets.open(address, Syscalls.SOCK_STREAM | socketFlags());
    return orClose(socket, () -> connecting(socket, address));
  }

  @Override
  public final StreamIo adopt(Accepted connection) throws IOException {
    requireOpen();
    return connected(((UringAccepted) connection).take());
  }

  @Override
  public final DatagramIo bind(InetSocketAddress address) throws IOException {
    requireOpen();
    int socket = UringSockets.open(address, Syscalls.SOCK_DGRAM | socketFlags());
    return orClose(
        socket,
        () -> {
          UringSockets.bind(socket, address);
          return datagrams(socket);
        });
  }

  private void requireOpen() throws IOException {
    if (ended) {
      throw new IOException("the runtime is closed");
    }
  }

  private interface Making<T> {
    T make() throws IOException;
  }

  private static <T> T orClose(int socket, Making<T> making) throws IOException {
    try {
      return making.make();
    } catch (Throwable cannot) {
      Syscalls.close(socket);
      throw cannot;
    }
  }

  @Override
  public final @Nullable IoBuffer pollBuffer(Waker waker) {
    return buffers.poll(waker);
  }

  /** How many buffers have an owner. Any thread; maybe a moment old. */
  final int buffersTaken() {
    return buffers.taken() + lent();
  }

  /** The slots of all sockets; null where one is free. By the thread in the ring. */
  final @Nullable UringSocket<?>[] slots() {
    return sockets;
  }

  /** How many sockets have a slot. Any thread; maybe a moment old. */
  final int sockets() {
    return sockets.length - free;
  }

  @Override
  public final IoCounters counters() {
    return new IoCounters(
        ring.enters() + otherCalls.sum(),
        ring.enters(),
        wakes.sum(),
        ring.completions(),
        reads.sum(),
        writes.sum(),
        accepted.get(),
        buffers.refusals() + starved());
  }

  @Override
  public Optional<String> obtained() {
    return Optional.of(ring.obtained().text());
  }

  // ---- the end -------------------------------------------------------------------------------

  /**
   * Ends all requests and waits until they are: the kernel may write into memory that they name.
   */
  @Override
  public final void retire() {
    begin();
    serveMailbox();
    ending = true;
    long late = System.nanoTime() + PATIENCE_NANOS;
    ring.sq.cancelEverything(CANCEL);
    wake.arm(); // which was cancelled too
    for (UringSocket<?> socket : sockets) {
      if (socket != null) {
        socket.close();
        socket.serve(); // whoever closed it before may not have come to ask for that yet
      }
    }
    ring.submitAndWait(System.nanoTime()); // which does not wait
    reap();
    while (free < sockets.length && System.nanoTime() - late < 0) {
      park(late);
      reap();
    }
    // What was asked for in the last of that time goes out too: above all descriptors to be closed.
    while (ring.sq.queued() > 0) {
      ring.submitAndWait(System.nanoTime());
      reap();
    }
    owner = null; // whoever asks for something from now on finds nobody in the ring
    if (oneThread) {
      ring.leave();
    }
  }

  private void reap() {
    ring.forEachCompletion(handler);
    serveMailbox();
    afterCompletions();
  }

  @Override
  public final void close() {
    if (!oneThread || !begun) {
      retire();
    }
    ring.close();
    wake.close();
    ended = true;
    closeLate();
    for (UringSocket<?> socket : sockets) {
      if (socket != null) {
        closeLate(socket); // its requests did not end in time, or its thread failed
      }
    }
    freeMemory();
  }

  /** Sockets that came when nobody was in the ring any more. */
  private void closeLate() {
    for (UringSocket<?> socket = mailbox.poll(); socket != null; socket = mailbox.poll()) {
      closeLate(socket);
    }
  }

  private static void closeLate(UringSocket<?> socket) {
    if (socket.abandon()) {
      Syscalls.close(socket.descriptor);
    }
  }
}
