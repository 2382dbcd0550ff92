package dev.heddle.harness.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;

/**
 * What a fork read back about itself.
 *
 * @param affinity the CPUs it may run on, ascending
 * @param availableProcessors as the JVM says
 * @param workers as the runtime says
 * @param workerCpus the CPU of each worker, as its thread read it back; empty if they were not
 *     pinned
 * @param liveThreads threads of the JVM at the end of the measurement
 * @param jvm name and build of the JVM
 * @param jvmFlags the arguments the JVM was started with, without paths
 * @param collectors names of the garbage collectors in use
 * @param maxHeapBytes the heap's limit
 * @param library whose scheduler ran the tasks, with its version; empty if it was the runtime's own
 * @param caveat what its strategy says that a reader of its figures must know; mostly empty
 * @param driver what the system gave the I/O driver, as it says; mostly empty
 * @param loadDriver what the load generator waited in; empty if there was none
 * @param loadCpus the CPUs that the load generator found itself on, ascending; empty if there was
 *     none
 */
public record Observed(
    List<Integer> affinity,
    int availableProcessors,
    int workers,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Integer> workerCpus,
    int liveThreads,
    String jvm,
    List<String> jvmFlags,
    List<String> collectors,
    long maxHeapBytes,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String library,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String caveat,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String driver,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String loadDriver,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Integer> loadCpus) {

  /** Fields that are left out are empty, and earlier versions had none. */
  public Observed {
    workerCpus = workerCpus == null ? List.of() : List.copyOf(workerCpus);
    library = Objects.requireNonNullElse(library, "");
    caveat = Objects.requireNonNullElse(caveat, "");
    driver = Objects.requireNonNullElse(driver, "");
    loadDriver = Objects.requireNonNullElse(loadDriver, "");
    loadCpus = loadCpus == null ? List.of() : List.copyOf(loadCpus);
  }
}
