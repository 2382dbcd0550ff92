package dev.heddle.workloads;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Requests that were answered, and what it took to ask.
 *
 * @param wallNanos how long the generator was at work
 * @param cpuNanos its CPU time meanwhile
 * @param servedCpuNanos CPU time meanwhile of the process that is measured, without the generator's
 * @param times of all of them
 * @param endpoints of those of each endpoint, by name, where there are several
 * @param sent how many of them an open loop sent; 0 in a closed one
 * @param onSchedule how many of those left within {@link #mayBeLateNanos} of the moment at which
 *     they were due
 */
public record RequestBatch(
    long wallNanos,
    long cpuNanos,
    long servedCpuNanos,
    RequestTimes times,
    Map<String, RequestTimes> endpoints,
    long sent,
    long onSchedule) {
  private static final double ON_SCHEDULE_NANOS = 50_000;
  private static final double ON_SCHEDULE_SHARE = 0.1;

  /** In a closed loop, which has no schedule. */
  static RequestBatch of(long wallNanos, long cpuNanos, long servedCpuNanos, RequestTimes times) {
    return new RequestBatch(wallNanos, cpuNanos, servedCpuNanos, times, Map.of(), 0, 0);
  }

  /**
   * In an open loop.
   *
   * @param endpoints times by endpoint, one or more
   * @param meanGapNanos between two requests
   */
  public static RequestBatch ofOpenLoop(
      long wallNanos,
      long cpuNanos,
      long servedCpuNanos,
      Map<String, RequestTimes> endpoints,
      double meanGapNanos) {
    RequestTimes all = RequestTimes.none();
    endpoints.values().forEach(all::add);
    return new RequestBatch(
            wallNanos,
            cpuNanos,
            servedCpuNanos,
            all,
            endpoints.size() == 1 ? Map.of() : new LinkedHashMap<>(endpoints),
            0,
            0)
        .onScheduleAt(meanGapNanos);
  }

  /**
   * Times of one endpoint.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public RequestTimes endpoint(String name) {
    RequestTimes found = endpoints.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "no endpoint '%s' among %s".formatted(name, endpoints.keySet()));
    }
    return found;
  }

  /** How late a request may leave and still be on schedule: a tenth of the gap, or 50 us. */
  public static double mayBeLateNanos(double meanGapNanos) {
    return Math.max(ON_SCHEDULE_NANOS, ON_SCHEDULE_SHARE * meanGapNanos);
  }

  /** The same, sent by a schedule with so many nanoseconds between two requests. */
  RequestBatch onScheduleAt(double meanGapNanos) {
    return new RequestBatch(
        wallNanos,
        cpuNanos,
        servedCpuNanos,
        times,
        endpoints,
        times.lag().getTotalCount(),
        times.lag().getCountBetweenValues(0, (long) mayBeLateNanos(meanGapNanos)));
  }

  /** Time of the batch over its requests, in ns. */
  double nanosPerRequest() {
    return (double) wallNanos / times.response().getTotalCount();
  }
}
