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
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;

/**
 * Reads where CPUs sit from sysfs: {@code cpu/cpuN/topology}, {@code cpu/cpuN/cache} and {@code
 * node/nodeN/cpulist} below {@code /sys/devices/system}, as the kernel's {@code
 * admin-guide/cputopology} and {@code ABI/testing/sysfs-devices-system-cpu} describe them. Cores
 * and caches are told apart by the lists of CPUs that share them, since their ids repeat between
 * dies and sockets.
 */
public final class CpuTopology {
  /** Where Linux tells of its CPUs. */
  public static final Path SYSFS = Path.of("/sys/devices/system");

  private CpuTopology() {}

  /**
   * These CPUs. One whose topology the kernel does not tell (some containers hide it) counts as a
   * core of its own in socket 0; without NUMA information all are on node 0. One whose caches the
   * kernel does not tell counts as sharing one with its socket, as most CPUs did until dies were
   * put together from smaller ones.
   */
  public static List<Cpu> read(Path sysfs, Collection<Integer> ids) throws IOException {
    Map<Integer, Integer> nodes = nodes(sysfs.resolve("node"));
    Map<Integer, Integer> firstOfSocket = new HashMap<>();
    List<Cpu> cpus = new ArrayList<>();
    for (int id : List.copyOf(new TreeSet<>(ids))) {
      Path directory = sysfs.resolve("cpu/cpu" + id);
      Path topology = directory.resolve("topology");
      int socket = socket(topology);
      int first = firstOfSocket.computeIfAbsent(socket, found -> id);
      cpus.add(
          new Cpu(
              id,
              socket,
              nodes.getOrDefault(id, 0),
              siblings(topology, id).getFirst(),
              lastLevelCache(directory.resolve("cache")).orElse(first)));
    }
    return cpus;
  }

  /** The first of the CPUs that share the largest cache which holds data. */
  private static OptionalInt lastLevelCache(Path caches) throws IOException {
    int highest = 0;
    OptionalInt first = OptionalInt.empty();
    if (Files.isDirectory(caches)) {
      try (DirectoryStream<Path> indices = Files.newDirectoryStream(caches, "index[0-9]*")) {
        for (Path index : indices) {
          Optional<String> level = text(index.resolve("level"));
          Optional<String> type = text(index.resolve("type"));
          Optional<String> shared = text(index.resolve("shared_cpu_list"));
          if (level.isPresent()
              && shared.isPresent()
              && !type.equals(Optional.of("Instruction"))
              && Integer.parseInt(level.get()) > highest) {
            highest = Integer.parseInt(level.get());
            first = OptionalInt.of(CpuList.parse(shared.get()).getFirst());
          }
        }
      }
    }
    return first;
  }

  private static int socket(Path topology) throws IOException {
    return text(topology.resolve("physical_package_id")).map(Integer::parseInt).orElse(0);
  }

  private static List<Integer> siblings(Path topology, int id) throws IOException {
    // The second name is the older one of the same file, in kernels before 5.3.
    for (String name : List.of("core_cpus_list", "thread_siblings_list")) {
      Optional<String> text = text(topology.resolve(name));
      if (text.isPresent()) {
        return CpuList.parse(text.get());
      }
    }
    return List.of(id);
  }

  private static Optional<String> text(Path file) throws IOException {
    return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
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
