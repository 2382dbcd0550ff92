package dev.heddle.harness.stats;

import dev.heddle.harness.plan.PlannedCell;
import dev.heddle.harness.record.Status;
import dev.heddle.workloads.Distribution;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run says about one cell.
 *
 * <p>The status is the worst of the cell's forks. A cell with a fork that failed or hung has no
 * numbers at all: the forks that came through may be the ones that were spared. Void forks measured
 * something else than was asked; they are left out and counted, and the numbers come from the rest.
 *
 * @param planned what was asked for
 * @param status the worst of its forks; skipped if none has run
 * @param note one line: why the status is not ok, what is missing, and the plan's own remark
 * @param forks forks the numbers come from, those that were ok
 * @param forksPlanned forks the plan has
 * @param pairedBlocks blocks in which both this cell and its baseline were ok
 * @param score ns per unit, or what the workload gauges per unit
 * @param ratio to the baseline, below 1 is faster; the baseline's own is 1 without an interval
 * @param judgement null under {@value RunResult#INTERVAL_BLOCKS} paired blocks, for the baseline
 *     itself, and where the A/A control has no interval
 * @param signs null under {@value SignFlip#MINIMAL_BLOCKS} paired blocks and for the baseline
 *     itself
 * @param distributions what the forks recorded, such as scheduling latency; all there are, of which
 *     many have no samples
 * @param endpoints times of each endpoint's requests, by name, where there are several
 * @param costs per unit and per poll
 * @param work what the scheduler did per unit
 * @param requests what requests cost, if there is a load generator
 * @param library whose scheduler ran the tasks, as the forks say; empty if it was the runtime's own
 * @param caveat what the strategy says that a reader must know, as the forks say; mostly empty
 * @param obtained where the driver's event loops stood and what the system gave them, as the forks
 *     say; empty without a driver
 * @param loadDriver what the load generator waited in; empty if there was none
 * @param loadCpus the CPUs that it found itself on, as the kernel writes them; likewise
 */
public record CellResult(
    PlannedCell planned,
    Status status,
    String note,
    int forks,
    int forksPlanned,
    int pairedBlocks,
    Estimate score,
    Estimate ratio,
    @Nullable Judgement judgement,
    @Nullable SignFlip signs,
    Map<Distribution, Latency> distributions,
    Map<String, EndpointTimes> endpoints,
    Costs costs,
    SchedulerWork work,
    RequestWork requests,
    String library,
    String caveat,
    String obtained,
    String loadDriver,
    String loadCpus) {

  /** What was recorded of this; nothing, if it was not. */
  public Latency of(Distribution what) {
    return distributions.getOrDefault(what, Latency.NONE);
  }

  /** Scheduling latency. */
  public Latency latency() {
    return of(Distribution.SCHEDULING);
  }
}
