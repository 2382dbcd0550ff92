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
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Sends back what comes, on any number of connections: one task accepts, and each connection has
 * one of its own. A buffer goes out as it came in; no byte of it is touched.
 *
 * <p>The check: each connection's task ends once.
 */
final class EchoServer implements AutoCloseable {
  private static final String CONNECTIONS_THAT_END = "connections that end";
  private static final long LOOK_AGAIN_MILLIS = 1;

  private final TcpListener listener;
  private final Check check;
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong ended = new AtomicLong();

  private EchoServer(TcpListener listener, Check check) {
    this.listener = listener;
    this.check = check;
  }

  /** Listens on the loopback interface, on any free port. */
  static EchoServer start(HeddleRuntime runtime, Check check) throws IOException {
    EchoServer server =
        new EchoServer(
            runtime.net().listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
            check);
    runtime.spawn(server.new Acceptor());
    return server;
  }

  /**
   * Waits until every connection has ended, which its peer has closed, or the runtime, which JMH
   * may close first.
   *
   * @throws WorkloadFailure if that takes too long, or a task was run after its end
   */
  void awaitEnds() throws InterruptedException {
    long deadline = check.deadlineNanos();
    while (ended.get() < accepted.get()) { // more than that if a task ends twice
      if (System.nanoTime() - deadline >= 0) {
        throw check.late(accepted.get(), CONNECTIONS_THAT_END, ended.get());
      }
      Thread.sleep(LOOK_AGAIN_MILLIS);
    }
    check.verify(accepted.get(), CONNECTIONS_THAT_END, ended.get());
  }

  int port() {
    return listener.localAddress().getPort();
  }

  /** Accepts no more; connections stay until their peers, or the runtime, close them. */
  @Override
  public void close() {
    listener.close();
  }

  private final class Acceptor extends Task<@Nullable Void> {
    @Override
    public Poll poll(Context context) throws IOException {
      while (listener.pollAccept(context) == Poll.READY) {
        TcpStream stream = listener.accepted();
        stream.noDelay(true);
        accepted.incrementAndGet();
        context.runtime().spawn(new Connection(stream));
      }
      return Poll.PENDING;
    }
  }

  private final class Connection extends Task<@Nullable Void> {
    private final TcpStream stream;
    private @Nullable IoBuffer buffer;
    private boolean over;

    Connection(TcpStream stream) {
      this.stream = stream;
    }

    @Override
    public Poll poll(Context context) {
      if (over) {
        check.failDoubled();
        return ready(null);
      }
      try {
        if (echo(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
      } catch (IOException e) {
        // The peer's end, in its own way; answers that it misses, it says.
      }
      over = true;
      return ready(null);
    }

    private Poll echo(Context context) throws IOException {
      while (true) {
        if (buffer == null) {
          if (stream.pollRead(context) == Poll.PENDING) {
            return Poll.PENDING;
          }
          buffer = stream.received();
          if (buffer == null) {
            return Poll.READY;
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
      ended.incrementAndGet();
    }
  }
}
