package dev.heddle.workloads.load;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.net.TcpStream;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Connects, sends one request, waits for the answer and closes, again and again. */
final class Churn extends Task<@Nullable Void> {
  private final InetSocketAddress server;
  private final Requests requests;
  private @Nullable Future<TcpStream> connecting;
  private @Nullable TcpStream stream;
  private @Nullable Exchange exchange;
  private long begunNanos;

  Churn(InetSocketAddress server, Requests requests) {
    this.server = server;
    this.requests = requests;
  }

  @Override
  public Poll poll(Context context) {
    try {
      while (true) {
        Exchange current = exchange;
        if (current == null) {
          if (connecting == null) {
            if (!requests.isLeft()) {
              return ready(null);
            }
            begunNanos = System.nanoTime();
            connecting = context.runtime().net().connect(server);
          }
          if (connecting.poll(context) == Poll.PENDING) {
            return Poll.PENDING;
          }
          stream = connecting.value();
          connecting.close();
          connecting = null;
          current = new Exchange(stream, requests);
          exchange = current;
          if (!requests.isLeft()) {
            closeStream(); // others were faster
            return ready(null);
          }
          current.begin(begunNanos);
        }
        if (current.poll(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
        closeStream();
      }
    } catch (Exception e) {
      requests.fail(e);
      return ready(null);
    }
  }

  private void closeStream() {
    if (exchange != null) {
      exchange.close();
      exchange = null;
    }
    if (stream != null) {
      stream.close();
      stream = null;
    }
  }

  @Override
  public void close() {
    if (connecting != null) {
      connecting.close();
    }
    closeStream();
  }
}
