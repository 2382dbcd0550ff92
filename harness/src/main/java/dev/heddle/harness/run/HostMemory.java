package dev.heddle.harness.run;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The memory this process, and so a fork, may use. */
public final class HostMemory {
  private HostMemory() {}

  /** The machine's, or what a container or its cgroup limits it to; in bytes. */
  public static long bytes() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }
}
