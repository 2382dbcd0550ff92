package dev.heddle.workloads;

/**
 * Requests that a generator's process was answered.
 *
 * @param work what it took to ask
 * @param times of all of them
 */
record RequestBatch(LoadWork work, RequestTimes times) {

  /** The same, sent by a schedule with so many nanoseconds between two requests. */
  RequestBatch onScheduleAt(double meanGapNanos) {
    return new RequestBatch(
        new LoadWork(
            work.wallNanos(),
            work.cpuNanos(),
            work.servedCpuNanos(),
            times.lag().getTotalCount(),
            times.lag().getCountBetweenValues(0, (long) LoadWork.mayBeLateNanos(meanGapNanos))),
        times);
  }

  /** Time of the batch over its requests, in ns. */
  double nanosPerRequest() {
    return (double) work.wallNanos() / times.response().getTotalCount();
  }
}
