package dev.heddle.workloads.load;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.net.TcpStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests when they are due, whether or not earlier ones are answered: a Poisson process,
 * drawn beforehand from one seed, and dealt out to the connections in turn. A request whose
 * connection waits for an earlier answer waits in front of it, and that is in its response time.
 *
 * <p>It never sleeps, as no timer wakes to the microsecond: it yields, and looks at the clock again
 * after each look at the sockets. So it takes a whole CPU, and needs one of its own.
 */
final class OpenLoop extends Task<@Nullable Void> {
  private static final long SEED = 1837;

  /** From the making of the plan to the first request. */
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Requests requests;
  private final long[] dueNanos;
  private final List<Connection> connections;
  private boolean begun;
  private int dealt;
  private int open;

  OpenLoop(List<TcpStream> streams, Requests requests, double perSecond) {
    this.requests = requests;
    dueNanos = draw(requests.count, perSecond);
    connections = streams.stream().map(Connection::new).toList();
    open = connections.size();
  }

  /** When each request is due, from now on. */
  private static long[] draw(int count, double perSecond) {
    SplittableRandom random = new SplittableRandom(SEED);
    double gapNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
    long[] due = new long[count];
    double at = System.nanoTime() + LEAD_NANOS;
    long begin = (long) at;
    double after = 0;
    for (int i : IntStream.range(0, count).toArray()) {
      after += gapNanos * random.nextExponential();
      due[i] = begin + (long) after;
    }
    return due;
  }

  @Override
  public Poll poll(Context context) {
    if (!begun) {
      begun = true; // none may be due yet, so the first poll is not told by what was dealt out
      connections.forEach(context.runtime()::spawn);
    }
    long now = System.nanoTime();
    while (dealt < dueNanos.length && requests.isLeft() && now - dueNanos[dealt] >= 0) {
      Connection connection = connections.get(dealt % connections.size());
      connection.due.add(dueNanos[dealt++]);
      connection.wake();
    }
    if (dealt == dueNanos.length || !requests.isLeft()) {
      dealt = dueNanos.length;
      connections.forEach(Connection::wake); // those with nothing left to wait for end
      if (open == 0) {
        return ready(null);
      }
    }
    return context.yieldNow();
  }

  /** One connection. All by the generator's one worker. */
  private final class Connection extends Task<@Nullable Void> {
    private final Exchange exchange;
    private final Queue<Long> due = new ArrayDeque<>();

    Connection(TcpStream stream) {
      exchange = new Exchange(stream, requests);
    }

    @Override
    public Poll poll(Context context) {
      try {
        do {
          if (exchange.isIdle()) {
            Long next = due.poll();
            if (next == null) {
              return dealt == dueNanos.length ? ready(null) : Poll.PENDING;
            }
            exchange.begin(next);
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
      open--;
    }
  }
}
