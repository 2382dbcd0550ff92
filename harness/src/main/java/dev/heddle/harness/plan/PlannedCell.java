package dev.heddle.harness.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.heddle.harness.record.Cell;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One cell of a plan, with what its row says before anything ran.
 *
 * @param cell what is measured
 * @param unit what the workload counts, such as {@code spawn}
 * @param benchmark the JMH benchmark behind the workload, class and method
 * @param baseline index in {@link Plan#cells} of the cell this one is compared with, which is of
 *     another workload if this one's is a peer of that; a cell of the baseline names itself
 * @param skipped why no fork of this cell runs here, in one line; empty if forks run
 * @param note a remark for the row, such as that the strategy has one worker only; may be empty
 * @param jvmFlags what its forks' JVMs are started with besides the flags of every fork: for its
 *     JVM variants and for what its strategy needs
 * @param gauge what the score per unit is in, such as {@code B}; null if it is time, in ns
 */
public record PlannedCell(
    Cell cell,
    String unit,
    String benchmark,
    int baseline,
    String skipped,
    String note,
    List<String> jvmFlags,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String gauge) {

  /** Takes a copy of the list. Plans of earlier versions have none: strategies needed nothing. */
  public PlannedCell {
    jvmFlags =
        jvmFlags == null ? StrategySpec.parse(cell.strategy()).jvmFlags() : List.copyOf(jvmFlags);
  }

  /** What its score is in: {@code ns/spawn}, {@code B/idle task}. */
  public String scoreUnit() {
    return (gauge == null ? "ns" : gauge) + "/" + unit;
  }

  /** Whether forks of this cell run. */
  public boolean runs() {
    return skipped.isEmpty();
  }
}
