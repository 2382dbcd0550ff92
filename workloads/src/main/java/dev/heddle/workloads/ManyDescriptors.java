package dev.heddle.workloads;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/** Whether a process may have so many files open that each of 10,000 connections can have one. */
public final class ManyDescriptors implements Availability {
  /** Beside the connections: the JVM's own, its libraries, and those of runtime and driver. */
  private static final int OTHERS = 500;

  private static final int NEEDED = IdleConnections.ACTIVE + IdleConnections.IDLE + OTHERS;

  /** Named in an annotation. */
  public ManyDescriptors() {}

  @Override
  public Optional<String> unavailable() {
    return unavailable(
        ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
            .getMaxFileDescriptorCount());
  }

  static Optional<String> unavailable(long most) {
    return most >= NEEDED
        ? Optional.empty()
        : Optional.of(
            "a process may have %d files open here, and this needs %d; raise it with ulimit -n"
                .formatted(most, NEEDED));
  }
}
