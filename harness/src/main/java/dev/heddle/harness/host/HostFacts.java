package dev.heddle.harness.host;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The host of a run, part of its manifest. Holds no host name, no user name and no path of the
 * machine. Null means the host does not show it, which is not the same as "no" or zero.
 *
 * @param jdk vendor, VM and build of the running JVM
 * @param cpu processors and how they are clocked
 * @param kernel release and settings that bear on measuring
 * @param share what limits this process's share of the host, and who else takes from it
 * @param limits resource limits of this process
 */
public record HostFacts(String jdk, Cpu cpu, Kernel kernel, Share share, Limits limits) {

  /**
   * The processors.
   *
   * @param model as the kernel names it
   * @param architecture such as {@code amd64}
   * @param online CPUs the kernel schedules on
   * @param cores physical cores among them, as far as the host tells (a hypervisor may not)
   * @param sockets packages
   * @param numaNodes memory nodes
   * @param governor the frequency governor; {@code mixed} if CPUs differ
   * @param turbo whether clocks may rise above the nominal one
   * @param hypervisor whether this is a virtual machine
   */
  public record Cpu(
      @Nullable String model,
      String architecture,
      int online,
      @Nullable Integer cores,
      @Nullable Integer sockets,
      @Nullable Integer numaNodes,
      @Nullable String governor,
      @Nullable Boolean turbo,
      boolean hypervisor) {}

  /**
   * The kernel.
   *
   * @param release such as {@code 6.1.0-18-amd64}
   * @param randomizeVaSpace address space layout randomisation: 0 off, 1 partly, 2 on
   * @param transparentHugePages {@code always}, {@code madvise} or {@code never}
   * @param perfEventParanoid who may count what; -1 everybody all, above 2 nobody
   * @param hardwareCounters whether a hardware counter unit is registered with the kernel
   * @param ioUringDisabled 0 allowed, 1 for a group only, 2 for nobody; null before kernel 6.6
   * @param seccompFilter whether a filter stands between this process and the kernel's calls
   */
  public record Kernel(
      @Nullable String release,
      @Nullable Integer randomizeVaSpace,
      @Nullable String transparentHugePages,
      @Nullable Integer perfEventParanoid,
      boolean hardwareCounters,
      @Nullable Integer ioUringDisabled,
      @Nullable Boolean seccompFilter) {}

  /**
   * This process's share of the host.
   *
   * @param allowedCpus how many CPUs its affinity mask and cpuset leave it
   * @param cgroupCpus CPU time per time that the tightest control group above it allows; null if
   *     none limits it
   * @param loadAverage the 1-minute load average when the facts were read
   * @param stealPercent CPU time the hypervisor gave to others since boot, in per cent of all
   */
  public record Share(
      @Nullable Integer allowedCpus,
      @Nullable Double cgroupCpus,
      @Nullable Double loadAverage,
      @Nullable Double stealPercent) {}

  /**
   * Soft resource limits.
   *
   * @param lockedMemoryBytes {@value #UNLIMITED} if unlimited
   * @param openFiles {@value #UNLIMITED} if unlimited
   */
  public record Limits(@Nullable Long lockedMemoryBytes, @Nullable Long openFiles) {

    /** No limit. */
    public static final long UNLIMITED = -1;
  }

  /** Reads the facts of this host. */
  public static HostFacts read() {
    return read(Path.of("/"));
  }

  /**
   * Reads the facts from a tree that holds {@code proc} and {@code sys}; the JDK and the
   * architecture are always those of the running JVM. Never fails: what cannot be read is null.
   *
   * @param root {@code /}, or a recorded tree
   */
  public static HostFacts read(Path root) {
    return new HostReader(new KernelFiles(root)).read();
  }
}
