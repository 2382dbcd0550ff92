package dev.heddle.harness.report;

import dev.heddle.harness.record.Cell;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a series looks like in every plot: it follows from the names of its strategy and its timer
 * alone, whatever else is in the plot, so that a reader who knows one plot knows the next.
 *
 * <p>Two timers whose names are known here differ in colour and marker, and so do two strategies.
 * Others are drawn by what their name hashes to, and may share colour, marker or dashes with
 * another, but hardly all. In grey, markers and dashes tell series apart. The colours are those of
 * M. Okabe and K. Ito, "Color Universal Design" (2008), without the yellow that is lost on white.
 *
 * @param colour of line, marker and bars
 * @param marker about its own middle
 * @param line through the points
 */
record SeriesStyle(Color colour, Shape marker, BasicStroke line) {
  /** Names only: who is not among them is drawn, too. */
  private static final List<String> TIMERS =
      List.of(
          "timer-wheel",
          "binary-heap",
          "dary-heap",
          "jdk-delay-queue",
          "hashed-wheel",
          "agrona-wheel");

  private static final List<String> STRATEGIES =
      List.of(
          "global-queue",
          "work-stealing",
          "fork-join",
          "work-stealing-no-lifo",
          "virtual-threads",
          "mini");

  private static final List<Color> COLOURS =
      Stream.of(0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0x000000, 0xE69F00, 0x56B4E9)
          .map(Color::new)
          .toList();

  /** Each alternately on and off, in units of length; the first is solid. */
  private static final List<float[]> DASHES =
      List.of(
          new float[] {},
          new float[] {8, 4},
          new float[] {3, 3},
          new float[] {10, 3, 2, 3},
          new float[] {14, 4});

  private static final List<Shape> MARKERS =
      List.of(
          new Ellipse2D.Double(-4, -4, 8, 8),
          new Rectangle2D.Double(-3.5, -3.5, 7, 7),
          polygon(0, -5, 5, 4, -5, 4),
          polygon(0, -5.5, 5.5, 0, 0, 5.5, -5.5, 0),
          polygon(0, 5, 5, -4, -5, -4),
          polygon(
              -2, -5, 2, -5, 2, -2, 5, -2, 5, 2, 2, 2, 2, 5, -2, 5, -2, 2, -5, 2, -5, -2, -2, -2),
          polygon(-5, 0, 4, -5, 4, 5),
          polygon(5, 0, -4, -5, -4, 5));

  private static final float WIDTH = 1.5f;

  /**
   * The style of a series.
   *
   * @param series what its cells have in common
   */
  static SeriesStyle of(Cell series) {
    int timer = series.hasTimer() ? number(TIMERS, series.timer()) : 0;
    int strategy = series.hasRuntime() ? number(STRATEGIES, series.strategy()) : 0;
    String rest =
        (series.hasTimer() || series.hasRuntime() ? "" : series.workload())
            + (series.driver().equals(Cell.NONE) ? "" : series.driver())
            + (series.params().isEmpty() ? "" : series.params());
    int other = rest.isEmpty() ? 0 : number(List.of(), rest);
    // Weights prime to the lengths: who differs in one name differs in colour and marker. They are
    // not the same, so that who shares a colour seldom shares the marker, too.
    return new SeriesStyle(
        pick(COLOURS, timer + 3 * strategy + 2 * other),
        pick(MARKERS, timer + 5 * strategy + 3 * other),
        stroke(pick(DASHES, timer + 2 * strategy + 3 * other)));
  }

  /** A colour for the so-many-th of series that have no names of their own. */
  static Color colour(int number) {
    return pick(COLOURS, number);
  }

  /** The place of a name, or of one that is not known what it hashes to: the same on every JVM. */
  private static int number(List<String> known, String name) {
    int place = known.indexOf(name);
    return place >= 0 ? place : Math.floorMod(31 * name.hashCode(), 1 << 16);
  }

  private static <T> T pick(List<T> from, int number) {
    return from.get(number % from.size());
  }

  private static BasicStroke stroke(float[] dashes) {
    return dashes.length == 0
        ? new BasicStroke(WIDTH)
        : new BasicStroke(WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dashes, 0);
  }

  private static Shape polygon(double... coordinates) {
    Path2D path = new Path2D.Double();
    path.moveTo(coordinates[0], coordinates[1]);
    for (int i = 2; i < coordinates.length; i += 2) {
      path.lineTo(coordinates[i], coordinates[i + 1]);
    }
    path.closePath();
    return path;
  }
}
