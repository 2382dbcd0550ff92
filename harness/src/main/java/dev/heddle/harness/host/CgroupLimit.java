package dev.heddle.harness.host;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much CPU time this process may take. A limit on any group above counts for all below, so the
 * tightest of the chain is the one that is felt.
 */
final class CgroupLimit {
  private final KernelFiles files;

  CgroupLimit(KernelFiles files) {
    this.files = files;
  }

  /** CPU time per time, or null if no group limits it. */
  @Nullable Double cpus() {
    Double tightest = null;
    for (String line : files.lines("proc/self/cgroup")) {
      // hierarchy:controllers:path, where version 2 is hierarchy 0 with no controllers
      String[] parts = line.split(":", 3);
      List<String> controllers = Arrays.asList(parts[1].split(",", -1));
      if (parts[0].equals("0")) {
        tightest = smaller(tightest, tightest("sys/fs/cgroup", parts[2], true));
      } else if (controllers.contains("cpu")) {
        tightest = smaller(tightest, tightest("sys/fs/cgroup/" + parts[1], parts[2], false));
      }
    }
    return tightest;
  }

  /** Walks from the process's own group up to the mount. */
  private @Nullable Double tightest(String mount, String group, boolean version2) {
    Double tightest = null;
    for (String path = group.equals("/") ? "" : group; ; ) {
      String folder = mount + path + "/";
      tightest = smaller(tightest, version2 ? cpuMax(folder) : quota(folder));
      if (path.isEmpty()) {
        return tightest;
      }
      path = path.substring(0, path.lastIndexOf('/'));
    }
  }

  /** Version 2: {@code cpu.max} holds quota and period in microseconds, or {@code max}. */
  private @Nullable Double cpuMax(String folder) {
    String text = files.text(folder + "cpu.max");
    if (text == null || text.startsWith("max")) {
      return null;
    }
    String[] quotaAndPeriod = text.split(" ", 2);
    return Double.parseDouble(quotaAndPeriod[0]) / Double.parseDouble(quotaAndPeriod[1]);
  }

  /** Version 1: a quota of -1 is none. */
  private @Nullable Double quota(String folder) {
    Integer quota = files.integer(folder + "cpu.cfs_quota_us");
    Integer period = files.integer(folder + "cpu.cfs_period_us");
    return quota == null || period == null || quota < 0 ? null : (double) quota / period;
  }

  private static @Nullable Double smaller(@Nullable Double a, @Nullable Double b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return Math.min(a, b);
  }
}
