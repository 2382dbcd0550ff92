package dev.heddle.harness.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.heddle.harness.record.Json;
import dev.heddle.harness.record.Status;
import dev.heddle.harness.stats.Judgement;
import dev.heddle.harness.stats.SignFlip;
import dev.heddle.harness.stats.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code table.csv}: one line per cell with the fields of {@code summary.json}, after RFC 4180.
 * Empty where nothing is known; numbers unrounded, with a point and no grouping.
 */
final class CsvTable {
  private CsvTable() {}

  private record Line(
      String workload,
      String strategy,
      String timer,
      String driver,
      int cores,
      int workers,
      String params,
      Status status,
      String note,
      int forks,
      int forksPlanned,
      int pairedBlocks,
      @Nullable Double score,
      @Nullable Double scoreLo,
      @Nullable Double scoreHi,
      String unit,
      String better,
      @Nullable Double ratioToBaseline,
      @Nullable Double ratioLo,
      @Nullable Double ratioHi,
      @Nullable Verdict verdict,
      @Nullable Double verdictLo,
      @Nullable Double verdictHi,
      @Nullable Double verdictConfidence,
      @Nullable Double permutationP,
      @Nullable Double probabilityOfSuperiority,
      long latencyCount,
      @Nullable Long latencyP50Nanos,
      @Nullable Long latencyP99Nanos,
      @Nullable Long latencyP999Nanos,
      @Nullable Long latencyMaxNanos,
      @Nullable Double cpuNanosPerUnit,
      @Nullable Double allocatedBytesPerUnit,
      @Nullable Double stealsPer1000Polls,
      @Nullable Double parksPer1000Polls,
      @Nullable Double stealsPerUnit,
      @Nullable Double stealOperationsPerUnit,
      @Nullable Double tasksPerStealOperation,
      @Nullable Double parksPerUnit,
      @Nullable Double unparksPerUnit,
      @Nullable Double noopWakeupsPerUnit,
      @Nullable Double overflowsPerUnit,
      @Nullable Double lifoPollsPerUnit,
      String library,
      String caveat,
      long latenessCount,
      @Nullable Long latenessP50Nanos,
      @Nullable Long latenessP99Nanos,
      @Nullable Long latenessP999Nanos,
      @Nullable Long latenessMaxNanos,
      @Nullable Boolean uncontrolled) {

    static Line of(Summary.Row row, @Nullable Boolean uncontrolled) throws JsonProcessingException {
      Judgement judgement = row.verdictInterval();
      SignFlip signs = row.signFlip();
      return new Line(
          row.workload(),
          row.strategy(),
          row.timer(),
          row.driver(),
          row.cores(),
          row.workers(),
          row.params().isEmpty() ? "" : Json.MAPPER.writeValueAsString(row.params()),
          row.status(),
          row.note(),
          row.forks(),
          row.forksPlanned(),
          row.pairedBlocks(),
          row.score().value(),
          row.score().lo(),
          row.score().hi(),
          row.score().unit(),
          row.score().better(),
          row.ratioToBaseline().value(),
          row.ratioToBaseline().lo(),
          row.ratioToBaseline().hi(),
          row.verdict(),
          judgement == null ? null : Double.valueOf(judgement.lo()),
          judgement == null ? null : Double.valueOf(judgement.hi()),
          judgement == null ? null : Double.valueOf(judgement.confidence()),
          signs == null ? null : Double.valueOf(signs.p()),
          signs == null ? null : Double.valueOf(signs.superiority()),
          row.schedulingLatencyNanos().count(),
          row.schedulingLatencyNanos().p50(),
          row.schedulingLatencyNanos().p99(),
          row.schedulingLatencyNanos().p999(),
          row.schedulingLatencyNanos().max(),
          row.cpuNanosPerUnit(),
          row.allocatedBytesPerUnit(),
          row.stealsPer1000Polls(),
          row.parksPer1000Polls(),
          row.scheduler().stealsPerUnit(),
          row.scheduler().stealOperationsPerUnit(),
          row.scheduler().tasksPerStealOperation(),
          row.scheduler().parksPerUnit(),
          row.scheduler().unparksPerUnit(),
          row.scheduler().noopWakeupsPerUnit(),
          row.scheduler().overflowsPerUnit(),
          row.scheduler().lifoPollsPerUnit(),
          row.library(),
          row.caveat(),
          row.latenessNanos().count(),
          row.latenessNanos().p50(),
          row.latenessNanos().p99(),
          row.latenessNanos().p999(),
          row.latenessNanos().max(),
          uncontrolled);
    }
  }

  static String of(Summary summary) throws JsonProcessingException {
    // The mapper's own default would put the columns in the order of the alphabet.
    CsvMapper mapper =
        CsvMapper.builder().disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY).build();
    CsvSchema schema =
        mapper
            .schemaFor(Line.class)
            .withHeader()
            .withLineSeparator("\r\n")
            .withColumnReordering(false);
    List<String> failed = summary.uncontrolled();
    Boolean uncontrolled = failed == null ? null : Boolean.valueOf(!failed.isEmpty());
    StringBuilder csv = new StringBuilder();
    for (Summary.Row row : summary.cells()) {
      csv.append(mapper.writer(schema).writeValueAsString(Line.of(row, uncontrolled)));
      schema = schema.withoutHeader();
    }
    return csv.toString();
  }
}
