package dev.heddle.workloads;

/**
 * What a load generator did, and what that took.
 *
 * @param wallNanos how long it was at work
 * @param cpuNanos its CPU time meanwhile
 * @param servedCpuNanos CPU time meanwhile of the process that is measured, without the generator's
 * @param sent how many requests an open loop sent; 0 in a closed one, which has no schedule
 * @param onSchedule how many of those left within {@link #mayBeLateNanos} of the moment at which
 *     they were due
 */
public record LoadWork(
    long wallNanos, long cpuNanos, long servedCpuNanos, long sent, long onSchedule) {
  static final LoadWork NOTHING = new LoadWork(0, 0, 0, 0, 0);

  private static final double ON_SCHEDULE_NANOS = 50_000;
  private static final double ON_SCHEDULE_SHARE = 0.1;

  LoadWork plus(LoadWork more) {
    return new LoadWork(
        wallNanos + more.wallNanos,
        cpuNanos + more.cpuNanos,
        servedCpuNanos + more.servedCpuNanos,
        sent + more.sent,
        onSchedule + more.onSchedule);
  }

  /** How late a request may leave and still be on schedule: a tenth of the gap, or 50 us. */
  public static double mayBeLateNanos(double meanGapNanos) {
    return Math.max(ON_SCHEDULE_NANOS, ON_SCHEDULE_SHARE * meanGapNanos);
  }
}
