package dev.heddle.harness.claims;

import dev.heddle.harness.stats.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a plot shows, without how.
 *
 * @param title stands above it
 * @param x along the bottom: what it is of, and how it is divided
 * @param y at the left
 * @param second at the right, for the curves that go by it; null if none does
 * @param curves at least one
 */
public record Picture(String title, Axis x, Axis y, @Nullable Axis second, List<Curve> curves) {

  /** Takes a copy of the list. */
  public Picture {
    curves = List.copyOf(curves);
  }

  /**
   * An axis.
   *
   * @param label what it is of
   * @param logarithmic whether equal factors are equally far apart
   * @param names what stands at 1, 2, 3 in place of numbers; mostly empty
   * @param mark where a line is drawn across, such as 1 of ratios; null for none
   */
  public record Axis(String label, boolean logarithmic, List<String> names, @Nullable Double mark) {

    /** Takes a copy of the list. */
    public Axis {
      names = List.copyOf(names);
    }

    static Axis linear(String label) {
      return new Axis(label, false, List.of(), null);
    }

    static Axis logarithmic(String label) {
      return new Axis(label, true, List.of(), null);
    }

    /** Of ratios, with a line at 1, where nothing differs. */
    static Axis ratio(String label) {
      return new Axis(label, false, List.of(), 1.0);
    }

    static Axis named(String label, List<String> names) {
      return new Axis(label, false, names, null);
    }
  }

  /**
   * What belongs together.
   *
   * @param name for the legend
   * @param second whether it goes by the axis at the right
   * @param line whether its points are joined
   * @param points of it
   */
  public record Curve(String name, boolean second, boolean line, List<Point> points) {

    /** Takes a copy of the list. */
    public Curve {
      points = List.copyOf(points);
    }
  }

  /**
   * A point with its interval, which may be nothing but itself.
   *
   * @param x along the bottom
   * @param y upwards
   * @param lo lower end
   * @param hi upper end
   */
  public record Point(double x, double y, double lo, double hi) {

    static @Nullable Point of(double x, Estimate estimate) {
      Double y = estimate.value();
      return y == null
          ? null
          : new Point(
              x,
              y,
              Objects.requireNonNullElse(estimate.lo(), y),
              Objects.requireNonNullElse(estimate.hi(), y));
    }
  }

  /** Points that are known, at the places given. */
  static List<Point> points(List<? extends Number> places, List<Estimate> estimates) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      Point point = Point.of(places.get(i).doubleValue(), estimates.get(i));
      if (point != null) {
        points.add(point);
      }
    }
    return points;
  }

  /** Findings beside one another, which are in the same unit. */
  static Picture of(String title, Axis y, List<Finding> findings) {
    List<Integer> places = new ArrayList<>();
    for (int place = 1; place <= findings.size(); place++) {
      places.add(place);
    }
    return new Picture(
        title,
        Axis.named("", findings.stream().map(Finding::what).toList()),
        y,
        null,
        List.of(
            new Curve(
                "95 % interval",
                false, false, points(places, findings.stream().map(Finding::measured).toList()))));
  }
}
