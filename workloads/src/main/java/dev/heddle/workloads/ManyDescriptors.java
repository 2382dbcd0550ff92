package dev.heddle.workloads;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/** Whether a process may have so many files open that each connection can have one. */
public final class ManyDescriptors implements Availability {
  /** Beside the connections: the JVM's own, its libraries, and those of runtime and driver. */
  private static final int OTHERS = 200;

  /** Named in an annotation. */
  public ManyDescriptors() {}

  @Override
  public Optional<String> unavailable() {
    return tooFewFor(IdleConnections.ACTIVE + IdleConnections.IDLE);
  }

  /** Why so many connections cannot be had here, in one line; or empty. */
  public static Optional<String> tooFewFor(int connections) {
    return tooFewFor(
        connections,
        ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
            .getMaxFileDescriptorCount());
  }

  static Optional<String> tooFewFor(int connections, long most) {
    int needed = connections + OTHERS;
    return most >= needed
        ? Optional.empty()
        : Optional.of(
            "a process may have %d files open here, and this needs %d; raise it with ulimit -n"
                .formatted(most, needed));
  }
}
