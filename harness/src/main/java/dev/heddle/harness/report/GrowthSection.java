package dev.heddle.harness.report;

import dev.heddle.harness.stats.Crossover;
import dev.heddle.harness.stats.Growth;
import dev.heddle.harness.stats.GrowthCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How the cost of one workload grows with its size, in words: its exponents, its crossovers, and
 * where its plot is.
 *
 * @param growth what is told
 * @param whyNoPlot why there is no plot, in one line; empty if there is one
 */
record GrowthSection(Growth growth, String whyNoPlot) {
  private static final String EXPONENT =
      "exponent: cost ~ size^exponent, by least squares through the logs; 0 does not grow, 1 grows with the size itself, and a logarithm shows as a little above 0; the line misses its points by the factor beside it at most";
  private static final String CROSSOVER =
      "crossover: where both cost the same, straight between measured sizes on log scales; [sizes at which the 95 % interval of their ratio holds 1], and < or > if that reaches beyond the sizes measured";

  String title() {
    return "Cost against size: %s, %s"
        .formatted(growth.workload(), growth.cores() == 1 ? "1 core" : growth.cores() + " cores");
  }

  /** The plot's name in the run's folder, without its ending. */
  String plot() {
    // A plan from elsewhere must not lead out of the folder.
    String workload = growth.workload().replaceAll("[^A-Za-z0-9._-]", "-");
    return "plots/%s-%s"
        .formatted(workload, growth.cores() == 1 ? "1-core" : growth.cores() + "-cores");
  }

  boolean hasPlot() {
    return whyNoPlot.isEmpty();
  }

  GrowthSection withoutPlot(String why) {
    return new GrowthSection(growth, why);
  }

  String markdown() {
    StringBuilder text = new StringBuilder();
    text.append(
        hasPlot()
            ? "![%s](%s.svg)\n\nThe same [as PNG](%s.png); the numbers in [growth.csv](growth.csv) and [crossovers.csv](crossovers.csv).\n"
                .formatted(title(), plot(), plot())
            : "No plot: %s.\n".formatted(whyNoPlot));
    text.append("\n- ").append(EXPONENT).append("\n\n").append(exponents().markdown());
    if (!growth.crossovers().isEmpty()) {
      text.append("\n- ").append(CROSSOVER).append("\n\n").append(crossovers().markdown());
    }
    return text.toString();
  }

  String terminal() {
    StringBuilder text = new StringBuilder();
    text.append(hasPlot() ? "plot: " + plot() + ".svg, .png" : "no plot: " + whyNoPlot);
    text.append('\n').append(EXPONENT).append('\n');
    text.append(exponents().terminal((column, cell) -> cell));
    if (!growth.crossovers().isEmpty()) {
      text.append(CROSSOVER).append('\n');
      text.append(crossovers().terminal((column, cell) -> cell));
    }
    return text.toString();
  }

  private Grid exponents() {
    return new Grid(
        List.of("series", "exponent [95 %]", "line off by", "blocks", "fitted over", "note"),
        growth.curves().stream().map(GrowthSection::row).toList(),
        List.of(0, 4, 5));
  }

  private static List<String> row(GrowthCurve curve) {
    return List.of(
        curve.label(),
        exponent(curve),
        curve.worstFactor() == null
            ? Numbers.UNKNOWN
            : String.format(Locale.ROOT, "%.2fx", curve.worstFactor()),
        Integer.toString(curve.blocks()),
        curve.fittedSizes().isEmpty()
            ? Numbers.UNKNOWN
            : curve.fittedSizes().stream().map(Numbers::size).collect(Collectors.joining(", ")),
        curve.note());
  }

  /** Three decimals: an exponent is a difference, so its digits before the point say nothing. */
  private static String exponent(GrowthCurve curve) {
    Double value = curve.exponent().value();
    Double lo = curve.exponent().lo();
    Double hi = curve.exponent().hi();
    if (value == null) {
      return Numbers.UNKNOWN;
    }
    return lo == null || hi == null
        ? decimals(value)
        : "%s [%s, %s]".formatted(decimals(value), decimals(lo), decimals(hi));
  }

  /** An exponent as it is shown; never {@code -0.000}. */
  static String decimals(double exponent) {
    String text = String.format(Locale.ROOT, "%.3f", exponent);
    return text.equals("-0.000") ? "0.000" : text;
  }

  private Grid crossovers() {
    return new Grid(
        List.of("a", "b", "crossover [95 %]", "which costs less", "blocks"),
        growth.crossovers().stream().map(GrowthSection::row).toList(),
        List.of(0, 1, 2, 3));
  }

  private static List<String> row(Crossover crossover) {
    return List.of(
        crossover.a(),
        crossover.b(),
        where(crossover),
        which(crossover),
        Integer.toString(crossover.blocks()));
  }

  private static String where(Crossover crossover) {
    String places =
        crossover.crossings().stream()
            .map(crossing ->
                crossing.range() == null
                    ? Numbers.shown(crossing.size())
                    : Numbers.shown(crossing.size()) + " " + shown(crossing.range()))
            .collect(Collectors.joining("; "));
    return switch (crossover.outcome()) {
      case UNKNOWN -> Numbers.UNKNOWN;
      case A_LESS_THROUGHOUT, B_LESS_THROUGHOUT, EQUAL -> "none in range";
      case ONE -> places;
      case SEVERAL -> "more than one: " + places;
    };
  }

  private static String shown(Crossover.Range range) {
    return "[%s%s, %s%s]"
        .formatted(
            range.openBelow() ? "<" : "",
            Numbers.shown(range.lo()),
            range.openAbove() ? ">" : "",
            Numbers.shown(range.hi()));
  }

  private static String which(Crossover crossover) {
    return switch (crossover.outcome()) {
      case UNKNOWN -> "not known: " + crossover.note();
      case A_LESS_THROUGHOUT -> crossover.a() + " throughout" + doubts(crossover);
      case B_LESS_THROUGHOUT -> crossover.b() + " throughout" + doubts(crossover);
      case EQUAL -> "neither: equal throughout";
      case ONE, SEVERAL ->
          inTurn(crossover) + (crossover.undecided() == null ? "; " + crossover.note() : "");
    };
  }

  /** Where the better one is so on average only. */
  private static String doubts(Crossover crossover) {
    List<Crossover.Range> undecided = crossover.undecided();
    if (undecided == null) {
      return "; " + crossover.note();
    }
    return undecided.isEmpty()
        ? ""
        : undecided.stream()
            .map(
                range -> "%s to %s".formatted(Numbers.shown(range.lo()), Numbers.shown(range.hi())))
            .collect(Collectors.joining(" and ", "; undecided at ", ""));
  }

  private static String inTurn(Crossover crossover) {
    List<String> turns = new ArrayList<>();
    for (Crossover.Crossing crossing : crossover.crossings()) {
      turns.add(
          "%s up to %s"
              .formatted(
                  crossing.lessBelow().equals("a") ? crossover.a() : crossover.b(),
                  Numbers.shown(crossing.size())));
    }
    boolean lastIsA = crossover.crossings().getLast().lessBelow().equals("b");
    turns.add("then " + (lastIsA ? crossover.a() : crossover.b()));
    return String.join(", ", turns);
  }
}
