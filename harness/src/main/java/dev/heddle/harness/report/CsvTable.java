package dev.heddle.harness.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.heddle.harness.record.Cell;
import dev.heddle.harness.record.Json;
import dev.heddle.harness.record.Status;
import dev.heddle.harness.stats.Crossover;
import dev.heddle.harness.stats.EndpointTimes;
import dev.heddle.harness.stats.Growth;
import dev.heddle.harness.stats.GrowthCurve;
import dev.heddle.harness.stats.Judgement;
import dev.heddle.harness.stats.SignFlip;
import dev.heddle.harness.stats.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code table.csv}, {@code endpoints.csv}, {@code growth.csv}, {@code crossovers.csv}: one line
 * per cell, per cell and endpoint, per series, per crossing or pair without one, with the fields of
 * {@code summary.json}, after RFC 4180. Empty where nothing is known; numbers unrounded, with a
 * point and no grouping.
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
      long responseCount,
      @Nullable Long responseP50Nanos,
      @Nullable Long responseP99Nanos,
      @Nullable Long responseP999Nanos,
      @Nullable Long responseP9999Nanos,
      @Nullable Long responseMaxNanos,
      long serviceCount,
      @Nullable Long serviceP50Nanos,
      @Nullable Long serviceP99Nanos,
      @Nullable Long serviceP999Nanos,
      @Nullable Long serviceP9999Nanos,
      @Nullable Long serviceMaxNanos,
      long sendLagCount,
      @Nullable Long sendLagP50Nanos,
      @Nullable Long sendLagP99Nanos,
      @Nullable Long sendLagP999Nanos,
      @Nullable Long sendLagP9999Nanos,
      @Nullable Long sendLagMaxNanos,
      @Nullable Double requestsPerSecond,
      @Nullable Double serverCpuNanosPerRequest,
      @Nullable Double generatorCpuNanosPerRequest,
      @Nullable Double serverBusy,
      @Nullable Double generatorBusy,
      @Nullable Double systemCallsPerRequest,
      @Nullable Double waitsPerRequest,
      @Nullable Double wakesPerRequest,
      @Nullable Double contextSwitchesPerRequest,
      @Nullable Double bufferWaitsPerRequest,
      @Nullable Double onSchedule,
      String driverObtained,
      String loadDriver,
      String loadCpus,
      String peerOf,
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
          json(row.params()),
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
          row.responseNanos().count(),
          row.responseNanos().p50(),
          row.responseNanos().p99(),
          row.responseNanos().p999(),
          row.responseNanos().p9999(),
          row.responseNanos().max(),
          row.serviceNanos().count(),
          row.serviceNanos().p50(),
          row.serviceNanos().p99(),
          row.serviceNanos().p999(),
          row.serviceNanos().p9999(),
          row.serviceNanos().max(),
          row.sendLagNanos().count(),
          row.sendLagNanos().p50(),
          row.sendLagNanos().p99(),
          row.sendLagNanos().p999(),
          row.sendLagNanos().p9999(),
          row.sendLagNanos().max(),
          row.requests().perSecond(),
          row.requests().serverCpuNanosPerRequest(),
          row.requests().generatorCpuNanosPerRequest(),
          row.requests().serverBusy(),
          row.requests().generatorBusy(),
          row.requests().systemCallsPerRequest(),
          row.requests().waitsPerRequest(),
          row.requests().wakesPerRequest(),
          row.requests().contextSwitchesPerRequest(),
          row.requests().bufferWaitsPerRequest(),
          row.requests().onSchedule(),
          row.driverObtained(),
          row.loadDriver(),
          row.loadCpus(),
          row.peerOf(),
          uncontrolled);
    }
  }

  private record EndpointLine(
      String workload,
      String strategy,
      int cores,
      int workers,
      String params,
      String endpoint,
      long count,
      @Nullable Long responseP50Nanos,
      @Nullable Long responseP99Nanos,
      @Nullable Long responseP999Nanos,
      @Nullable Long responseP9999Nanos,
      @Nullable Long responseMaxNanos,
      @Nullable Long serviceP50Nanos,
      @Nullable Long serviceP99Nanos,
      @Nullable Long serviceMaxNanos,
      @Nullable Long sendLagP50Nanos,
      @Nullable Long sendLagP99Nanos,
      @Nullable Long sendLagMaxNanos) {

    static EndpointLine of(Summary.Row row, String endpoint, EndpointTimes times)
        throws JsonProcessingException {
      return new EndpointLine(
          row.workload(),
          row.strategy(),
          row.cores(),
          row.workers(),
          json(row.params()),
          endpoint,
          times.responseNanos().count(),
          times.responseNanos().p50(),
          times.responseNanos().p99(),
          times.responseNanos().p999(),
          times.responseNanos().p9999(),
          times.responseNanos().max(),
          times.serviceNanos().p50(),
          times.serviceNanos().p99(),
          times.serviceNanos().max(),
          times.sendLagNanos().p50(),
          times.sendLagNanos().p99(),
          times.sendLagNanos().max());
    }
  }

  private record GrowthLine(
      String workload,
      int cores,
      String series,
      String strategy,
      String timer,
      String driver,
      int workers,
      String params,
      @Nullable Double exponent,
      @Nullable Double exponentLo,
      @Nullable Double exponentHi,
      @Nullable Double coefficient,
      String unit,
      @Nullable Double worstFactor,
      String fittedSizes,
      int blocks,
      String note) {

    static GrowthLine of(Growth growth, GrowthCurve curve) throws JsonProcessingException {
      Cell cell = curve.series();
      return new GrowthLine(
          growth.workload(),
          growth.cores(),
          curve.label(),
          cell.strategy(),
          cell.timer(),
          cell.driver(),
          cell.workers(),
          json(cell.params()),
          curve.exponent().value(),
          curve.exponent().lo(),
          curve.exponent().hi(),
          curve.coefficient(),
          growth.unit(),
          curve.worstFactor(),
          joined(curve.fittedSizes()),
          curve.blocks(),
          curve.note());
    }
  }

  private record CrossoverLine(
      String workload,
      int cores,
      String a,
      String b,
      Crossover.Outcome outcome,
      @Nullable Double size,
      @Nullable Double sizeLo,
      @Nullable Double sizeHi,
      @Nullable Boolean openBelow,
      @Nullable Boolean openAbove,
      @Nullable Double cost,
      String unit,
      String lessBelow,
      String sizes,
      int blocks,
      String note) {

    static CrossoverLine of(
        Growth growth, Crossover crossover, Crossover.@Nullable Crossing crossing) {
      Crossover.Range range = crossing == null ? null : crossing.range();
      return new CrossoverLine(
          growth.workload(),
          growth.cores(),
          crossover.a(),
          crossover.b(),
          crossover.outcome(),
          crossing == null ? null : Double.valueOf(crossing.size()),
          range == null ? null : Double.valueOf(range.lo()),
          range == null ? null : Double.valueOf(range.hi()),
          range == null ? null : Boolean.valueOf(range.openBelow()),
          range == null ? null : Boolean.valueOf(range.openAbove()),
          crossing == null ? null : Double.valueOf(crossing.cost()),
          growth.unit(),
          crossing == null ? "" : crossing.lessBelow(),
          joined(crossover.sizes()),
          crossover.blocks(),
          crossover.note());
    }
  }

  private static String json(Map<String, Object> params) throws JsonProcessingException {
    return params.isEmpty() ? "" : Json.MAPPER.writeValueAsString(params);
  }

  private static String joined(List<Long> sizes) {
    return sizes.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  static String of(Summary summary) throws JsonProcessingException {
    List<String> failed = summary.uncontrolled();
    Boolean uncontrolled = failed == null ? null : Boolean.valueOf(!failed.isEmpty());
    List<Line> lines = new ArrayList<>();
    for (Summary.Row row : summary.cells()) {
      lines.add(Line.of(row, uncontrolled));
    }
    return text(Line.class, lines);
  }

  static String endpoints(Summary summary) throws JsonProcessingException {
    List<EndpointLine> lines = new ArrayList<>();
    for (Summary.Row row : summary.cells()) {
      for (Map.Entry<String, EndpointTimes> each : row.endpoints().entrySet()) {
        lines.add(EndpointLine.of(row, each.getKey(), each.getValue()));
      }
    }
    return text(EndpointLine.class, lines);
  }

  static String growth(List<Growth> all) throws JsonProcessingException {
    List<GrowthLine> lines = new ArrayList<>();
    for (Growth growth : all) {
      for (GrowthCurve curve : growth.curves()) {
        lines.add(GrowthLine.of(growth, curve));
      }
    }
    return text(GrowthLine.class, lines);
  }

  static String crossovers(List<Growth> all) throws JsonProcessingException {
    List<CrossoverLine> lines = new ArrayList<>();
    for (Growth growth : all) {
      for (Crossover crossover : growth.crossovers()) {
        for (Crossover.Crossing crossing : crossover.crossings()) {
          lines.add(CrossoverLine.of(growth, crossover, crossing));
        }
        if (crossover.crossings().isEmpty()) {
          lines.add(CrossoverLine.of(growth, crossover, null));
        }
      }
    }
    return text(CrossoverLine.class, lines);
  }

  /** A header, and one line for each value. */
  private static <T> String text(Class<T> type, List<T> lines) throws JsonProcessingException {
    // The mapper's own default would put the columns in the order of the alphabet.
    CsvMapper mapper =
        CsvMapper.builder().disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY).build();
    CsvSchema schema =
        mapper.schemaFor(type).withHeader().withLineSeparator("\r\n").withColumnReordering(false);
    StringBuilder csv = new StringBuilder();
    if (lines.isEmpty()) {
      List<String> columns = new ArrayList<>();
      schema.forEach(column -> columns.add(column.getName()));
      csv.append(String.join(",", columns)).append("\r\n");
    }
    for (T line : lines) {
      csv.append(mapper.writer(schema).writeValueAsString(line));
      schema = schema.withoutHeader();
    }
    return csv.toString();
  }
}
