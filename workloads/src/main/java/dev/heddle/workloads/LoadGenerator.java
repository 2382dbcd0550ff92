package dev.heddle.workloads;

import dev.heddle.runtime.topology.Affinity;
import dev.heddle.runtime.topology.CpuList;
import java.util.List;

/** Who asks a server for something, beside what is measured. */
public interface LoadGenerator {
  /** Where it is to run: numbers of CPUs, joined by commas. The harness says so to a fork. */
  String CPUS = "heddle.load.cpus";

  /** What it waits in. */
  String driver();

  /** The CPUs it found itself on, ascending. */
  List<Integer> cpus();

  /**
   * Puts the calling thread, and what it starts, on the CPUs that are for the generator alone.
   *
   * @return whether there are any; if not, it stays on those of what it measures
   */
  static boolean takeOwnCpus() {
    String cpus = System.getProperty(CPUS);
    if (cpus == null) {
      return false;
    }
    Affinity.set(CpuList.parse(cpus));
    return true;
  }
}
