package dev.heddle.workloads;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.RuntimeCounters;
import java.lang.management.ManagementFactory;

/**
 * What was spent up to one moment, or between two.
 *
 * @param counters the runtime's own; not known if there is none
 * @param cpuNanos CPU time of the whole process: workers, JMH's thread, compiler and collector. The
 *     JVM counts it in clock ticks, usually of 10 ms, so only sums over seconds are precise
 * @param allocatedBytes heap allocated by all threads
 */
record Costs(RuntimeCounters counters, long cpuNanos, long allocatedBytes) {
  static final Costs NOTHING = new Costs(RuntimeCounters.ZERO, 0, 0);

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  static Costs upToNow(HeddleRuntime runtime) {
    return upToNow(runtime.counters());
  }

  /** Without a runtime, which could count. */
  static Costs upToNow() {
    return upToNow(RuntimeCounters.NOTHING_KNOWN);
  }

  private static Costs upToNow(RuntimeCounters counters) {
    return new Costs(counters, SYSTEM.getProcessCpuTime(), THREADS.getTotalThreadAllocatedBytes());
  }

  Costs minus(Costs earlier) {
    return new Costs(
        counters.minus(earlier.counters),
        cpuNanos - earlier.cpuNanos,
        allocatedBytes - earlier.allocatedBytes);
  }

  Costs plus(Costs other) {
    return new Costs(
        counters.plus(other.counters),
        cpuNanos + other.cpuNanos,
        allocatedBytes + other.allocatedBytes);
  }
}
