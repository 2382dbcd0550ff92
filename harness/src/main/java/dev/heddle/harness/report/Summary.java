package dev.heddle.harness.report;

import dev.heddle.harness.plan.Plan;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.Status;
import dev.heddle.harness.stats.CellResult;
import dev.heddle.harness.stats.Control;
import dev.heddle.harness.stats.Costs;
import dev.heddle.harness.stats.EndpointTimes;
import dev.heddle.harness.stats.Estimate;
import dev.heddle.harness.stats.Growth;
import dev.heddle.harness.stats.Interval;
import dev.heddle.harness.stats.Judgement;
import dev.heddle.harness.stats.Latency;
import dev.heddle.harness.stats.RequestWork;
import dev.heddle.harness.stats.RunResult;
import dev.heddle.harness.stats.SchedulerWork;
import dev.heddle.harness.stats.SignFlip;
import dev.heddle.harness.stats.Verdict;
import dev.heddle.workloads.Distribution;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The shape of {@code summary.json}, which other programs read. Later versions may add fields; none
 * is renamed. Null wherever nothing is known.
 *
 * @param schema {@value #SCHEMA}
 * @param baseline the strategy the others are compared with; {@code none} if no cell has a runtime
 * @param cells one per cell, in the order of the plan
 * @param controls the baseline against itself, one per baseline cell
 * @param profile of the run
 * @param hostLabel what the host is called
 * @param blocks how often each cell was to be run
 * @param seed of the order of the forks and of the bootstrap
 * @param uncontrolled gates that failed, so that every row counts as uncontrolled; null if the
 *     host's facts were not recorded
 * @param baselineTimer the timers the others are compared with; {@code none} if nothing sleeps
 * @param growth one per workload and number of cores whose cells differ in size; since 1.1
 * @param baselineDriver the driver the others are compared with; {@code none} if there are no
 *     sockets; since 1.3
 */
record Summary(
    String schema,
    String baseline,
    List<Row> cells,
    List<ControlRow> controls,
    String profile,
    String hostLabel,
    int blocks,
    long seed,
    @Nullable List<String> uncontrolled,
    String baselineTimer,
    List<Growth> growth,
    String baselineDriver) {

  /** Fields are added with each number behind the point; none is renamed under one before it. */
  static final String SCHEMA = "heddle.summary/1.5";

  /**
   * One cell.
   *
   * @param forks forks behind the numbers
   * @param verdict faster, slower, same or unclear
   * @param forksPlanned forks the plan has
   * @param pairedBlocks blocks behind the ratio
   * @param verdictInterval what the verdict was read from
   * @param signFlip permutation p and probability of superiority
   * @param library whose scheduler ran the tasks, with its version; empty if it was the runtime's
   *     own
   * @param caveat what the strategy says that a reader must know; mostly empty
   * @param scheduler what the scheduler did per unit of work
   * @param latenessNanos how late sleeps ended, where the workload says
   * @param peerOf the workload in whose table this row stands, with whose baseline it is compared;
   *     empty if that is its own; since 1.2
   * @param responseNanos from the time a request was due to its answer, where there is a load
   *     generator; as the following since 1.3
   * @param serviceNanos from the time it was sent
   * @param sendLagNanos from the time it was due to the time it was sent
   * @param requests what requests cost, and who was busy with them
   * @param driverObtained where the driver's event loops stood and what the system gave them, as
   *     the forks say; empty without a driver; as the following since 1.4
   * @param loadDriver what the load generator waited in; empty if there was none
   * @param loadCpus the CPUs that it found itself on, such as {@code 2-3}; likewise
   * @param endpoints times of each endpoint's requests, by name, where there are several; as {@link
   *     RequestWork#onSchedule} since 1.5
   */
  record Row(
      String workload,
      String strategy,
      String timer,
      String driver,
      int cores,
      int workers,
      Map<String, Object> params,
      Status status,
      String note,
      int forks,
      Score score,
      Estimate ratioToBaseline,
      @Nullable Verdict verdict,
      Latency schedulingLatencyNanos,
      @Nullable Double cpuNanosPerUnit,
      @Nullable Double allocatedBytesPerUnit,
      @Nullable Double stealsPer1000Polls,
      @Nullable Double parksPer1000Polls,
      int forksPlanned,
      int pairedBlocks,
      @Nullable Judgement verdictInterval,
      @Nullable SignFlip signFlip,
      String library,
      String caveat,
      SchedulerWork scheduler,
      Latency latenessNanos,
      String peerOf,
      Latency responseNanos,
      Latency serviceNanos,
      Latency sendLagNanos,
      RequestWork requests,
      String driverObtained,
      String loadDriver,
      String loadCpus,
      Map<String, EndpointTimes> endpoints) {

    static Row of(Plan plan, CellResult result) {
      Cell cell = result.planned().cell();
      String table = plan.table(result.planned());
      Estimate score = result.score();
      Costs costs = result.costs();
      Judgement judgement = result.judgement();
      return new Row(
          cell.workload(),
          cell.strategy(),
          cell.timer(),
          cell.driver(),
          cell.cores(),
          cell.workers(),
          cell.params(),
          result.status(),
          result.note(),
          result.forks(),
          new Score(score.value(), score.lo(), score.hi(), result.planned().scoreUnit(), "lower"),
          result.ratio(),
          judgement == null ? null : judgement.verdict(),
          result.latency(),
          costs.cpuNanosPerUnit(),
          costs.allocatedBytesPerUnit(),
          costs.stealsPer1000Polls(),
          costs.parksPer1000Polls(),
          result.forksPlanned(),
          result.pairedBlocks(),
          judgement,
          result.signs(),
          result.library(),
          result.caveat(),
          result.work(),
          result.of(Distribution.LATENESS),
          table.equals(cell.workload()) ? "" : table,
          result.of(Distribution.RESPONSE),
          result.of(Distribution.SERVICE),
          result.of(Distribution.SEND_LAG),
          result.requests(),
          result.obtained(),
          result.loadDriver(),
          result.loadCpus(),
          result.endpoints());
    }
  }

  /** A score with its 95 % interval, its unit, and which way is better. */
  record Score(
      @Nullable Double value,
      @Nullable Double lo,
      @Nullable Double hi,
      String unit,
      String better) {}

  /**
   * The A/A control of one baseline cell.
   *
   * @param ratio second copy to first
   * @param band ratios that count as no difference
   * @param driver of the baseline; since 1.3
   */
  record ControlRow(
      String workload,
      String strategy,
      int cores,
      int workers,
      Status status,
      String note,
      int pairedBlocks,
      Estimate ratio,
      @Nullable Interval band,
      String timer,
      Map<String, Object> params,
      String driver) {

    static ControlRow of(Control control) {
      Cell cell = control.baseline().cell();
      return new ControlRow(
          cell.workload(),
          cell.strategy(),
          cell.cores(),
          cell.workers(),
          control.status(),
          control.note(),
          control.pairedBlocks(),
          control.ratio(),
          control.band(),
          cell.timer(),
          cell.params(),
          cell.driver());
    }
  }

  static Summary of(Plan plan, RunResult result, @Nullable List<String> uncontrolled) {
    return new Summary(
        SCHEMA,
        plan.baseline(),
        result.cells().stream().map(cell -> Row.of(plan, cell)).toList(),
        result.controls().stream().map(ControlRow::of).toList(),
        plan.profile(),
        plan.hostLabel(),
        plan.blocks(),
        plan.seed(),
        uncontrolled,
        plan.baselineTimer(),
        result.growth(),
        plan.baselineDriver());
  }
}
