package dev.heddle.workloads.service;

import dev.heddle.workloads.RequestBatch;
import dev.heddle.workloads.RequestTimes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures answered requests, each endpoint by itself: the response time from the moment at which a
 * request was due, the time from its beginning to its end, and how late it was sent. Because the
 * first counts from the due time and not from the sending, a stall is in the times of all requests
 * that came meanwhile, and none is left out: what Gil Tene calls coordinated omission.
 *
 * <p>All times are in ns, on any one clock. For one thread.
 */
final class Ruler {
  private final List<String> names;
  private final double meanGapNanos;
  private final Map<String, RequestTimes> times = new LinkedHashMap<>();

  /**
   * A ruler with nothing measured.
   *
   * @param names of the endpoints, by their numbers
   * @param meanGapNanos between two requests
   */
  Ruler(List<String> names, double meanGapNanos) {
    this.names = List.copyOf(names);
    this.meanGapNanos = meanGapNanos;
    reset();
  }

  /** Forgets all. */
  void reset() {
    names.forEach(name -> times.put(name, RequestTimes.none()));
  }

  /** A request was answered. */
  void answered(int endpoint, long due, long sentAt, long begun, long ended) {
    of(endpoint)
        .record(Math.max(0, ended - due), Math.max(0, ended - begun), Math.max(0, sentAt - due));
  }

  private RequestTimes of(int endpoint) {
    RequestTimes found = times.get(names.get(endpoint));
    if (found == null) {
      throw new IllegalStateException("reset() has put one there for each");
    }
    return found;
  }

  /**
   * What was measured.
   *
   * @param wallNanos how long that took
   * @param cpuNanos CPU time of the thread that sent, meanwhile
   * @param servedCpuNanos CPU time of all else
   */
  RequestBatch batch(long wallNanos, long cpuNanos, long servedCpuNanos) {
    return RequestBatch.ofOpenLoop(wallNanos, cpuNanos, servedCpuNanos, times, meanGapNanos);
  }
}
