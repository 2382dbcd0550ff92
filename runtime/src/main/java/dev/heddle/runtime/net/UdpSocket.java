package dev.heddle.runtime.net;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.spi.Reactor.Datagram;
import dev.heddle.runtime.spi.Reactor.DatagramIo;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A datagram socket. One task receives and one sends at a time; {@link #localAddress} and {@link
 * #close} are for any thread.
 */
public final class UdpSocket implements AutoCloseable {
  private final DatagramIo io;

  /**
   * What came, until it is handed over. The receiver's; but whoever closes the socket takes it too.
   */
  private final AtomicReference<@Nullable Datagram> came = new AtomicReference<>();

  private volatile boolean closed;

  UdpSocket(DatagramIo io) {
    this.io = io;
  }

  /** The address it is bound to. */
  public InetSocketAddress localAddress() {
    return io.local();
  }

  /**
   * The next datagram, cut to the length of the driver's buffers; its buffer is the caller's to
   * release. Giving it up loses none.
   */
  public Future<Datagram> receive() {
    return new Future<>() {
      private boolean ready;

      @Override
      public Poll poll(Context context) throws IOException {
        if (came.get() == null) {
          Datagram datagram = io.pollReceive(context.waker());
          if (datagram == null) {
            return Poll.PENDING;
          }
          came.set(datagram);
          if (closed) {
            releaseWhatCame(); // it was closed before it could see this
            throw new ClosedChannelException();
          }
        }
        ready = context.takeBudget();
        return ready ? Poll.READY : Poll.PENDING;
      }

      @Override
      public Datagram value() {
        Datagram datagram = ready ? came.getAndSet(null) : null;
        if (datagram == null) {
          throw new IllegalStateException(
              "no datagram has come yet, or it was taken, or the socket was closed");
        }
        return datagram;
      }
    };
  }

  /**
   * Sends what a buffer holds as one datagram. The future owns the buffer, and releases it if it is
   * given up.
   */
  public Future<@Nullable Void> send(IoBuffer buffer, InetSocketAddress to) {
    return new Future<>() {
      private @Nullable IoBuffer left = buffer;

      @Override
      public Poll poll(Context context) throws IOException {
        IoBuffer unsent = left;
        if (unsent == null) {
          throw new IllegalStateException("it is sent already");
        }
        if (!context.takeBudget() || !io.pollSend(unsent, to, context.waker())) {
          return Poll.PENDING;
        }
        left = null;
        return Poll.READY;
      }

      @Override
      public @Nullable Void value() {
        return null;
      }

      @Override
      public void close() {
        if (left != null) {
          left.release();
          left = null;
        }
      }
    };
  }

  /** Closes the socket. Idempotent. */
  @Override
  public void close() {
    closed = true;
    io.close();
    releaseWhatCame();
  }

  private void releaseWhatCame() {
    Datagram left = came.getAndSet(null);
    if (left != null) {
      left.buffer().release();
    }
  }
}
