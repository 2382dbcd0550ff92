package dev.heddle.workloads.service;

import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * A service in virtual time: so many servers that take requests in the order in which they come,
 * and stop together now and then. What comes of it is known by arithmetic.
 */
final class SimulatedService {
  private final PriorityQueue<Long> freeAt = new PriorityQueue<>();
  private final long stallEveryNanos;
  private final long stallNanos;

  /**
   * @param stallEveryNanos from the beginning of one stall to that of the next; the first begins
   *     when one such time has passed
   * @param stallNanos how long each lasts; 0 for none
   */
  SimulatedService(int servers, long stallEveryNanos, long stallNanos) {
    IntStream.range(0, servers).forEach(i -> freeAt.add(0L));
    this.stallEveryNanos = stallEveryNanos;
    this.stallNanos = stallNanos;
  }

  static SimulatedService withoutStalls(int servers) {
    return new SimulatedService(servers, Long.MAX_VALUE, 0);
  }

  /** Answers all requests, sent when they are due, and measures them. */
  Ruler run(Requests requests) {
    Ruler ruler = new Ruler(requests.endpoints());
    for (int i = 0; i < requests.count(); i++) {
      long due = requests.due(i);
      long begun = afterStall(Math.max(due, freeAt.remove()));
      long ended = begun + requests.service(i);
      freeAt.add(ended);
      ruler.answered(requests.endpoint(i), due, due, begun, ended);
    }
    return ruler;
  }

  /** The service does not begin anything in a stall; what has begun it ends. */
  long afterStall(long at) {
    long since = at % stallEveryNanos;
    return at >= stallEveryNanos && since < stallNanos ? at - since + stallNanos : at;
  }
}
