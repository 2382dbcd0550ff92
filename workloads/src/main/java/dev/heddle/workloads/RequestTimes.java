package dev.heddle.workloads;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Times of answered requests, in ns, at three digits. For one thread.
 *
 * @param response from the moment at which a request was due to the end of its answer. Because it
 *     counts from the due time and not from the sending, a stall is in the times of all requests
 *     that came meanwhile, and none is left out: what Gil Tene calls coordinated omission
 * @param service of a server elsewhere from the sending, else from the beginning of the work, to
 *     that end
 * @param lag from the moment at which it was due to the sending
 */
public record RequestTimes(Histogram response, Histogram service, Histogram lag) {
  private static final int SIGNIFICANT_DIGITS = 3;

  /** The three distributions. */
  static final List<Distribution> KINDS =
      List.of(Distribution.RESPONSE, Distribution.SERVICE, Distribution.SEND_LAG);

  /** No request yet. */
  public static RequestTimes none() {
    return new RequestTimes(
        new Histogram(SIGNIFICANT_DIGITS),
        new Histogram(SIGNIFICANT_DIGITS),
        new Histogram(SIGNIFICANT_DIGITS));
  }

  /** One request was answered by a server elsewhere. */
  public void record(long responseNanos, long serviceNanos, long lagNanos) {
    response.recordValue(responseNanos);
    service.recordValue(serviceNanos);
    lag.recordValue(lagNanos);
  }

  /** One request was answered in this process: see {@link Answers}. */
  public void answered(long due, long sentAt, long begun, long ended) {
    record(Math.max(0, ended - due), Math.max(0, ended - begun), Math.max(0, sentAt - due));
  }

  /** Those of others too. */
  public void add(RequestTimes others) {
    KINDS.forEach(kind -> of(kind).add(others.of(kind)));
  }

  Histogram of(Distribution kind) {
    return switch (kind) {
      case RESPONSE -> response;
      case SERVICE -> service;
      case SEND_LAG -> lag;
      case SCHEDULING, LATENESS ->
          throw new IllegalArgumentException(kind.label() + " is not of requests");
    };
  }
}
