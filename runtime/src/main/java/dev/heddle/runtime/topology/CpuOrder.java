package dev.heddle.runtime.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The order in which a core sweep takes CPUs: in the first socket one CPU of each physical core,
 * then the cores' SMT siblings, then the next socket likewise. So the first n CPUs are n real cores
 * for as long as a socket has them, and no step mixes two effects. Within a step NUMA nodes are
 * filled one after the other.
 */
public final class CpuOrder {
  private CpuOrder() {}

  /** All CPUs given, in that order. Only CPUs that may be used should be given. */
  public static List<Integer> of(Collection<Cpu> cpus) {
    Map<Integer, List<Cpu>> cores = new TreeMap<>();
    for (Cpu cpu : cpus) {
      cores.computeIfAbsent(cpu.core(), core -> new ArrayList<>()).add(cpu);
    }
    Map<Cpu, Integer> siblingRank = new HashMap<>();
    for (List<Cpu> siblings : cores.values()) {
      siblings.sort(Comparator.comparingInt(Cpu::id));
      for (int rank = 0; rank < siblings.size(); rank++) {
        siblingRank.put(siblings.get(rank), rank);
      }
    }
    return siblingRank.keySet().stream()
        .sorted(
            Comparator.comparingInt(Cpu::socket)
                .thenComparingInt(siblingRank::get)
                .thenComparingInt(Cpu::node)
                .thenComparingInt(Cpu::id))
        .map(Cpu::id)
        .toList();
  }
}
