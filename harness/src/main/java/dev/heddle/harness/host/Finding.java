package dev.heddle.harness.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One fact of a host and what it means for the numbers.
 *
 * @param fact what was looked at
 * @param value what was found, {@code not visible} if the host does not show it
 * @param meaning one line
 * @param warn whether it speaks against trusting, or against being able to take, some measurement
 * @param gate whether a warning here makes every row of a run {@code uncontrolled}; the others only
 *     take away a tool or a driver
 */
public record Finding(String fact, String value, String meaning, boolean warn, boolean gate) {

  private static final String NOT_VISIBLE = "not visible";
  private static final double STEAL_PERCENT = 0.5;
  private static final double LOAD_PER_CPU = 0.1;
  private static final long LOCKED_MEMORY_BYTES = 8L << 20;
  private static final long OPEN_FILES = 20_000;

  /** Everything the facts say, in the order a reader would ask. */
  public static List<Finding> of(HostFacts facts) {
    List<Finding> all = new ArrayList<>();
    all.add(note("JDK", facts.jdk(), "scores of different builds are not comparable"));
    cpu(facts.cpu(), all);
    share(facts, all);
    kernel(facts.kernel(), all);
    limits(facts.limits(), all);
    return List.copyOf(all);
  }

  /** The findings that make a run's rows {@code uncontrolled}; empty on a controlled host. */
  public static List<Finding> failedGates(HostFacts facts) {
    return of(facts).stream().filter(finding -> finding.warn && finding.gate).toList();
  }

  private static void cpu(HostFacts.Cpu cpu, List<Finding> all) {
    all.add(note("CPU", cpu.architecture() + ", " + shown(cpu.model()), "what was measured on"));
    all.add(
        tool(
            "cores",
            "%d CPUs, %s cores, %s sockets, %s NUMA nodes"
                .formatted(
                    cpu.online(), shown(cpu.cores()), shown(cpu.sockets()), shown(cpu.numaNodes())),
            cpu.online() < 4
                ? "too few to show how a scheduler scales, or to keep a load generator apart"
                : "core sweeps can go up to here",
            cpu.online() < 4));
    boolean smt = cpu.cores() != null && cpu.cores() < cpu.online();
    all.add(
        note(
            "SMT",
            cpu.cores() == null ? NOT_VISIBLE : smt ? "on" : "off, or hidden",
            smt
                ? "siblings share a core: physical cores are used first"
                : "no two CPUs share a core, as far as the host tells"));
    all.add(
        gate(
            "hypervisor",
            cpu.hypervisor() ? "yes" : "none seen",
            cpu.hypervisor()
                ? "virtual CPUs can be taken away or moved at any time, and topology may be invented"
                : "the kernel's view of the CPUs is the hardware's",
            cpu.hypervisor()));
    String governor = cpu.governor();
    all.add(
        gate(
            "governor",
            shown(governor),
            governor == null
                ? "the clock cannot be controlled or checked from here"
                : governor.equals("performance")
                    ? "clocks are not lowered under light load"
                    : "clocks follow the load: set it to performance before publishing",
            !"performance".equals(governor)));
    Boolean turbo = cpu.turbo();
    all.add(
        gate(
            "turbo",
            turbo == null ? NOT_VISIBLE : turbo ? "on" : "off",
            turbo == null
                ? "whether clocks rise with heat and neighbours cannot be checked from here"
                : turbo
                    ? "clocks depend on heat and on how many cores are busy"
                    : "clocks do not rise above the nominal one",
            turbo == null || turbo));
  }

  private static void share(HostFacts facts, List<Finding> all) {
    HostFacts.Share share = facts.share();
    int online = facts.cpu().online();
    Double cgroup = share.cgroupCpus();
    all.add(
        gate(
            "cgroup CPU limit",
            cgroup == null ? "none" : number(cgroup) + " CPUs",
            cgroup == null
                ? "no group throttles this process"
                : "a process over its quota is stopped for the rest of each period: latencies show it",
            cgroup != null));
    Integer allowed = share.allowedCpus();
    all.add(
        note(
            "CPUs allowed",
            allowed == null ? NOT_VISIBLE : allowed + " of " + online,
            "a sweep can use no more than these"));
    Double load = share.loadAverage();
    boolean busy = load != null && load > LOAD_PER_CPU * online;
    all.add(
        gate(
            "load average, 1 min",
            load == null ? NOT_VISIBLE : number(load),
            busy
                ? "something else runs, or ran a minute ago: it competes with the forks"
                : load == null ? "other load cannot be checked from here" : "the host is quiet",
            busy || load == null));
    Double steal = share.stealPercent();
    boolean stolen = steal != null && steal > STEAL_PERCENT;
    all.add(
        gate(
            "steal time since boot",
            steal == null ? NOT_VISIBLE : number(steal) + " %",
            stolen
                ? "the hypervisor gave this host's CPUs to others"
                : steal == null
                    ? "whether a hypervisor takes CPUs away cannot be checked from here"
                    : "little or nothing was taken by a hypervisor",
            stolen || steal == null));
  }

  private static void kernel(HostFacts.Kernel kernel, List<Finding> all) {
    all.add(note("kernel", shown(kernel.release()), "its scheduler places and wakes the workers"));
    Integer aslr = kernel.randomizeVaSpace();
    all.add(
        note(
            "ASLR",
            aslr == null ? NOT_VISIBLE : aslr == 0 ? "off" : "on",
            aslr != null && aslr == 0
                ? "one memory layout for all forks: a lucky or unlucky one counts every time"
                : "each fork has its own memory layout, which forks average out"));
    all.add(
        note(
            "transparent huge pages",
            shown(kernel.transparentHugePages()),
            "with always, heap pages may be merged while a fork is measured"));
    Integer paranoid = kernel.perfEventParanoid();
    boolean counters = kernel.hardwareCounters() && paranoid != null && paranoid <= 2;
    all.add(
        tool(
            "hardware counters",
            (kernel.hardwareCounters() ? "registered" : "none registered")
                + ", perf_event_paranoid "
                + shown(paranoid),
            counters
                ? "cycles and instructions can be counted"
                : "no cycles or instructions (JMH perfnorm): profile by time instead",
            !counters));
    ioUring(kernel, all);
  }

  private static void ioUring(HostFacts.Kernel kernel, List<Finding> all) {
    Integer disabled = kernel.ioUringDisabled();
    Boolean old = isBefore51(kernel.release());
    boolean denied = disabled != null && disabled != 0;
    boolean filtered = Boolean.TRUE.equals(kernel.seccompFilter());
    String value;
    String meaning;
    if (Boolean.TRUE.equals(old)) {
      value = "absent";
      meaning = "kernels before 5.1 have none: the io-uring drivers are skipped";
    } else if (denied) {
      value = "io_uring_disabled " + disabled;
      meaning = "an administrator closed it (wholly or but for one group): its drivers are skipped";
    } else if (filtered) {
      value = "behind a seccomp filter";
      meaning = "container filters often deny it: if so, the io-uring drivers are skipped";
    } else if (old == null) {
      value = NOT_VISIBLE;
      meaning = "the kernel's release is hidden";
    } else {
      value = "not denied";
      meaning = "nothing seen that denies it; what trying it came to stands with each driver";
    }
    all.add(tool("io_uring", value, meaning, old == null || old || denied || filtered));
  }

  /** io_uring came with Linux 5.1. */
  private static @Nullable Boolean isBefore51(@Nullable String release) {
    if (release == null || !release.matches("\\d+\\.\\d+.*")) {
      return null;
    }
    String[] parts = release.split("[^0-9]", 3);
    int major = Integer.parseInt(parts[0]);
    return major < 5 || (major == 5 && Integer.parseInt(parts[1]) < 1);
  }

  private static void limits(HostFacts.Limits limits, List<Finding> all) {
    Long locked = limits.lockedMemoryBytes();
    boolean littleLocked =
        locked != null && locked != HostFacts.Limits.UNLIMITED && locked < LOCKED_MEMORY_BYTES;
    all.add(
        tool(
            "locked memory limit",
            limit(locked, " bytes"),
            littleLocked
                ? "too little for rings with registered buffers: raise ulimit -l"
                : "bounds rings with registered buffers (ulimit -l)",
            littleLocked || locked == null));
    Long files = limits.openFiles();
    boolean fewFiles = files != null && files != HostFacts.Limits.UNLIMITED && files < OPEN_FILES;
    all.add(
        tool(
            "open files limit",
            limit(files, ""),
            fewFiles
                ? "too few for workloads with 10,000 connections: raise ulimit -n"
                : "bounds workloads with many connections (ulimit -n)",
            fewFiles || files == null));
  }

  private static Finding note(String fact, String value, String meaning) {
    return new Finding(fact, value, meaning, false, false);
  }

  private static Finding tool(String fact, String value, String meaning, boolean warn) {
    return new Finding(fact, value, meaning, warn, false);
  }

  private static Finding gate(String fact, String value, String meaning, boolean warn) {
    return new Finding(fact, value, meaning, warn, true);
  }

  private static String shown(@Nullable Object value) {
    return value == null ? NOT_VISIBLE : value.toString();
  }

  private static String limit(@Nullable Long value, String unit) {
    return value == null
        ? NOT_VISIBLE
        : value == HostFacts.Limits.UNLIMITED ? "unlimited" : value + unit;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
