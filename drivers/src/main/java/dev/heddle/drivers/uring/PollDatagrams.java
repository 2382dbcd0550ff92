package dev.heddle.drivers.uring;

import dev.heddle.runtime.Waker;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.spi.Reactor.Datagram;
import dev.heddle.runtime.spi.Reactor.DatagramIo;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A datagram socket: whoever finds nothing, or no room, waits to be told once. */
final class PollDatagrams extends PollSocket implements DatagramIo {
  private static final int INT_BYTES = 4;

  private final InetSocketAddress local;

  /** Where calls leave and find addresses. Guarded by this, as the calls are. */
  private final Arena memory = Arena.ofAuto();

  private final long sockaddr = memory.allocate(Sockaddr.MAX_BYTES, Long.BYTES).address();
  private final long length = memory.allocate(INT_BYTES, INT_BYTES).address();

  PollDatagrams(PollReactor reactor, int descriptor) throws IOException {
    super(reactor, descriptor);
    local = UringSockets.local(descriptor);
  }

  @Override
  public @Nullable Datagram pollReceive(Waker waker) throws IOException {
    while (!mustWait(in, waker)) {
      IoBuffer buffer = reactor.buffers().poll(waker);
      if (buffer == null) {
        return null;
      }
      InetSocketAddress from;
      try {
        from = receive(buffer);
      } catch (Throwable broken) {
        buffer.release();
        throw broken;
      }
      if (from != null) {
        reactor.reads().increment();
        return new Datagram(buffer, from);
      }
      buffer.release();
    }
    return null;
  }

  /** Returns the sender, or null if there is nothing. */
  private synchronized @Nullable InetSocketAddress receive(IoBuffer buffer) throws IOException {
    requireOpen();
    ByteBuffer bytes = buffer.bytes();
    Memory.putInt(length, Sockaddr.MAX_BYTES);
    reactor.called();
    long count =
        Syscalls.recvfrom(descriptor, buffer.address(), bytes.remaining(), sockaddr, length);
    if (wouldBlock(count)) {
      in.exhausted();
      return null;
    }
    bytes.limit(UringSockets.check("recvfrom", count));
    return Sockaddr.read(sockaddr);
  }

  @Override
  public boolean pollSend(IoBuffer buffer, InetSocketAddress to, Waker waker) throws IOException {
    do {
      if (mustWait(out, waker)) {
        return false;
      }
    } while (!send(buffer, to));
    reactor.writes().increment();
    buffer.release();
    return true;
  }

  /** Returns whether it has gone. */
  private synchronized boolean send(IoBuffer buffer, InetSocketAddress to) throws IOException {
    requireOpen();
    ByteBuffer bytes = buffer.bytes();
    reactor.called();
    long count =
        Syscalls.sendto(
            descriptor,
            buffer.address() + bytes.position(),
            bytes.remaining(),
            sockaddr,
            Sockaddr.write(to, sockaddr));
    if (wouldBlock(count)) {
      out.exhausted();
      return false;
    }
    var _ = UringSockets.check("sendto", count); // of a datagram all or nothing
    return true;
  }

  @Override
  public InetSocketAddress local() {
    return local;
  }
}
