package dev.heddle.drivers.uring;

import dev.heddle.runtime.Waker;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.spi.Reactor.StreamIo;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A connection. A read is tried first; once it has brought less than there was room for, nothing is
 * left, and the next one waits to be told, without a call that would find nothing. Likewise a write
 * that sent a part only. A write has left when it has returned.
 */
final class PollStream extends PollSocket implements StreamIo {
  private static final long END = 0;
  private static final int INT_BYTES = 4;

  // Guarded by this.
  private boolean connected;
  private boolean shutDown;

  private PollStream(PollReactor reactor, int descriptor, boolean connected) {
    super(reactor, descriptor);
    this.connected = connected;
  }

  static PollStream connected(PollReactor reactor, int descriptor) {
    return new PollStream(reactor, descriptor, true);
  }

  static PollStream connecting(PollReactor reactor, int descriptor, InetSocketAddress address) {
    PollStream stream = new PollStream(reactor, descriptor, false);
    stream.connect(address);
    return stream;
  }

  private synchronized void connect(InetSocketAddress address) {
    knowPeer(address);
    int result;
    try (Arena arena = Arena.ofConfined()) {
      long sockaddr = arena.allocate(Sockaddr.MAX_BYTES, Long.BYTES).address();
      reactor.called();
      result = Syscalls.connect(descriptor, sockaddr, Sockaddr.write(address, sockaddr));
    }
    if (result == 0) {
      connected = true;
    } else if (result == -Errno.EINPROGRESS) {
      out.exhausted();
    } else {
      broken = UringSockets.failure("connect", result);
    }
  }

  @Override
  public boolean pollConnected(Waker waker) throws IOException {
    return isConnected() || (!mustWait(out, waker) && finishConnect());
  }

  private synchronized boolean isConnected() throws IOException {
    requireWhole();
    return connected;
  }

  /** The poll has told that there is an end of it, and the socket tells which. */
  private synchronized boolean finishConnect() throws IOException {
    requireWhole();
    int failure;
    try (Arena arena = Arena.ofConfined()) {
      long value = arena.allocate(INT_BYTES, INT_BYTES).address();
      long length = arena.allocate(INT_BYTES, INT_BYTES).address();
      Memory.putInt(length, INT_BYTES);
      reactor.called();
      int result =
          Syscalls.getsockopt(descriptor, Syscalls.SOL_SOCKET, Syscalls.SO_ERROR, value, length);
      failure = result < 0 ? -result : Memory.getInt(value);
    }
    if (failure != 0) {
      broken = UringSockets.failure("connect", -failure);
      requireWhole();
    }
    connected = true;
    return true;
  }

  @Override
  public @Nullable IoBuffer pollRead(Waker waker) throws IOException {
    while (!mustWait(in, waker)) {
      IoBuffer buffer = reactor.buffers().poll(waker);
      if (buffer == null) {
        return null;
      }
      long count;
      try {
        count = receive(buffer);
      } catch (Throwable broken) {
        buffer.release();
        throw broken;
      }
      if (count > 0) {
        reactor.reads().increment();
        return buffer;
      }
      buffer.release();
      if (count == END) {
        return IoBuffer.END;
      }
    }
    return null;
  }

  private synchronized long receive(IoBuffer buffer) throws IOException {
    requireOpen();
    ByteBuffer bytes = buffer.bytes();
    int room = bytes.remaining();
    reactor.called();
    long count = Syscalls.recv(descriptor, buffer.address(), room);
    if (count > 0) {
      if (count < room) {
        in.exhausted();
      }
      bytes.limit((int) count);
      return count;
    }
    if (wouldBlock(count)) {
      in.exhausted();
      return count;
    }
    if (count < 0 && broken == null) {
      broken = UringSockets.failure("recv", count);
    }
    requireWhole(); // the system tells of a failure once, and of an end from then on
    return END;
  }

  @Override
  public boolean pollWrite(IoBuffer buffer, Waker waker) throws IOException {
    do {
      if (mustWait(out, waker)) {
        return false;
      }
    } while (!send(buffer));
    reactor.writes().increment();
    buffer.release();
    return true;
  }

  /** Returns whether all of it has gone. */
  private synchronized boolean send(IoBuffer buffer) throws IOException {
    requireWhole();
    if (shutDown) {
      throw new IOException("Broken pipe: this end has said that it sends no more");
    }
    ByteBuffer bytes = buffer.bytes();
    if (!bytes.hasRemaining()) {
      return true;
    }
    reactor.called();
    long count = Syscalls.send(descriptor, buffer.address() + bytes.position(), bytes.remaining());
    if (count >= 0) {
      bytes.position(bytes.position() + (int) count);
    } else if (!wouldBlock(count)) {
      broken = UringSockets.failure("send", count);
      in.worthATry(); // what came before is still there
      requireWhole();
    }
    if (bytes.hasRemaining()) {
      out.exhausted();
      return false;
    }
    return true;
  }

  @Override
  public synchronized boolean pollFlush(Waker waker) throws IOException {
    requireWhole();
    return true;
  }

  @Override
  public synchronized void shutdownOutput() throws IOException {
    requireWhole();
    if (!shutDown) {
      shutDown = true;
      reactor.called();
      // A failure is the connection's, and is told elsewhere.
      var _ = Syscalls.shutdown(descriptor, Syscalls.SHUT_WR);
    }
  }
}
