package dev.heddle.runtime.net;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.spi.Reactor.Accepted;
import dev.heddle.runtime.spi.Reactor.ListenerIo;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A listening TCP socket. One task accepts at a time; {@link #localAddress} and {@link #close} are
 * for any thread.
 */
public final class TcpListener implements AutoCloseable {
  private final Net net;
  private final ListenerIo io;
  private @Nullable Accepted next;
  private boolean ready;

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
    if (next == null) {
      next = io.pollAccept(context.waker());
    }
    ready = next != null && context.takeBudget();
    return ready ? Poll.READY : Poll.PENDING;
  }

  /**
   * The connection of the latest {@link #pollAccept}, once it was ready; the caller's to close.
   *
   * @throws IllegalStateException if there is none
   */
  public TcpStream accepted() {
    Accepted accepted = next;
    if (accepted == null || !ready) {
      throw new IllegalStateException("pollAccept has not been ready");
    }
    next = null;
    return new TcpStream(net, accepted);
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
    io.close();
    if (next != null) {
      next.close();
      next = null;
    }
  }
}
