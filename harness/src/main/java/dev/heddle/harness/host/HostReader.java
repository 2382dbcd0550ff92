package dev.heddle.harness.host;

import dev.heddle.harness.host.HostFacts.Cpu;
import dev.heddle.harness.host.HostFacts.Kernel;
import dev.heddle.harness.host.HostFacts.Limits;
import dev.heddle.harness.host.HostFacts.Share;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Knows where the kernel keeps each fact. File formats: proc(5) and the kernel's ABI documents. */
final class HostReader {
  private static final String CPUS = "sys/devices/system/cpu/";

  private final KernelFiles files;

  HostReader(KernelFiles files) {
    this.files = files;
  }

  HostFacts read() {
    return new HostFacts(jdk(), cpu(), kernel(), share(), limits());
  }

  private static String jdk() {
    return "%s, %s, %s"
        .formatted(
            System.getProperty("java.vendor.version", System.getProperty("java.vendor")),
            System.getProperty("java.vm.name"),
            System.getProperty("java.runtime.version"));
  }

  private Cpu cpu() {
    Map<String, String> info = files.fields("proc/cpuinfo");
    List<Integer> online = online();
    Set<Integer> sockets = new HashSet<>();
    Set<String> cores = new HashSet<>();
    boolean topologyKnown = !online.isEmpty();
    for (int cpu : online) {
      String topology = CPUS + "cpu" + cpu + "/topology/";
      Integer socket = files.integer(topology + "physical_package_id");
      String siblings = files.text(topology + "thread_siblings_list");
      if (socket == null || siblings == null) {
        topologyKnown = false;
      } else {
        sockets.add(socket);
        cores.add(siblings);
      }
    }
    List<Integer> nodes = files.ranges("sys/devices/system/node/online");
    return new Cpu(
        info.get("model name"),
        System.getProperty("os.arch"),
        online.isEmpty() ? Runtime.getRuntime().availableProcessors() : online.size(),
        topologyKnown ? cores.size() : null,
        topologyKnown ? sockets.size() : null,
        nodes == null ? null : nodes.size(),
        governor(online),
        turbo(),
        hypervisor(info));
  }

  private List<Integer> online() {
    List<Integer> online = files.ranges(CPUS + "online");
    return online == null ? List.of() : online;
  }

  private @Nullable String governor(List<Integer> online) {
    List<String> governors =
        online.stream()
            .map(cpu -> files.text(CPUS + "cpu" + cpu + "/cpufreq/scaling_governor"))
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    return switch (governors.size()) {
      case 0 -> null;
      case 1 -> governors.getFirst();
      default -> "mixed";
    };
  }

  private @Nullable Boolean turbo() {
    Integer noTurbo = files.integer(CPUS + "intel_pstate/no_turbo");
    if (noTurbo != null) {
      return noTurbo == 0;
    }
    Integer boost = files.integer(CPUS + "cpufreq/boost");
    return boost == null ? null : boost == 1;
  }

  private boolean hypervisor(Map<String, String> info) {
    return Arrays.asList(info.getOrDefault("flags", "").split(" ", -1)).contains("hypervisor")
        || files.exists("sys/hypervisor/type");
  }

  private Kernel kernel() {
    String pages = files.text("sys/kernel/mm/transparent_hugepage/enabled");
    Integer seccomp = KernelFiles.parseInt(files.fields("proc/self/status").get("Seccomp"));
    return new Kernel(
        files.text("proc/sys/kernel/osrelease"),
        files.integer("proc/sys/kernel/randomize_va_space"),
        pages == null ? null : chosen(pages),
        files.integer("proc/sys/kernel/perf_event_paranoid"),
        // "cpu" on x86, "cpu_core" on hybrid x86, "armv8_pmuv3_0" and the like on Arm.
        files.names("sys/bus/event_source/devices").stream()
            .anyMatch(unit -> unit.matches("cpu(_core)?|armv\\d.*")),
        files.integer("proc/sys/kernel/io_uring_disabled"),
        seccomp == null ? null : seccomp != 0);
  }

  /** The kernel marks the chosen word: {@code always [madvise] never}. */
  private static @Nullable String chosen(String words) {
    Matcher marked = Pattern.compile("\\[(\\w+)]").matcher(words);
    return marked.find() ? marked.group(1) : null;
  }

  private Share share() {
    String allowed = files.fields("proc/self/status").get("Cpus_allowed_list");
    String load = files.text("proc/loadavg");
    return new Share(
        allowed == null ? null : KernelFiles.parseRanges(allowed).size(),
        new CgroupLimit(files).cpus(),
        load == null ? null : Double.valueOf(load.split(" ", -1)[0]),
        stealPercent());
  }

  /**
   * The first line of {@code /proc/stat}: user, nice, system, idle, iowait, irq, softirq, steal,
   * and guest times that are already part of user.
   */
  private @Nullable Double stealPercent() {
    String text = files.text("proc/stat");
    if (text == null || !text.startsWith("cpu ")) {
      return null;
    }
    long[] ticks =
        Arrays.stream(text.lines().findFirst().orElseThrow().split("\\s+", -1))
            .skip(1)
            .limit(8)
            .mapToLong(Long::parseLong)
            .toArray();
    long all = Arrays.stream(ticks).sum();
    return ticks.length < 8 || all == 0 ? null : 100.0 * ticks[7] / all;
  }

  private Limits limits() {
    return new Limits(limit("Max locked memory"), limit("Max open files"));
  }

  /** A row is the name, then soft limit, hard limit and unit. */
  private @Nullable Long limit(String name) {
    for (String line : files.lines("proc/self/limits")) {
      if (line.startsWith(name)) {
        String soft = line.substring(name.length()).strip().split("\\s+", -1)[0];
        return soft.equals("unlimited") ? Long.valueOf(Limits.UNLIMITED) : Long.valueOf(soft);
      }
    }
    return null;
  }
}
