package dev.heddle.workloads;

/**
 * A workload found other work done than it asked for: tasks were lost or doubled. The message is
 * one line: the workload's name, what was expected, what was found.
 */
public final class WorkloadFailure extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /**
   * @param workload its name
   * @param what expected and found, in one line
   */
  public WorkloadFailure(String workload, String what) {
    super(workload + ": " + what);
  }
}
