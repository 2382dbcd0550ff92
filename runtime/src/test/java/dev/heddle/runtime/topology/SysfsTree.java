package dev.heddle.runtime.topology;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Trees as below {@code /sys/devices/system}, made by hand after the layouts that the kernel's
 * documentation and common machines show; none was recorded on a real machine.
 */
record SysfsTree(Path root, List<Integer> cpus) {

  /** One socket, two CPUs, no siblings: a small virtual machine. */
  static SysfsTree oneSocketTwoCpus(Path root) throws IOException {
    return machine(root, 2, cpu -> new Place(0, cpu, 0));
  }

  /** One socket, 8 cores, 16 threads; core i has the CPUs i and i + 8, as Linux on x86 numbers. */
  static SysfsTree siblingsEightApart(Path root) throws IOException {
    return machine(root, 16, cpu -> new Place(0, cpu % 8, 0));
  }

  /** The same, but core i has the CPUs 2i and 2i + 1, as in many virtual machines. */
  static SysfsTree siblingsAdjacent(Path root) throws IOException {
    return machine(root, 16, cpu -> new Place(0, cpu / 2, 0));
  }

  /** Two sockets of 16 cores: CPUs 0-15 and 16-31, their siblings 32-47 and 48-63. */
  static SysfsTree twoSockets(Path root) throws IOException {
    return machine(root, 64, cpu -> new Place(cpu % 32 / 16, cpu % 32, cpu % 32 / 16));
  }

  /**
   * Two sockets of 64 cores in 8 complexes, each of which has an L3 of its own: as AMD describes
   * its EPYC 7003. CPUs 0-63 and 64-127, their siblings 128-191 and 192-255.
   */
  static SysfsTree twoSocketsOfComplexes(Path root) throws IOException {
    return machine(root, 256, cpu -> new Place(cpu % 128 / 64, cpu % 128, cpu % 128 / 8));
  }

  /**
   * Four sockets of 28 cores with one L3 each: as Intel describes its Xeon 8280. CPUs 0-27, 28-55,
   * 56-83 and 84-111, their siblings 112 above.
   */
  static SysfsTree fourSockets(Path root) throws IOException {
    return machine(root, 224, cpu -> new Place(cpu % 112 / 28, cpu % 112, cpu % 112 / 28));
  }

  /**
   * One socket of 128 cores without siblings, whose kernel tells of no cache beyond each core's own
   * L2: as Ampere describes its Altra Max, whose system cache belongs to the mesh.
   */
  static SysfsTree oneSocketOfArmCores(Path root) throws IOException {
    return machine(root, 128, cpu -> new Place(0, cpu, Place.NO_L3));
  }

  /** Where a CPU sits, by numbers that are unique in the machine. */
  private record Place(int socket, int core, int l3) {
    static final int NO_L3 = -1;
  }

  /** A machine with a NUMA node for each socket. */
  private static SysfsTree machine(Path root, int count, IntFunction<Place> places)
      throws IOException {
    SysfsTree tree = new SysfsTree(root, range(0, count));
    Map<Integer, List<Integer>> sockets = new TreeMap<>();
    Map<Integer, List<Integer>> cores = new TreeMap<>();
    Map<Integer, List<Integer>> caches = new TreeMap<>();
    for (int cpu : tree.cpus) {
      Place place = places.apply(cpu);
      sockets.computeIfAbsent(place.socket, socket -> new ArrayList<>()).add(cpu);
      cores.computeIfAbsent(place.core, core -> new ArrayList<>()).add(cpu);
      caches.computeIfAbsent(place.l3, cache -> new ArrayList<>()).add(cpu);
    }
    for (int cpu : tree.cpus) {
      Place place = places.apply(cpu);
      List<Integer> siblings = cores.getOrDefault(place.core, List.of());
      tree.topology(cpu, place.socket, siblings);
      tree.cache(cpu, 0, 1, "Data", siblings);
      tree.cache(cpu, 1, 1, "Instruction", siblings);
      tree.cache(cpu, 2, 2, "Unified", siblings);
      if (place.l3 != Place.NO_L3) {
        tree.cache(cpu, 3, 3, "Unified", caches.getOrDefault(place.l3, List.of()));
      }
    }
    for (Map.Entry<Integer, List<Integer>> socket : sockets.entrySet()) {
      tree.node(socket.getKey(), socket.getValue());
    }
    return tree;
  }

  static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  /** The same, as a kernel that does not tell of caches. */
  SysfsTree withoutCaches() throws IOException {
    for (int cpu : cpus) {
      Path caches = root.resolve("cpu/cpu" + cpu + "/cache");
      try (Stream<Path> files = Files.walk(caches)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    return this;
  }

  private void topology(int cpu, int socket, Collection<Integer> siblings) throws IOException {
    Path topology = Files.createDirectories(root.resolve("cpu/cpu" + cpu + "/topology"));
    Files.writeString(topology.resolve("physical_package_id"), socket + "\n");
    Files.writeString(topology.resolve("core_cpus_list"), CpuList.format(siblings) + "\n");
  }

  private void cache(int cpu, int index, int level, String type, Collection<Integer> shared)
      throws IOException {
    Path cache = Files.createDirectories(root.resolve("cpu/cpu" + cpu + "/cache/index" + index));
    Files.writeString(cache.resolve("level"), level + "\n");
    Files.writeString(cache.resolve("type"), type + "\n");
    Files.writeString(cache.resolve("shared_cpu_list"), CpuList.format(shared) + "\n");
  }

  private void node(int node, Collection<Integer> ofNode) throws IOException {
    Path directory = Files.createDirectories(root.resolve("node/node" + node));
    Files.writeString(directory.resolve("cpulist"), CpuList.format(ofNode) + "\n");
  }
}
