package dev.heddle.harness.report;

import dev.heddle.harness.stats.Interval;
import dev.heddle.workloads.service.RulerCheck;
import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.stat.descriptive.moment.StandardDeviation;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * What the open loop measured beside what it had to.
 *
 * @param schema {@value #SCHEMA}
 * @param strategy that served, with one worker
 * @param loadAverage of the host before, over one minute; null if it does not say
 * @param note what is to be known of the host; mostly empty
 */
public record RulerTable(
    String schema, String strategy, @Nullable Double loadAverage, String note, List<Row> rows) {
  /** Of the JSON. */
  public static final String SCHEMA = "heddle.ruler/1";

  private static final double CLOSE = 0.05;
  private static final double ALPHA = 0.05;
  private static final double NANOS_PER_MICRO = 1e3;

  private static final List<String> HEADER =
      List.of("setting", "quantity", "expected us", "measured us [95 %]", "difference", "");

  /** Takes a copy of the list. */
  public RulerTable {
    rows = List.copyOf(rows);
  }

  /**
   * One quantity.
   *
   * @param measuredNanos of all requests together
   * @param interval of that, at 95 %, by Student's t over the batches
   * @param asExpected whether the interval holds what was expected, or it is within 5 % of that
   */
  public record Row(
      String setting,
      String quantity,
      double expectedNanos,
      double measuredNanos,
      Interval interval,
      boolean asExpected) {

    /** Of one line, with two batches or more. */
    public static Row of(RulerCheck.Line line) {
      double measured = line.measuredNanos();
      double[] batches = line.batchesNanos().stream().mapToDouble(Double::doubleValue).toArray();
      double half =
          TDistribution.of(batches.length - 1.0).inverseSurvivalProbability(ALPHA / 2)
              * new StandardDeviation().evaluate(batches)
              / Math.sqrt(batches.length);
      Interval interval = new Interval(measured - half, measured + half);
      double expected = line.expectedNanos();
      return new Row(
          line.setting(),
          line.quantity(),
          expected,
          measured,
          interval,
          (interval.lo() <= expected && expected <= interval.hi())
              || Math.abs(measured - expected) <= CLOSE * expected);
    }
  }

  /** For people; ends with a line's end. */
  public String text() {
    Grid grid =
        new Grid(
            HEADER,
            rows.stream()
                .map(row ->
                    List.of(
                        row.setting,
                        row.quantity,
                        micros(row.expectedNanos),
                        "%s [%s, %s]"
                            .formatted(
                                micros(row.measuredNanos),
                                micros(row.interval.lo()),
                                micros(row.interval.hi())),
                        String.format(
                            Locale.ROOT,
                            "%+.1f %%",
                            100 * (row.measuredNanos / row.expectedNanos - 1)),
                        row.asExpected ? "as expected" : "off"))
                .toList(),
            List.of(0, 1, 5));
    long off = rows.stream().filter(row -> !row.asExpected).count();
    return "%s, 1 worker; load average before: %s%s\n%s%s\n"
        .formatted(
            strategy,
            loadAverage == null ? "unknown" : String.format(Locale.ROOT, "%.2f", loadAverage),
            note.isEmpty() ? "" : "; " + note,
            grid.terminal((column, cell) -> cell),
            off == 0
                ? "All as arithmetic says: the interval holds it, or it is within 5 %."
                : "%d of %d off. The same ruler is exact in virtual time, where the tests hold it: what differs here, this host adds."
                    .formatted(off, rows.size()));
  }

  private static String micros(double nanos) {
    return Numbers.shown(nanos / NANOS_PER_MICRO);
  }
}
