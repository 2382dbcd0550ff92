package dev.heddle.drivers.uring;

import dev.heddle.runtime.Waker;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.spi.Reactor.StreamIo;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A connection. One request receives for as long as the tasks keep up, into buffers that the kernel
 * takes when bytes have come; and one write is under way at a time, so that a task which writes
 * needs not wait for its end, but the next one does.
 */
final class UringStream extends UringSocket<CompletionReactor> implements StreamIo {
  /** With so much unread, receiving pauses: the peer shall wait, and others need buffers too. */
  private static final int MOST_UNREAD = 8;

  private final @Nullable InetSocketAddress connectsTo;

  // All guarded by this.

  /** What came and nobody took yet; null while there never was any. */
  private @Nullable ArrayDeque<IoBuffer> unread;

  private boolean receiving;
  private boolean wantsToReceive;
  private boolean pausing;
  private boolean end;
  private @Nullable Waker reader;

  /** What is being sent, or is to be. */
  private @Nullable IoBuffer sending;

  private boolean wantsToSend;
  private @Nullable Waker writer;

  private boolean wantsToShutDown;
  private boolean shutDown;

  /** Where the address to connect to is in memory, for as long as the request needs it. */
  @SuppressWarnings("UnusedVariable") // but kept
  private @Nullable MemorySegment sockaddr;

  private boolean wantsToConnect;
  private boolean connected;

  private UringStream(
      CompletionReactor reactor, int descriptor, @Nullable InetSocketAddress connectsTo) {
    super(reactor, descriptor);
    this.connectsTo = connectsTo;
    knowPeer(connectsTo);
    connected = connectsTo == null;
  }

  static UringStream connected(CompletionReactor reactor, int descriptor) {
    return new UringStream(reactor, descriptor, null);
  }

  static UringStream connecting(
      CompletionReactor reactor, int descriptor, InetSocketAddress address) {
    UringStream stream = new UringStream(reactor, descriptor, address);
    synchronized (stream) {
      stream.wantsToConnect = true;
      stream.ask();
    }
    reactor.request(stream);
    return stream;
  }

  // ---- by the tasks --------------------------------------------------------------------------

  @Override
  public synchronized boolean pollConnected(Waker waker) throws IOException {
    requireWhole();
    writer = waker;
    return connected;
  }

  @Override
  public @Nullable IoBuffer pollRead(Waker waker) throws IOException {
    synchronized (this) {
      if (unread != null && !unread.isEmpty()) {
        return unread.pollFirst();
      }
      requireWhole();
      if (end) {
        return IoBuffer.END;
      }
      reader = waker;
      if (receiving || wantsToReceive) {
        return null;
      }
      wantsToReceive = true;
      if (!ask()) {
        return null;
      }
    }
    reactor.request(this);
    return null;
  }

  @Override
  public boolean pollWrite(IoBuffer buffer, Waker waker) throws IOException {
    boolean nothing;
    boolean ask;
    synchronized (this) {
      requireWhole();
      if (shutDown || wantsToShutDown) {
        throw new IOException("Broken pipe: this end has said that it sends no more");
      }
      if (sending != null) {
        writer = waker;
        return false;
      }
      nothing = !buffer.bytes().hasRemaining();
      if (!nothing) {
        sending = buffer;
        wantsToSend = true;
      }
      ask = !nothing && ask();
    }
    if (nothing) {
      buffer.release();
    }
    if (ask) {
      reactor.request(this);
    }
    return true;
  }

  @Override
  public synchronized boolean pollFlush(Waker waker) throws IOException {
    requireWhole();
    writer = waker;
    return sending == null;
  }

  @Override
  public void shutdownOutput() throws IOException {
    synchronized (this) {
      requireWhole();
      if (shutDown || wantsToShutDown) {
        return;
      }
      wantsToShutDown = true;
      if (!ask()) {
        return;
      }
    }
    reactor.request(this);
  }

  // ---- by the thread in the ring, and under the lock -----------------------------------------

  @Override
  void request() {
    SubmissionQueue sq = reactor.ring().sq;
    if (wantsToConnect) {
      wantsToConnect = false;
      MemorySegment memory = Arena.ofAuto().allocate(Sockaddr.MAX_BYTES, Long.BYTES);
      sockaddr = memory;
      begin();
      sq.connect(
          descriptor,
          memory.address(),
          Sockaddr.write(Objects.requireNonNull(connectsTo), memory.address()),
          data(UringReactor.CONNECT));
    }
    if (wantsToReceive && !isClosed()) {
      wantsToReceive = false;
      receiving = true;
      begin();
      sq.recvMultishot(CompletionReactor.GROUP, descriptor, data(UringReactor.RECEIVE));
    }
    if (wantsToSend) {
      wantsToSend = false;
      send();
    }
    if (wantsToShutDown && sending == null) {
      wantsToShutDown = false;
      shutDown = true;
      begin();
      sq.shutdown(descriptor, Syscalls.SHUT_WR, data(UringReactor.SHUTDOWN));
    }
  }

  private void send() {
    IoBuffer buffer = Objects.requireNonNull(sending);
    begin();
    reactor
        .ring()
        .sq
        .send(
            descriptor,
            buffer.address() + buffer.bytes().position(),
            buffer.bytes().remaining(),
            Syscalls.MSG_WAITALL,
            data(UringReactor.SEND));
  }

  @Override
  boolean mustGoOutFirst() {
    return broken == null && connected && (wantsToSend || sending != null || wantsToShutDown);
  }

  @Override
  void cancel() {
    SubmissionQueue sq = reactor.ring().sq;
    if (receiving && !pausing) {
      pausing = true;
      sq.cancel(data(UringReactor.RECEIVE), UringReactor.CANCEL);
    }
    if (!connected) {
      sq.cancel(data(UringReactor.CONNECT), UringReactor.CANCEL);
    }
  }

  @Override
  @Nullable Waker took(int kind, int result, int flags, boolean more) {
    return switch (kind) {
      case UringReactor.RECEIVE -> received(result, flags, more);
      case UringReactor.SEND -> sent(result);
      case UringReactor.CONNECT -> connected(result);
      case UringReactor.SHUTDOWN -> null; // a failure is the connection's, and is told elsewhere
      default -> throw new IllegalStateException("a completion of no request of a stream: " + kind);
    };
  }

  private @Nullable Waker received(int result, int flags, boolean more) {
    if (!more) {
      receiving = false;
      pausing = false;
    }
    if (result > 0) {
      IoBuffer buffer = reactor.lend(flags, 0, result);
      if (isClosed()) {
        buffer.release();
        return null;
      }
      reactor.reads().increment();
      ArrayDeque<IoBuffer> queue = unread;
      if (queue == null) {
        queue = new ArrayDeque<>(2);
        unread = queue;
      }
      queue.addLast(buffer);
      if (more && !pausing && queue.size() >= MOST_UNREAD) {
        pausing = true;
        reactor.ring().sq.cancel(data(UringReactor.RECEIVE), UringReactor.CANCEL);
      }
      return takeReader();
    }
    if (result == 0) {
      end = true;
    } else if (result == -Errno.ENOBUFS) {
      reactor.foundNoBuffer();
      if (reader != null) {
        wantsToReceive = true;
        reactor.starve(this);
      }
      return null;
    } else if (result == -Errno.ECANCELED) {
      // Paused, and nobody reads until the rest is taken; or its thread has ended.
      if (reader != null && !isClosed()) {
        wantsToReceive = true;
        request();
      }
      return null;
    } else {
      broken = UringSockets.failure("recv", result);
    }
    return takeReader();
  }

  private @Nullable Waker takeReader() {
    Waker waker = reader;
    reader = null;
    return waker;
  }

  private @Nullable Waker sent(int result) {
    IoBuffer buffer = Objects.requireNonNull(sending);
    if (result > 0) {
      buffer.bytes().position(buffer.bytes().position() + result);
    }
    boolean rest = result >= 0 && buffer.bytes().hasRemaining();
    // A part only, or the thread that asked for it has ended: unless the ring ends too.
    if ((rest || result == -Errno.ECANCELED) && !reactor.isEnding()) {
      send();
      return null;
    }
    if (result < 0) {
      broken = UringSockets.failure("send", result);
    } else if (!rest) {
      reactor.writes().increment();
    }
    spent(buffer);
    sending = null;
    if (wantsToShutDown) {
      request();
    }
    Waker waker = writer;
    writer = null;
    return waker;
  }

  private @Nullable Waker connected(int result) {
    sockaddr = null;
    if (result < 0) {
      broken = UringSockets.failure("connect", result);
    } else {
      connected = true;
    }
    Waker waker = writer;
    writer = null;
    return waker;
  }

  @Override
  void dropReceived() {
    ArrayDeque<IoBuffer> queue = unread;
    if (queue != null) {
      queue.forEach(IoBuffer::release);
      queue.clear();
    }
  }

  @Override
  synchronized int spill() {
    ArrayDeque<IoBuffer> queue = unread;
    if (queue == null) {
      return 0;
    }
    int freed = 0;
    for (int left = queue.size(); left > 0; left--) {
      IoBuffer buffer = queue.removeFirst();
      boolean lent = buffer.index() != CompletionReactor.NOT_LENT;
      queue.addLast(lent ? reactor.copyOf(buffer) : buffer);
      freed += lent ? 1 : 0;
    }
    return freed;
  }

  @Override
  @Nullable IoBuffer takeUnsent() {
    IoBuffer unsent = sending;
    sending = null;
    wantsToSend = false;
    return unsent;
  }

  @Override
  void wakeAll() {
    Waker one;
    Waker other;
    synchronized (this) {
      one = takeReader();
      other = writer;
      writer = null;
    }
    wake(one);
    wake(other);
  }
}
