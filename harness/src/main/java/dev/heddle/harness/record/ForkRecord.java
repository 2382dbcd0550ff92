package dev.heddle.harness.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.heddle.workloads.Distribution;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line of {@code forks.jsonl}: what became of one JVM fork.
 *
 * @param schema {@value #SCHEMA}
 * @param id unique in its run, such as {@code b01-007}
 * @param block the block, from 1
 * @param order the place in the block, from 1
 * @param cell what was asked for
 * @param twin whether this is the second copy of the baseline: the A/A control
 * @param status what became of it
 * @param note one line on a status that is not {@code ok}; empty otherwise
 * @param startedAt ISO-8601, UTC
 * @param wallSeconds from the start of the fork's JVM to its end
 * @param unit what was counted, such as {@code spawn}
 * @param nanosPerUnit time per unit in each measured iteration, in order; empty if there is none
 * @param units work done in the measured iterations, in units
 * @param cpuNanos CPU time of the fork's whole process in the measured iterations
 * @param allocatedBytes heap allocated by all its threads in the measured iterations
 * @param counters the runtime's counters over the measured iterations, by name
 * @param observed what the fork found when it looked around, or null if it did not get that far
 * @param hdr the histogram log of scheduling latencies, relative to the run's folder, or null; the
 *     same as in {@code distributions}
 * @param jmh JMH's own result file, relative to the run's folder, or null
 * @param gauge if the workload is a gauge, its value per unit in each measured iteration; else null
 * @param lateness in records of earlier versions, the histogram log of how late sleeps ended; null
 *     if there were none, and in later ones, where it is in {@code distributions}
 * @param distributions all histogram logs that the fork left, relative to the run's folder, by
 *     {@link Distribution#label}
 */
public record ForkRecord(
    String schema,
    String id,
    int block,
    int order,
    Cell cell,
    boolean twin,
    Status status,
    String note,
    String startedAt,
    double wallSeconds,
    String unit,
    List<Double> nanosPerUnit,
    long units,
    long cpuNanos,
    long allocatedBytes,
    Map<String, Long> counters,
    @Nullable Observed observed,
    @Nullable String hdr,
    @Nullable String jmh,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Double> gauge,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String lateness,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> distributions) {

  /** The version of this shape. */
  public static final String SCHEMA = "heddle.fork/1";

  /** Takes a copy of the map. Records of earlier versions have none. */
  public ForkRecord {
    distributions = distributions == null ? Map.of() : Map.copyOf(distributions);
  }

  /** The histogram log of a distribution, relative to the run's folder; null if there is none. */
  public @Nullable String log(Distribution what) {
    String log = distributions.get(what.label());
    return log != null
        ? log
        : switch (what) {
          case SCHEDULING -> hdr;
          case LATENESS -> lateness;
          case RESPONSE, SERVICE, SEND_LAG -> null;
        };
  }

  /** The same of one endpoint. */
  public @Nullable String log(Distribution what, String endpoint) {
    return distributions.get(what.label(endpoint));
  }

  /** Those whose logs there are apart; mostly none. */
  public List<String> endpoints() {
    String prefix = Distribution.RESPONSE.label("");
    return distributions.keySet().stream()
        .filter(label -> label.startsWith(prefix))
        .map(label -> label.substring(prefix.length()))
        .sorted()
        .toList();
  }

  /** The score of each measured iteration, in order: the gauge's value if there is one, or time. */
  public List<Double> scores() {
    return gauge == null ? nanosPerUnit : gauge;
  }
}
