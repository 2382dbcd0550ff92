package dev.heddle.runtime.net;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.spi.Reactor.Accepted;
import dev.heddle.runtime.spi.Reactor.ListenerIo;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A listening TCP socket. One task accepts at a time; {@link #localAddress} and {@link #close} are
 * for any thread.
 */
public final class TcpListener implements AutoCloseable {
  private final Net net;
  private final ListenerIo io;

  /**
   * Found, until it is handed over. The acceptor's; but whoever closes the listener takes it too.
   */
  private final AtomicReference<@Nullable Accepted> next = new AtomicReference<>();

  /** The same, for the acceptor alone; null if nothing is to be handed over. */
  private @Nullable Accepted ready;

  private volatile boolean closed;

  TcpListener(Net net, ListenerIo io) {
    this.net = net;
    this.io = io;
  }

  /** The address it is bound to. */
  public InetSocketAddress localAddress() {
    return io.local();
  }

  /**
   * Looks for the next connection, which {@link #accepted} hands over. Given up between the two, a
   * connection is there for the next call.
   *
   * @throws IOException if accepting failed. The listener can be used on: where the process has no
   *     descriptor left, the next connection is tried for after a pause
   */
  public Poll pollAccept(Context context) throws IOException {
    ready = null;
    Accepted found = next.get();
    if (found == null) {
      found = io.pollAccept(context.waker());
      if (found == null) {
        return Poll.PENDING;
      }
      next.set(found);
      if (closed) {
        closeWhatCame(); // it was closed before it could see this
      }
    }
    ready = context.takeBudget() ? found : null;
    return ready != null ? Poll.READY : Poll.PENDING;
  }

  /**
   * The connection of the latest {@link #pollAccept}, once it was ready; the caller's to close.
   *
   * @throws IllegalStateException if there is none
   */
  public TcpStream accepted() {
    Accepted accepted = ready;
    if (accepted == null) {
      throw new IllegalStateException("pollAccept has not been ready");
    }
    ready = null;
    if (next.getAndSet(null) == null) {
      // The listener was closed meanwhile, and whoever did it closes the connection too: but maybe
      // not before an event loop adopts it, unless it is closed now.
      accepted.close();
    }
    return new TcpStream(net, accepted);
  }

  private void closeWhatCame() {
    Accepted left = next.getAndSet(null);
    if (left != null) {
      left.close();
    }
  }

  /** The next connection. Giving it up loses none. */
  public Future<TcpStream> accept() {
    return new Future<>() {
      @Override
      public Poll poll(Context context) throws IOException {
        return pollAccept(context);
      }

      @Override
      public TcpStream value() {
        return accepted();
      }
    };
  }

  /** Stops to listen, and closes what nobody accepted. Idempotent. */
  @Override
  public void close() {
    closed = true;
    io.close();
    closeWhatCame();
  }
}
