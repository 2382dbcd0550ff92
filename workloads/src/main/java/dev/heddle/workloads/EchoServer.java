package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.net.TcpListener;
import dev.heddle.runtime.net.TcpStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Sends back what comes, on any number of connections: one task accepts, and each connection has
 * one of its own. A buffer goes out as it came in; no byte of it is touched.
 */
final class EchoServer implements AutoCloseable {
  private final TcpListener listener;

  private EchoServer(TcpListener listener) {
    this.listener = listener;
  }

  /** Listens on the loopback interface, on any free port. */
  static EchoServer start(HeddleRuntime runtime) throws IOException {
    TcpListener listener =
        runtime.net().listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    runtime.spawn(new Acceptor(listener));
    return new EchoServer(listener);
  }

  int port() {
    return listener.localAddress().getPort();
  }

  /** Accepts no more; connections stay until their peers, or the runtime, close them. */
  @Override
  public void close() {
    listener.close();
  }

  private static final class Acceptor extends Task<@Nullable Void> {
    private final TcpListener listener;

    Acceptor(TcpListener listener) {
      this.listener = listener;
    }

    @Override
    public Poll poll(Context context) throws IOException {
      while (listener.pollAccept(context) == Poll.READY) {
        TcpStream stream = listener.accepted();
        stream.noDelay(true);
        context.runtime().spawn(new Connection(stream));
      }
      return Poll.PENDING;
    }
  }

  private static final class Connection extends Task<@Nullable Void> {
    private final TcpStream stream;
    private @Nullable IoBuffer buffer;

    Connection(TcpStream stream) {
      this.stream = stream;
    }

    @Override
    public Poll poll(Context context) throws IOException {
      while (true) {
        if (buffer == null) {
          if (stream.pollRead(context) == Poll.PENDING) {
            return Poll.PENDING;
          }
          buffer = stream.received();
          if (buffer == null) {
            return ready(null);
          }
        }
        if (stream.pollWrite(context, buffer) == Poll.PENDING) {
          return Poll.PENDING;
        }
        buffer = null;
      }
    }

    @Override
    public void close() {
      if (buffer != null) {
        buffer.release();
      }
      stream.close();
    }
  }
}
