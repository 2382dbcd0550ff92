package dev.heddle.drivers.uring;

import dev.heddle.drivers.Buffers;
import dev.heddle.runtime.WaitState;
import dev.heddle.runtime.Waker;
import dev.heddle.runtime.net.BufferPool;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.spi.IoCounters;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Reactor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
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
 * requests of all sockets and waits for the first completion, a wake-up or the next timer.
 *
 * <p>Only the thread in the ring makes requests. What a task asks for on that thread goes straight
 * into the queue; from elsewhere the socket goes into the mailbox, and the wait is ended if there
 * is one. Where several threads are in the ring by turns, all goes by way of the mailbox.
 */
final class UringReactor implements Reactor {
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

  private static final int KIND_BITS = 8;
  private static final int GENERATION_BITS = 24;
  private static final int GENERATION_MASK = (1 << GENERATION_BITS) - 1;
  private static final int SLOT_SHIFT = KIND_BITS + GENERATION_BITS;

  /** The ring's name for the buffers that it receives into. */
  static final int GROUP = 0;

  /** The number of a buffer that is none of the ring's. */
  static final int NOT_LENT = -1;

  private static final int FIRST_SLOTS = 64;

  /** How long the end of a ring waits for requests to be cancelled. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Ring ring;
  private final BufferRing received;
  private final RingWake wake;
  private final boolean oneThread;
  private final BufferPool buffers;
  private final WaitState state = new WaitState();

  /** Each of the ring's buffers, by number. */
  private final IoBuffer[] lendable;

  /** Of their memory: one that is used after that fails, where it would end the process. */
  private final Arena lifetime = Arena.ofShared();

  /** Sockets that want something, from other threads; and buffers that come back from there. */
  private final Queue<UringSocket> mailbox = new ConcurrentLinkedQueue<>();

  private final Queue<IoBuffer> returned = new ConcurrentLinkedQueue<>();

  // By the thread in the ring.
  private @Nullable UringSocket[] sockets = new UringSocket[FIRST_SLOTS];
  private int[] freeSlots = descending(FIRST_SLOTS);
  private int free = FIRST_SLOTS;
  private int generation;
  private boolean given;
  private List<UringSocket> starving = new ArrayList<>();
  private final List<UringListener> paused = new ArrayList<>();
  private final Completions handler = this::completed;

  /** The one thread that is in the ring, from its first time on; null if there are several. */
  private volatile @Nullable Thread owner;

  private boolean begun;

  /** Whether all that is under way is being cancelled, and nothing begins. */
  private boolean ending;

  /** Whether a socket waits for a buffer to come back: whoever gives one back ends the wait. */
  private volatile boolean starves;

  /** Whether the ring is closed. */
  private volatile boolean ended;

  private final LongAdder otherCalls = new LongAdder();
  private final LongAdder wakes = new LongAdder();
  private final LongAdder reads = new LongAdder();
  private final LongAdder writes = new LongAdder();
  private final AtomicInteger accepted = new AtomicInteger();

  private UringReactor(
      Ring ring, BufferRing received, RingWake wake, BufferPool buffers, boolean oneThread) {
    this.ring = ring;
    this.received = received;
    this.wake = wake;
    this.buffers = buffers;
    this.oneThread = oneThread;
    lendable = new IoBuffer[received.count()];
    Arrays.setAll(lendable, this::lendable);
  }

  private IoBuffer lendable(int id) {
    MemorySegment memory =
        MemorySegment.ofAddress(received.address(id)).reinterpret(received.size(), lifetime, null);
    return new IoBuffer(this::giveBack, memory.asByteBuffer(), id);
  }

  private static int[] descending(int count) {
    int[] slots = new int[count];
    Arrays.setAll(slots, i -> count - 1 - i);
    return slots;
  }

  static UringReactor open(Options options, int entries, boolean oneThread)
      throws UnavailableException {
    Ring ring =
        Ring.open(oneThread ? RingOptions.owned(entries) : RingOptions.sharedInTurn(entries));
    try {
      BufferRing received =
          BufferRing.open(ring, GROUP, options.get(Buffers.COUNT), options.get(Buffers.BYTES));
      try {
        return new UringReactor(
            ring, received, RingWake.open(ring, WAKE), Buffers.pool(options), oneThread);
      } catch (Throwable cannot) {
        received.close();
        throw cannot;
      }
    } catch (Throwable cannot) {
      ring.close();
      throw cannot;
    }
  }

  Ring ring() {
    return ring;
  }

  BufferRing received() {
    return received;
  }

  LongAdder reads() {
    return reads;
  }

  LongAdder writes() {
    return writes;
  }

  AtomicInteger acceptedCount() {
    return accepted;
  }

  /** Whether nothing may begin any more. By the thread in the ring. */
  boolean isEnding() {
    return ending;
  }

  /** A system call was made beside the ring. */
  void called() {
    otherCalls.increment();
  }

  static long data(UringSocket socket, int kind) {
    return (long) socket.slot << SLOT_SHIFT
        | (long) (socket.generation & GENERATION_MASK) << KIND_BITS
        | kind;
  }

  // ---- the wait ------------------------------------------------------------------------------

  @Override
  public void park(long deadlineNanos) {
    if (!state.begin()) {
      return;
    }
    begin();
    if (state.isWaiting() && !given) {
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
  public void unpark() {
    if (state.tell()) {
      wakes.increment();
      otherCalls.increment();
      wake.wake();
    }
  }

  @Override
  public void poll() {
    begin();
    takeBack();
    endPauses();
    serveMailbox();
    if (ring.sq.queued() > 0) {
      ring.submitAndWait(System.nanoTime()); // which does not wait: the time has come
    } else {
      ring.peek();
    }
    ring.forEachCompletion(handler);
    if (given || !starving.isEmpty()) {
      takeBack();
    }
  }

  @Override
  public Optional<String> boundToItsThread() {
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

  private boolean isInside() {
    return owner == Thread.currentThread();
  }

  private void serveMailbox() {
    for (UringSocket socket = mailbox.poll(); socket != null; socket = mailbox.poll()) {
      serve(socket);
    }
  }

  private void serve(UringSocket socket) {
    if (ending) {
      socket.close();
    }
    if (socket.slot == UringSocket.NONE) {
      enter(socket);
    }
    socket.serve();
  }

  private void enter(UringSocket socket) {
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
  void forget(UringSocket socket) {
    sockets[socket.slot] = null;
    freeSlots[free++] = socket.slot;
  }

  private void completed(long data, int result, int flags) {
    int kind = (int) data & ((1 << KIND_BITS) - 1);
    if (kind == WAKE) {
      wake.completed(result, flags);
      return;
    }
    if (kind == CANCEL) {
      return; // whatever was cancelled tells so itself
    }
    UringSocket socket = sockets[(int) (data >>> SLOT_SHIFT)];
    if (socket == null
        || (socket.generation & GENERATION_MASK)
            != ((int) (data >>> KIND_BITS) & GENERATION_MASK)) {
      throw new IllegalStateException("a completion of a socket that is gone: " + data);
    }
    socket.completed(kind, result, flags);
  }

  // ---- what sockets ask for ------------------------------------------------------------------

  /** A socket wants to be served, by the thread in the ring. */
  void request(UringSocket socket) {
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

  /** The buffer that a completion lends, as its receiver's. */
  IoBuffer lend(int flags, int offset, int length) {
    IoBuffer buffer = lendable[received.take(flags)].take();
    buffer.bytes().limit(offset + length).position(offset);
    return buffer;
  }

  private void giveBack(IoBuffer buffer) {
    if (isInside()) {
      received.give(buffer.index());
      given = true;
      return;
    }
    returned.add(buffer);
    if (starves) {
      unpark();
    }
    if (ended) {
      freeBuffers();
    }
  }

  private void takeBack() {
    takeReturned();
    if (!starving.isEmpty() && received.lent() == received.count()) {
      spill();
    }
    if (!starving.isEmpty() && received.lent() == received.count()) {
      starves = true;
      takeReturned(); // what came before the flag was seen
    }
    if (given) {
      given = false;
      received.publish();
    }
    // Not only if some came back just now: they may have before the socket was told of the want.
    if (!starving.isEmpty() && received.lent() < received.count()) {
      List<UringSocket> fed = starving;
      starving = new ArrayList<>();
      starves = false;
      fed.forEach(UringSocket::serve);
    }
  }

  /**
   * Copies what came and nobody took, so that its buffers are free: a task that does not read shall
   * keep no other from reading. It keeps its own memory, and no more than came at once, since a
   * socket pauses with so much unread.
   */
  private void spill() {
    int needed = starving.size();
    for (int slot = 0; slot < sockets.length && needed > 0; slot++) {
      UringSocket socket = sockets[slot];
      if (socket != null) {
        needed -= socket.spill();
      }
    }
  }

  /** A copy of what a buffer holds, in memory of its own; the buffer is given back. */
  IoBuffer copyOf(IoBuffer buffer) {
    ByteBuffer copy = ByteBuffer.allocateDirect(buffer.bytes().remaining());
    copy.put(buffer.bytes()).flip();
    buffer.release();
    return new IoBuffer(_ -> {}, copy, NOT_LENT).take();
  }

  private void takeReturned() {
    for (IoBuffer buffer = returned.poll(); buffer != null; buffer = returned.poll()) {
      received.give(buffer.index());
      given = true;
    }
  }

  /** A socket found no buffer, and is served again once there is one. */
  void starve(UringSocket socket) {
    starving.add(socket);
  }

  /** A listener found no descriptor free, and is served again after a pause. */
  void pause(UringListener listener) {
    paused.add(listener);
  }

  private long firstPauseEnds() {
    long first = NEVER;
    for (UringListener listener : paused) {
      first = earlier(first, listener.pausedUntil());
    }
    return first;
  }

  private void endPauses() {
    if (paused.isEmpty()) {
      return;
    }
    long now = System.nanoTime();
    List<UringListener> over =
        paused.stream().filter(each -> now - each.pausedUntil() >= 0).toList();
    paused.removeAll(over);
    over.forEach(UringListener::pauseEnds);
  }

  // ---- sockets -------------------------------------------------------------------------------

  @Override
  public ListenerIo listen(InetSocketAddress address, int backlog) throws IOException {
    requireOpen();
    int socket = UringSockets.open(address, Syscalls.SOCK_STREAM);
    return orClose(
        socket,
        () -> {
          UringSockets.set(socket, Syscalls.SOL_SOCKET, Syscalls.SO_REUSEADDR, 1);
          UringSockets.bind(socket, address);
          UringSockets.check("listen", Syscalls.listen(socket, backlog));
          return new UringListener(this, socket);
        });
  }

  @Override
  public StreamIo connect(InetSocketAddress address) throws IOException {
    requireOpen();
    called();
    int socket = UringSockets.open(address, Syscalls.SOCK_STREAM);
    return orClose(socket, () -> UringStream.connecting(this, socket, address));
  }

  @Override
  public StreamIo adopt(Accepted connection) throws IOException {
    requireOpen();
    return UringStream.connected(this, ((UringAccepted) connection).take());
  }

  @Override
  public DatagramIo bind(InetSocketAddress address) throws IOException {
    requireOpen();
    int socket = UringSockets.open(address, Syscalls.SOCK_DGRAM);
    return orClose(
        socket,
        () -> {
          UringSockets.bind(socket, address);
          return new UringDatagrams(this, socket);
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
  public @Nullable IoBuffer pollBuffer(Waker waker) {
    return buffers.poll(waker);
  }

  /** How many buffers have an owner. Any thread; maybe a moment old. */
  int buffersTaken() {
    return buffers.taken() + received.lent();
  }

  /** How many sockets have a slot. Likewise. */
  int sockets() {
    return sockets.length - free;
  }

  @Override
  public IoCounters counters() {
    return new IoCounters(
        ring.enters() + otherCalls.sum(),
        ring.enters(),
        wakes.sum(),
        ring.completions(),
        reads.sum(),
        writes.sum(),
        accepted.get());
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
  public void retire() {
    begin();
    serveMailbox();
    ending = true;
    long late = System.nanoTime() + PATIENCE_NANOS;
    ring.sq.cancelEverything(CANCEL);
    wake.arm(); // which was cancelled too
    for (UringSocket socket : sockets) {
      if (socket != null) {
        socket.close();
      }
    }
    ring.submitAndWait(System.nanoTime()); // which does not wait
    reap();
    while (free < sockets.length && System.nanoTime() - late < 0) {
      park(late);
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
    takeBack();
  }

  @Override
  public void close() {
    if (!oneThread || !begun) {
      retire();
    }
    ring.close();
    wake.close();
    ended = true;
    closeLate();
    for (UringSocket socket : sockets) {
      if (socket != null) {
        closeLate(socket); // its requests did not end in time, or its thread failed
      }
    }
    freeBuffers();
  }

  /** Sockets that came when nobody was in the ring any more. */
  private void closeLate() {
    for (UringSocket socket = mailbox.poll(); socket != null; socket = mailbox.poll()) {
      closeLate(socket);
    }
  }

  private static void closeLate(UringSocket socket) {
    if (socket.abandon()) {
      Syscalls.close(socket.descriptor);
    }
  }

  /**
   * Frees the memory that the ring received into, once the last of it has come back. Not if some
   * request did not end in time: the kernel might still write there.
   */
  private synchronized void freeBuffers() {
    takeReturned();
    if (received.lent() == 0 && free == sockets.length && lifetime.scope().isAlive()) {
      lifetime.close();
      received.close();
    }
  }
}
