package dev.heddle.drivers.uring;

import dev.heddle.runtime.Waker;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.spi.Reactor.Datagram;
import dev.heddle.runtime.spi.Reactor.DatagramIo;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A datagram socket: one request receives for as long as the task keeps up, each datagram with its
 * sender's address in front of it, and one is sent at a time.
 */
final class UringDatagrams extends UringSocket<CompletionReactor> implements DatagramIo {
  private static final int MOST_WAITING = 8;
  private static final int PAYLOAD = Abi.RECVMSG_OUT_BYTES + Sockaddr.MAX_BYTES;

  private final InetSocketAddress local;

  // Native memory for what requests name; kept by this socket, which the ring keeps while any is
  // under way.
  private final Arena memory = Arena.ofAuto();
  private final long receiveHeader = memory.allocate(Abi.MSGHDR_BYTES, Long.BYTES).address();
  private final long sendHeader = memory.allocate(Abi.MSGHDR_BYTES, Long.BYTES).address();
  private final long sendVector = memory.allocate(Abi.IOVEC_BYTES, Long.BYTES).address();
  private final long sendAddress = memory.allocate(Sockaddr.MAX_BYTES, Long.BYTES).address();

  // All guarded by this.
  private final ArrayDeque<Datagram> waiting = new ArrayDeque<>();
  private boolean receiving;
  private boolean wantsToReceive;
  private boolean pausing;
  private @Nullable Waker receiver;
  private @Nullable IoBuffer sending;
  private boolean wantsToSend;
  private @Nullable Waker sender;
  private @Nullable IOException sendFailure;

  UringDatagrams(CompletionReactor reactor, int descriptor) throws IOException {
    super(reactor, descriptor);
    local = UringSockets.local(descriptor);
    Memory.putInt(receiveHeader + Abi.MSGHDR_NAMELEN, Sockaddr.MAX_BYTES);
    Memory.putLong(sendHeader + Abi.MSGHDR_NAME, sendAddress);
    Memory.putLong(sendHeader + Abi.MSGHDR_IOV, sendVector);
    Memory.putLong(sendHeader + Abi.MSGHDR_IOVLEN, 1);
  }

  @Override
  public @Nullable Datagram pollReceive(Waker waker) throws IOException {
    synchronized (this) {
      Datagram next = waiting.pollFirst();
      if (next != null) {
        return next;
      }
      requireWhole();
      receiver = waker;
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
  public boolean pollSend(IoBuffer buffer, InetSocketAddress to, Waker waker) throws IOException {
    synchronized (this) {
      requireWhole();
      IOException failed = sendFailure;
      if (failed != null) {
        sendFailure = null;
        throw failed;
      }
      if (sending != null) {
        sender = waker;
        return false;
      }
      Memory.putInt(sendHeader + Abi.MSGHDR_NAMELEN, Sockaddr.write(to, sendAddress));
      Memory.putLong(sendVector, buffer.address() + buffer.bytes().position());
      Memory.putLong(sendVector + Long.BYTES, buffer.bytes().remaining());
      sending = buffer;
      wantsToSend = true;
      if (!ask()) {
        return true;
      }
    }
    reactor.request(this);
    return true;
  }

  @Override
  void request() {
    SubmissionQueue sq = reactor.ring().sq;
    if (wantsToReceive && !isClosed()) {
      wantsToReceive = false;
      receiving = true;
      begin();
      sq.recvmsgMultishot(
          CompletionReactor.GROUP, descriptor, receiveHeader, 0, data(UringReactor.RECEIVE));
    }
    if (wantsToSend) {
      wantsToSend = false;
      begin();
      sq.sendmsg(descriptor, sendHeader, 0, data(UringReactor.SEND));
    }
  }

  @Override
  boolean mustGoOutFirst() {
    return sending != null;
  }

  @Override
  void cancel() {
    if (receiving && !pausing) {
      pausing = true;
      reactor.ring().sq.cancel(data(UringReactor.RECEIVE), UringReactor.CANCEL);
    }
  }

  @Override
  @Nullable Waker took(int kind, int result, int flags, boolean more) {
    return kind == UringReactor.SEND ? sent(result) : received(result, flags, more);
  }

  private @Nullable Waker sent(int result) {
    if (result == -Errno.ECANCELED && !reactor.isEnding()) {
      wantsToSend = true; // the thread that asked for it has ended
      request();
      return null;
    }
    if (result < 0) {
      sendFailure = UringSockets.failure("sendmsg", result);
    } else {
      reactor.writes().increment();
    }
    spent(Objects.requireNonNull(sending));
    sending = null;
    Waker waker = sender;
    sender = null;
    return waker;
  }

  private @Nullable Waker received(int result, int flags, boolean more) {
    if (!more) {
      receiving = false;
      pausing = false;
    }
    if (result == -Errno.ENOBUFS) {
      reactor.foundNoBuffer();
      if (receiver != null) {
        wantsToReceive = true;
        reactor.starve(this);
      }
      return null;
    }
    if (result == -Errno.ECANCELED) {
      if (receiver != null && !isClosed()) {
        wantsToReceive = true;
        request();
      }
      return null;
    }
    if (result < 0) {
      broken = UringSockets.failure("recvmsg", result);
      return takeReceiver();
    }
    IoBuffer buffer = reactor.lend(flags, PAYLOAD, result - PAYLOAD);
    if (isClosed()) {
      buffer.release();
      return null;
    }
    reactor.reads().increment();
    waiting.addLast(new Datagram(buffer, Sockaddr.read(buffer.address() + Abi.RECVMSG_OUT_BYTES)));
    if (more && waiting.size() >= MOST_WAITING) {
      cancel();
    }
    return takeReceiver();
  }

  private @Nullable Waker takeReceiver() {
    Waker waker = receiver;
    receiver = null;
    return waker;
  }

  @Override
  void dropReceived() {
    waiting.forEach(datagram -> datagram.buffer().release());
    waiting.clear();
  }

  @Override
  synchronized int spill() {
    int freed = 0;
    for (int left = waiting.size(); left > 0; left--) {
      Datagram next = waiting.removeFirst();
      boolean lent = next.buffer().index() != CompletionReactor.NOT_LENT;
      waiting.addLast(lent ? new Datagram(reactor.copyOf(next.buffer()), next.from()) : next);
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
      one = takeReceiver();
      other = sender;
      sender = null;
    }
    wake(one);
    wake(other);
  }

  @Override
  public InetSocketAddress local() {
    return local;
  }
}
