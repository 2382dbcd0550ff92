package dev.heddle.runtime.observe;

import dev.heddle.runtime.BlockingMetrics;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.RuntimeCounters;
import dev.heddle.runtime.RuntimeMetrics;
import java.util.List;

/**
 * One open runtime, as JMX sees it: {@code dev.heddle:type=Runtime,name=<strategy>-<n>} in the
 * platform's MBean server, within moments of that server's start and of the runtime's own. Not with
 * {@code -Dheddle.metrics=off}.
 *
 * <p>The attributes are those of {@link RuntimeMetrics}, and a number that is not known is {@link
 * RuntimeCounters#UNKNOWN}, -1. Each attribute is read when asked for.
 */
public interface RuntimeMXBean {
  /** The name of the strategy. */
  String getStrategy();

  /** How many workers the strategy was given. */
  int getWorkers();

  /** Counters summed over all workers. */
  RuntimeCounters getCounters();

  /** Counters of each worker. */
  List<RuntimeCounters> getWorkerCounters();

  /** Tasks that were polled and are not finished. */
  long getLiveTasks();

  /** Tasks in the queue into which threads that are no workers put them. */
  long getInjectionDepth();

  /** Runnable tasks in each worker's own queues. */
  List<Long> getLocalDepths();

  /** The threads for blocking work. */
  BlockingMetrics getBlocking();

  /** Polls that were reported because they ran too long. */
  long getStalls();

  /** How long polls took, of a sample. */
  Quantiles getPollTimes();

  /** Times from runnable to polled, of the same sample. */
  Quantiles getSchedulingLatencies();

  /** {@link HeddleRuntime#dump()} for people. */
  String dump();

  /** {@link HeddleRuntime#dump()} for programs. */
  String dumpJson();
}
