package dev.heddle.workloads.load;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.net.TcpStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One connection that sends its next request when it has the answer to the last one. */
final class ClosedLoop extends Task<@Nullable Void> {
  private final Requests requests;
  private final Exchange exchange;

  /** How many more this connection may send. */
  private int may;

  ClosedLoop(TcpStream stream, Requests requests) {
    this(stream, requests, Integer.MAX_VALUE);
  }

  /**
   * @param most how many requests this connection sends at most
   */
  ClosedLoop(TcpStream stream, Requests requests, int most) {
    this.requests = requests;
    may = most;
    exchange = new Exchange(stream, requests);
  }

  @Override
  public Poll poll(Context context) {
    try {
      do {
        if (exchange.isIdle()) {
          if (may == 0 || !requests.isLeft()) {
            return ready(null);
          }
          may--;
          exchange.begin(System.nanoTime());
        }
      } while (exchange.poll(context) == Poll.READY);
      return Poll.PENDING;
    } catch (IOException e) {
      requests.fail(e);
      return ready(null);
    }
  }

  @Override
  public void close() {
    exchange.close();
  }
}
