package dev.heddle.runtime;

import java.util.List;

/**
 * What a runtime has done so far and how it stands, in one immutable snapshot. Its parts were read
 * one after the other while the workers went on: they are of about one moment, not of one.
 *
 * <p>A number that is not known is {@link RuntimeCounters#UNKNOWN}.
 *
 * @param counters summed over all workers
 * @param workers of each worker there ever was, in the order of their indices
 * @param liveTasks tasks that were polled and are not finished; those that wait for their first
 *     poll are in the depths only
 * @param injectionDepth tasks in the queue into which threads that are no workers put them
 * @param localDepths runnable tasks in each worker's own queues; empty if the strategy has none
 * @param blocking the threads for blocking work, and what they have to do
 * @param stalls polls that were reported because they ran longer than {@link
 *     RuntimeBuilder#stallThreshold}
 * @param pollTimes how long polls took: those of a random sample, one in 512 on average unless the
 *     runtime was built to sample otherwise
 * @param schedulingLatencies times from runnable to polled, of the same sample
 */
public record RuntimeMetrics(
    RuntimeCounters counters,
    List<RuntimeCounters> workers,
    long liveTasks,
    long injectionDepth,
    List<Long> localDepths,
    BlockingMetrics blocking,
    long stalls,
    DurationHistogram pollTimes,
    DurationHistogram schedulingLatencies) {

  /** Copies the lists. */
  public RuntimeMetrics {
    workers = List.copyOf(workers);
    localDepths = List.copyOf(localDepths);
  }
}
