package dev.heddle.drivers;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.net.TcpListener;
import dev.heddle.runtime.net.TcpStream;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Sends back what comes, and in the end sends no more and closes. */
final class Echo extends Task<@Nullable Void> {
  private final TcpStream stream;
  private final AtomicInteger open;
  private @Nullable IoBuffer buffer;

  Echo(TcpStream stream, AtomicInteger open) {
    this.stream = stream;
    this.open = open;
    open.incrementAndGet();
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
          stream.shutdownOutput();
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
    open.decrementAndGet();
  }

  /** Accepts for ever, and starts an echo for each connection. */
  static final class Server extends Task<@Nullable Void> {
    private final TcpListener listener;

    /** How many connections there are. */
    final AtomicInteger open = new AtomicInteger();

    final AtomicInteger accepted = new AtomicInteger();
    final AtomicInteger failures = new AtomicInteger();

    Server(TcpListener listener) {
      this.listener = listener;
    }

    @Override
    public Poll poll(Context context) {
      while (true) {
        try {
          if (listener.pollAccept(context) == Poll.PENDING) {
            return Poll.PENDING;
          }
          accepted.incrementAndGet();
          context.runtime().spawn(new Echo(listener.accepted(), open));
        } catch (ClosedChannelException e) {
          return ready(null); // for good, unlike any other failure
        } catch (IOException e) {
          failures.incrementAndGet();
        }
      }
    }

    @Override
    public void close() {
      listener.close();
    }
  }
}
