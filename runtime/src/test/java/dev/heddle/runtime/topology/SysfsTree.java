package dev.heddle.runtime.topology;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Trees as below {@code /sys/devices/system}, made by hand after the layouts that the kernel's
 * documentation and common machines show; none was recorded on a real machine.
 */
record SysfsTree(Path root, List<Integer> cpus) {

  /** One socket, two CPUs, no siblings: a small virtual machine. */
  static SysfsTree oneSocketTwoCpus(Path root) throws IOException {
    SysfsTree tree = new SysfsTree(root, List.of(0, 1));
    for (int cpu : tree.cpus) {
      tree.cpu(cpu, 0, List.of(cpu));
    }
    return tree.node(0, tree.cpus);
  }

  /** One socket, 8 cores, 16 threads; core i has the CPUs i and i + 8, as Linux on x86 numbers. */
  static SysfsTree siblingsEightApart(Path root) throws IOException {
    SysfsTree tree = new SysfsTree(root, range(0, 16));
    for (int cpu : tree.cpus) {
      tree.cpu(cpu, 0, List.of(cpu % 8, cpu % 8 + 8));
    }
    return tree.node(0, tree.cpus);
  }

  /** The same, but core i has the CPUs 2i and 2i + 1, as in many virtual machines. */
  static SysfsTree siblingsAdjacent(Path root) throws IOException {
    SysfsTree tree = new SysfsTree(root, range(0, 16));
    for (int cpu : tree.cpus) {
      int first = cpu / 2 * 2;
      tree.cpu(cpu, 0, List.of(first, first + 1));
    }
    return tree.node(0, tree.cpus);
  }

  /** Two sockets of 16 cores: CPUs 0-15 and 16-31, their siblings 32-47 and 48-63. */
  static SysfsTree twoSockets(Path root) throws IOException {
    SysfsTree tree = new SysfsTree(root, range(0, 64));
    for (int cpu : tree.cpus) {
      int core = cpu % 32;
      tree.cpu(cpu, core / 16, List.of(core, core + 32));
    }
    tree.node(
        0, IntStream.concat(IntStream.range(0, 16), IntStream.range(32, 48)).boxed().toList());
    return tree.node(
        1, IntStream.concat(IntStream.range(16, 32), IntStream.range(48, 64)).boxed().toList());
  }

  static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  private void cpu(int cpu, int socket, Collection<Integer> siblings) throws IOException {
    Path topology = Files.createDirectories(root.resolve("cpu/cpu" + cpu + "/topology"));
    Files.writeString(topology.resolve("physical_package_id"), socket + "\n");
    Files.writeString(topology.resolve("core_cpus_list"), CpuList.format(siblings) + "\n");
  }

  private SysfsTree node(int node, Collection<Integer> ofNode) throws IOException {
    Path directory = Files.createDirectories(root.resolve("node/node" + node));
    Files.writeString(directory.resolve("cpulist"), CpuList.format(ofNode) + "\n");
    return this;
  }
}
