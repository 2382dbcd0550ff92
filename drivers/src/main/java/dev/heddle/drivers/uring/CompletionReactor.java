package dev.heddle.drivers.uring;

import dev.heddle.drivers.Buffers;
import dev.heddle.runtime.net.BufferPool;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.spi.Options;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * A ring that moves the bytes itself: its sockets ask for receives, sends, accepts and connects,
 * and are told when those are done. It receives into buffers that it lends to the tasks; when they
 * run out, receives end, and begin again once some have come back.
 */
final class CompletionReactor extends UringReactor {
  /** The ring's name for the buffers that it receives into. */
  static final int GROUP = 0;

  /** The number of a buffer that is none of the ring's. */
  static final int NOT_LENT = -1;

  private final BufferRing received;

  /** Each of the ring's buffers, by number. */
  private final IoBuffer[] lendable;

  /** Of their memory: one that is used after that fails, where it would end the process. */
  private final Arena lifetime = Arena.ofShared();

  /** Buffers that come back from other threads. */
  private final Queue<IoBuffer> returned = new ConcurrentLinkedQueue<>();

  private static final int LEAST_BUFFERS = 16;

  // By the thread in the ring.
  private boolean given;

  /** Sockets that found no buffer, in the order in which they are served. */
  private final Queue<UringSocket<?>> starving = new ArrayDeque<>();

  /** Whether something was received since what nobody took was copied last. */
  private boolean lentSinceSpill;

  private final LongAdder starved = new LongAdder();

  /** Whether a socket waits for a buffer to come back: whoever gives one back ends the wait. */
  private volatile boolean starves;

  private CompletionReactor(
      Ring ring, RingWake wake, BufferRing received, BufferPool buffers, boolean oneThread) {
    super(ring, wake, buffers, oneThread);
    this.received = received;
    lendable = new IoBuffer[received.count()];
    Arrays.setAll(lendable, this::lendable);
  }

  private IoBuffer lendable(int id) {
    MemorySegment memory =
        MemorySegment.ofAddress(received.address(id)).reinterpret(received.size(), lifetime, null);
    return new IoBuffer(this::giveBack, memory.asByteBuffer(), id);
  }

  static CompletionReactor open(Options options, int entries, boolean oneThread)
      throws UnavailableException {
    return open(
        entries,
        oneThread,
        options.get(Buffers.COUNT),
        options.get(Buffers.BYTES),
        Buffers.pool(options));
  }

  /**
   * One that receives into so many buffers of so many bytes, or fewer.
   *
   * @param buffers what is sent from
   */
  static CompletionReactor open(
      int entries, boolean oneThread, int count, int size, BufferPool buffers)
      throws UnavailableException {
    return open(
        entries,
        oneThread,
        (ring, wake) ->
            new CompletionReactor(ring, wake, buffers(ring, count, size), buffers, oneThread));
  }

  /** With fewer where locked memory is short, as the ring itself has fewer entries then. */
  private static BufferRing buffers(Ring ring, int count, int size) throws UnavailableException {
    try {
      return BufferRing.open(ring, GROUP, count, size);
    } catch (UnavailableException tooMany) {
      if (count <= LEAST_BUFFERS) {
        throw tooMany;
      }
      return buffers(ring, count / 2, size);
    }
  }

  @Override
  public Optional<String> obtained() {
    return Optional.of(
        "%s, %d buffers of %d B"
            .formatted(ring().obtained().text(), received.count(), received.size()));
  }

  // ---- its sockets ---------------------------------------------------------------------------

  @Override
  int socketFlags() {
    return 0; // the ring waits where a call would block
  }

  @Override
  ListenerIo listener(int descriptor) throws IOException {
    return enrolled(new UringListener(this, descriptor));
  }

  @Override
  StreamIo connecting(int descriptor, InetSocketAddress address) {
    return UringStream.connecting(this, descriptor, address);
  }

  @Override
  StreamIo connected(int descriptor) {
    return enrolled(UringStream.connected(this, descriptor));
  }

  @Override
  DatagramIo datagrams(int descriptor) throws IOException {
    return enrolled(new UringDatagrams(this, descriptor));
  }

  // ---- buffers that are lent -----------------------------------------------------------------

  /** The buffer that a completion lends, as its receiver's. */
  IoBuffer lend(int flags, int offset, int length) {
    lentSinceSpill = true;
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
    if (hasEnded()) {
      freeMemory();
    }
  }

  @Override
  void beforeCompletions() {
    takeReturned();
    if (isStarved()) {
      spill(); // the tasks had their turn, and have not taken it
      lentSinceSpill = false;
    }
    feed();
  }

  @Override
  void afterCompletions() {
    takeReturned();
    feed();
  }

  /** Kernel and sockets get what has come back. */
  private void feed() {
    if (isStarved()) {
      starves = true;
      takeReturned(); // what came before the flag was seen
    }
    if (given) {
      given = false;
      received.publish();
    }
    // As many as there are buffers, since more would find none once again. Not only if some came
    // back just now: they may have before the socket was told of the want.
    int free = received.count() - received.lent();
    for (; free > 0 && !starving.isEmpty(); free--) {
      starving.remove().serve();
    }
    if (starving.isEmpty()) {
      starves = false;
    }
  }

  /** Whether a socket wants a buffer, and all have an owner. */
  private boolean isStarved() {
    return !starving.isEmpty() && received.lent() == received.count();
  }

  /** Buffers to give, sockets to serve, or something that can be copied. */
  @Override
  boolean hasMoreToDo() {
    boolean helps = received.lent() < received.count() || lentSinceSpill;
    return given || (helps && !starving.isEmpty());
  }

  /**
   * Copies what came and nobody took, so that its buffers are free: a task that does not read shall
   * keep no other from reading. It keeps its own memory, and no more than came at once, since a
   * socket pauses with so much unread.
   */
  private void spill() {
    int needed = starving.size();
    for (UringSocket<?> socket : slots()) {
      if (needed <= 0) {
        return;
      }
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

  /** A receive ended because no buffer was left. */
  void foundNoBuffer() {
    starved.increment();
  }

  /** A socket that wants to receive is served again once there is a buffer. */
  void starve(UringSocket<?> socket) {
    starving.add(socket);
  }

  @Override
  long starved() {
    return starved.sum();
  }

  @Override
  int lent() {
    return received.lent();
  }

  /**
   * Frees the memory that the ring received into, once the last of it has come back. Not if some
   * request did not end in time: the kernel might still write there.
   */
  @Override
  synchronized void freeMemory() {
    takeReturned();
    if (received.lent() == 0 && sockets() == 0 && lifetime.scope().isAlive()) {
      lifetime.close();
      received.close();
    }
  }
}
