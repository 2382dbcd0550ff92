package dev.heddle.runtime.topology;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads where CPUs sit from sysfs: {@code cpu/cpuN/topology} and {@code node/nodeN/cpulist} below
 * {@code /sys/devices/system}, as the kernel's {@code admin-guide/cputopology} describes them.
 * Cores are told apart by their lists of siblings, since core ids repeat between dies and sockets.
 */
public final class CpuTopology {
  /** Where Linux tells of its CPUs. */
  public static final Path SYSFS = Path.of("/sys/devices/system");

  private CpuTopology() {}

  /**
   * These CPUs. One whose topology the kernel does not tell (some containers hide it) counts as a
   * core of its own in socket 0; without NUMA information all are on node 0.
   */
  public static List<Cpu> read(Path sysfs, Collection<Integer> ids) throws IOException {
    Map<Integer, Integer> nodes = nodes(sysfs.resolve("node"));
    List<Cpu> cpus = new ArrayList<>();
    for (int id : ids) {
      Path topology = sysfs.resolve("cpu/cpu" + id + "/topology");
      cpus.add(
          new Cpu(
              id, socket(topology), nodes.getOrDefault(id, 0), siblings(topology, id).getFirst()));
    }
    return cpus;
  }

  private static int socket(Path topology) throws IOException {
    Path file = topology.resolve("physical_package_id");
    return Files.exists(file) ? Integer.parseInt(Files.readString(file).strip()) : 0;
  }

  private static List<Integer> siblings(Path topology, int id) throws IOException {
    // The second name is the older one of the same file, in kernels before 5.3.
    for (String name : List.of("core_cpus_list", "thread_siblings_list")) {
      Path file = topology.resolve(name);
      if (Files.exists(file)) {
        return CpuList.parse(Files.readString(file));
      }
    }
    return List.of(id);
  }

  private static Map<Integer, Integer> nodes(Path directory) throws IOException {
    Map<Integer, Integer> nodeOfCpu = new HashMap<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> nodes = Files.newDirectoryStream(directory, "node[0-9]*")) {
        for (Path node : nodes) {
          int number = Integer.parseInt(node.getFileName().toString().substring("node".length()));
          for (int cpu : CpuList.parse(Files.readString(node.resolve("cpulist")))) {
            nodeOfCpu.put(cpu, number);
          }
        }
      }
    }
    return nodeOfCpu;
  }
}
