package dev.heddle.harness.plan;

import dev.heddle.harness.record.Cell;
import java.util.List;

/**
 * Everything a run is going to do, as {@code plan.json} keeps it. Immutable, and complete: a run
 * goes on from this and the records alone.
 *
 * @param schema {@value #SCHEMA}
 * @param profile the name of the profile
 * @param hostLabel what the host is called in this run's files
 * @param seed what the random order of the forks came from
 * @param blocks how often each cell is run
 * @param baseline the strategy that the others are compared with, with options if any; {@code none}
 *     if no cell has a runtime
 * @param baselineTimer the same for timers; {@code none} if nothing sleeps
 * @param baselineDriver the same for drivers; {@code none} if there are no sockets
 * @param iterations of each fork
 * @param jvmFlags of each fork, without paths; its {@link JvmVariant}s' come on top
 * @param collector name of the garbage collector every fork must be found to use
 * @param forkDeadlineSeconds when a fork that has not ended counts as hung
 * @param cells by workload, cores, workers, scale, driver, timer, strategy
 * @param forks in the order of running; none for a skipped cell
 */
public record Plan(
    String schema,
    String profile,
    String hostLabel,
    long seed,
    int blocks,
    String baseline,
    String baselineTimer,
    String baselineDriver,
    Iterations iterations,
    List<String> jvmFlags,
    String collector,
    long forkDeadlineSeconds,
    List<PlannedCell> cells,
    List<PlannedFork> forks) {

  /** The version of this shape. */
  public static final String SCHEMA = "heddle.plan/1";

  /** Takes copies of the lists. Plans of earlier versions have no timers, or no drivers. */
  public Plan {
    baselineTimer = baselineTimer == null ? Cell.NONE : baselineTimer;
    baselineDriver = baselineDriver == null ? Cell.NONE : baselineDriver;
    jvmFlags = List.copyOf(jvmFlags);
    cells = List.copyOf(cells);
    forks = List.copyOf(forks);
  }

  /**
   * The workload in whose table a cell stands: its own, or the one it is a peer of and with whose
   * baseline it is compared.
   */
  public String table(PlannedCell cell) {
    return cells.get(cell.baseline()).cell().workload();
  }

  /** What a fork of this plan measures. */
  public PlannedCell cellOf(PlannedFork fork) {
    return cells.get(fork.cell());
  }
}
