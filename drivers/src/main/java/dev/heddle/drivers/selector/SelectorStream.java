package dev.heddle.drivers.selector;

import dev.heddle.runtime.Waker;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.spi.Reactor.StreamIo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A connection. A read is tried first; once it has brought less than there was room for, nothing is
 * left, and the next one waits to be told, without a call that would find nothing.
 */
final class SelectorStream implements StreamIo, SelectorReactor.Socket {
  private static final int END = -1;

  private final SelectorReactor reactor;
  private final SocketChannel channel;
  private final SelectionKey key;
  private final @Nullable InetSocketAddress peer;

  // A waker is set before the state is looked at once more, and the state before the waker: both
  // volatile, so one of the two sees the other.
  private volatile @Nullable Waker reader;
  private volatile @Nullable Waker writer;

  /** Whether a read may find something. */
  private volatile boolean readable = true;

  private volatile boolean connected;

  SelectorStream(SelectorReactor reactor, SocketChannel channel) throws IOException {
    this.reactor = reactor;
    this.channel = channel;
    connected = channel.isConnected();
    peer = (InetSocketAddress) channel.getRemoteAddress();
    key = reactor.register(channel, this);
  }

  // ---- by the tasks --------------------------------------------------------------------------

  @Override
  public boolean pollConnected(Waker waker) throws IOException {
    if (connected) {
      return true;
    }
    writer = waker;
    reactor.counts.calls.increment();
    if (channel.finishConnect()) {
      connected = true;
      return true;
    }
    reactor.arm(key, SelectionKey.OP_CONNECT);
    return false;
  }

  @Override
  public @Nullable IoBuffer pollRead(Waker waker) throws IOException {
    reader = waker;
    requireOpen();
    if (!readable) {
      reactor.arm(key, SelectionKey.OP_READ);
      return null;
    }
    IoBuffer buffer = reactor.buffers().poll(waker);
    if (buffer == null) {
      return null;
    }
    int count;
    try {
      count = read(buffer.bytes());
    } catch (Throwable broken) {
      buffer.release();
      throw broken;
    }
    if (count > 0) {
      reactor.counts.reads.increment();
      return buffer;
    }
    buffer.release();
    if (count == END) {
      return IoBuffer.END;
    }
    reactor.arm(key, SelectionKey.OP_READ);
    return null;
  }

  private int read(ByteBuffer bytes) throws IOException {
    reactor.counts.calls.increment();
    // Before the read: what the selector tells of after it is more than it found.
    readable = false;
    int count = channel.read(bytes);
    if (count < 0 || !bytes.hasRemaining()) {
      readable = true;
    }
    bytes.flip();
    return count;
  }

  private void requireOpen() throws IOException {
    if (!channel.isOpen()) {
      throw new ClosedChannelException();
    }
  }

  @Override
  public boolean pollWrite(IoBuffer buffer, Waker waker) throws IOException {
    writer = waker;
    ByteBuffer bytes = buffer.bytes();
    while (bytes.hasRemaining()) {
      reactor.counts.calls.increment();
      if (channel.write(bytes) == 0) {
        reactor.arm(key, SelectionKey.OP_WRITE);
        return false;
      }
    }
    reactor.counts.writes.increment();
    buffer.release();
    return true;
  }

  @Override
  public boolean pollFlush(Waker waker) throws IOException {
    requireOpen();
    return true; // a write has left when it has returned
  }

  @Override
  public void shutdownOutput() throws IOException {
    reactor.counts.calls.increment();
    channel.shutdownOutput();
  }

  // ---- by whoever polls ----------------------------------------------------------------------

  @Override
  public void ready(int operations) {
    if ((operations & SelectionKey.OP_READ) != 0) {
      if (readable) {
        // Told before, and not read yet: no more of it until somebody waits.
        reactor.disarm(key, SelectionKey.OP_READ);
        if (!readable) {
          // It has read since, and may have found itself armed just before.
          reactor.rearm(key, SelectionKey.OP_READ);
        }
      } else {
        readable = true;
        wake(reader);
      }
    }
    int write = operations & (SelectionKey.OP_WRITE | SelectionKey.OP_CONNECT);
    if (write != 0) {
      reactor.disarm(key, write);
      wake(writer);
    }
  }

  private static void wake(@Nullable Waker waker) {
    if (waker != null) {
      waker.wake();
    }
  }

  // ---- by anybody ----------------------------------------------------------------------------

  @Override
  public InetSocketAddress peer() {
    if (peer == null) {
      throw new IllegalStateException("it is not connected");
    }
    return peer;
  }

  @Override
  public InetSocketAddress local() throws IOException {
    return (InetSocketAddress) channel.getLocalAddress();
  }

  @Override
  public void noDelay(boolean on) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, on);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a connection could not be closed", e);
    }
    reactor.changed(); // the descriptor is freed by the next selection
    readable = true;
    wake(reader);
    wake(writer);
  }
}
