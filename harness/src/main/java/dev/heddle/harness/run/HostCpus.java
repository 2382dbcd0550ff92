package dev.heddle.harness.run;

import dev.heddle.runtime.topology.Affinity;
import dev.heddle.runtime.topology.CpuOrder;
import dev.heddle.runtime.topology.CpuTopology;
import java.io.IOException;
import java.util.List;

/**
 * The CPUs this process may use.
 *
 * @param order all of them, in the order a core sweep takes them
 */
public record HostCpus(List<Integer> order) {

  /** Takes a copy of the list. */
  public HostCpus {
    order = List.copyOf(order);
  }

  /** Those that the calling thread may run on: its cpuset's, unless it was started with fewer. */
  public static HostCpus read() throws IOException {
    return new HostCpus(CpuOrder.of(CpuTopology.read(CpuTopology.SYSFS, Affinity.get())));
  }
}
