package dev.heddle.workloads;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.RuntimeCounters;
import dev.heddle.runtime.spi.IoCounters;
import java.lang.management.ManagementFactory;

/**
 * What was spent up to one moment, or between two.
 *
 * @param counters the runtime's own; not known if there is none
 * @param io the I/O driver's; all 0 without one
 * @param loadWallNanos how long a load generator's process was at work, if there is one
 * @param loadCpuNanos CPU time of that process meanwhile
 * @param servedCpuNanos CPU time of this process meanwhile; 0 without a load generator
 * @param sent requests that an open loop sent, of those that were answered
 * @param onSchedule how many of them were sent when they were due
 * @param contextSwitches how often a thread of this process waited meanwhile, as {@link
 *     ThreadCounts#waits} counts; 0 without a load generator
 * @param cpuNanos CPU time of the whole process: workers, JMH's thread, compiler and collector. The
 *     JVM counts it in clock ticks, usually of 10 ms, so only sums over seconds are precise
 * @param allocatedBytes heap allocated by all threads
 */
record Costs(
    RuntimeCounters counters,
    IoCounters io,
    long loadWallNanos,
    long loadCpuNanos,
    long servedCpuNanos,
    long sent,
    long onSchedule,
    long contextSwitches,
    long cpuNanos,
    long allocatedBytes) {
  static final Costs NOTHING =
      new Costs(RuntimeCounters.ZERO, IoCounters.NONE, 0, 0, 0, 0, 0, 0, 0, 0);

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  static Costs upToNow(HeddleRuntime runtime) {
    return upToNow(runtime.counters(), runtime.ioCounters());
  }

  /** Without a runtime, which could count. */
  static Costs upToNow() {
    return upToNow(RuntimeCounters.NOTHING_KNOWN, IoCounters.NONE);
  }

  private static Costs upToNow(RuntimeCounters counters, IoCounters io) {
    return new Costs(
        counters,
        io,
        0,
        0,
        0,
        0,
        0,
        0,
        SYSTEM.getProcessCpuTime(),
        THREADS.getTotalThreadAllocatedBytes());
  }

  /** These, and what a load generator did and how often threads waited. */
  Costs withLoad(LoadWork work, long switches) {
    return new Costs(
        counters,
        io,
        work.wallNanos(),
        work.cpuNanos(),
        work.servedCpuNanos(),
        work.sent(),
        work.onSchedule(),
        switches,
        cpuNanos,
        allocatedBytes);
  }

  Costs minus(Costs earlier) {
    return new Costs(
        counters.minus(earlier.counters),
        io.minus(earlier.io),
        loadWallNanos - earlier.loadWallNanos,
        loadCpuNanos - earlier.loadCpuNanos,
        servedCpuNanos - earlier.servedCpuNanos,
        sent - earlier.sent,
        onSchedule - earlier.onSchedule,
        contextSwitches - earlier.contextSwitches,
        cpuNanos - earlier.cpuNanos,
        allocatedBytes - earlier.allocatedBytes);
  }

  Costs plus(Costs other) {
    return new Costs(
        counters.plus(other.counters),
        io.plus(other.io),
        loadWallNanos + other.loadWallNanos,
        loadCpuNanos + other.loadCpuNanos,
        servedCpuNanos + other.servedCpuNanos,
        sent + other.sent,
        onSchedule + other.onSchedule,
        contextSwitches + other.contextSwitches,
        cpuNanos + other.cpuNanos,
        allocatedBytes + other.allocatedBytes);
  }
}
