package dev.heddle.harness.report;

import dev.heddle.harness.stats.Estimate;
import dev.heddle.harness.stats.Growth;
import dev.heddle.harness.stats.GrowthCurve;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;

/**
 * A logarithmic axis with ticks at numbers that people use: the sizes themselves, or round costs.
 * The library's own ticks stand at powers alone, of which costs often span none.
 */
final class PowerAxis extends LogAxis {
  private static final long serialVersionUID = 1;

  /** Space beyond the outermost numbers. */
  private static final double MARGIN = 1.15;

  /** The highest cost shown over the lowest is at least this. */
  private static final double LEAST_SPAN = 4;

  /** The mantissas that ticks may have, from few to many. */
  private static final List<List<Double>> MANTISSAS =
      List.of(
          List.of(1.0), List.of(1.0, 2.0, 5.0), List.of(1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0));

  private static final int ENOUGH_TICKS = 4;

  /** Ascending. */
  private final transient Map<Double, String> ticks;

  private PowerAxis(String label, double lo, double hi, Map<Double, String> ticks) {
    super(label);
    this.ticks = ticks;
    setRange(lo / MARGIN, hi * MARGIN);
  }

  static PowerAxis ofSizes(Growth growth) {
    TreeMap<Double, String> ticks = new TreeMap<>();
    for (GrowthCurve curve : growth.curves()) {
      for (GrowthCurve.Point point : curve.points()) {
        ticks.put((double) point.size(), Numbers.size(point.size()));
      }
    }
    return new PowerAxis("size", ticks.firstKey(), ticks.lastKey(), ticks);
  }

  /**
   * From the lowest to the highest end of an interval or of a fitted line.
   *
   * @param furthest by what factor an interval may reach beyond all values
   */
  static PowerAxis ofCosts(Growth growth, double furthest) {
    List<Double> values = new ArrayList<>();
    List<Double> all = new ArrayList<>();
    for (GrowthCurve curve : growth.curves()) {
      for (GrowthCurve.Point point : curve.points()) {
        Estimate cost = point.cost();
        Double value = cost.value();
        if (value != null) {
          values.add(value);
          all.add(cost.lo() == null ? value : cost.lo());
          all.add(cost.hi() == null ? value : cost.hi());
        }
      }
    }
    // The line misses points, and so may lie beyond them all.
    growth.curves().forEach(curve -> values.addAll(curve.line().values()));
    all.addAll(values);
    double lowest = values.stream().mapToDouble(Double::doubleValue).min().orElse(1);
    double highest = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
    double lo = all.stream().mapToDouble(Double::doubleValue).min().orElse(lowest);
    double hi = all.stream().mapToDouble(Double::doubleValue).max().orElse(highest);
    return over(growth.unit(), Math.max(lo, lowest / furthest), Math.min(hi, highest * furthest));
  }

  /** With ticks at the places themselves. */
  static PowerAxis at(String label, Collection<Double> places) {
    TreeMap<Double, String> ticks = new TreeMap<>();
    places.forEach(place -> ticks.put(place, Numbers.plain(place)));
    return new PowerAxis(label, ticks.firstKey(), ticks.lastKey(), ticks);
  }

  /** From one number to another, with ticks at round ones. */
  static PowerAxis over(String label, double lo, double hi) {
    // Wide enough that noise about a level looks like noise about a level.
    double widen = Math.max(1, Math.sqrt(LEAST_SPAN / (hi / lo)));
    return new PowerAxis(label, lo / widen, hi * widen, round(lo / widen, hi * widen));
  }

  private static Map<Double, String> round(double lo, double hi) {
    TreeMap<Double, String> ticks = new TreeMap<>();
    for (List<Double> mantissas : MANTISSAS) {
      ticks.clear();
      for (int power = (int) Math.floor(Math.log10(lo)); power <= Math.log10(hi); power++) {
        for (double mantissa : mantissas) {
          double tick = mantissa * Math.pow(10, power);
          if (lo <= tick && tick <= hi) {
            ticks.put(tick, Numbers.plain(tick));
          }
        }
      }
      if (ticks.size() >= ENOUGH_TICKS) {
        break;
      }
    }
    return ticks;
  }

  @Override
  public List<NumberTick> refreshTicks(
      Graphics2D graphics, AxisState state, Rectangle2D dataArea, RectangleEdge edge) {
    TextAnchor anchor =
        RectangleEdge.isTopOrBottom(edge) ? TextAnchor.TOP_CENTER : TextAnchor.CENTER_RIGHT;
    List<NumberTick> shown = new ArrayList<>();
    ticks.forEach(
        (value, text) -> shown.add(new NumberTick(value, text, anchor, TextAnchor.CENTER, 0)));
    return shown;
  }
}
