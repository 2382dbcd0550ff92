package dev.heddle.harness.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import dev.heddle.harness.claims.Picture;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;

/**
 * Draws a {@link Picture}: points with their 95 % intervals, joined or not. Names along an axis
 * stand at the left, where there is room for them. Not thread-safe.
 */
final class ClaimPlot {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 420;

  private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 15);
  private static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
  private static final Font SMALL = new Font(Font.SANS_SERIF, Font.PLAIN, 11);

  /** Intervals of very few blocks may reach further, but not in the picture. */
  private static final double FURTHEST = 10;

  private static final double MARKER = 8;
  private static final BasicStroke LINE = new BasicStroke(1.5f);
  private static final BasicStroke THIN = new BasicStroke(1f);

  private ClaimPlot() {}

  /** As SVG 1.1, with texts as texts. */
  static String svg(Picture picture) throws IOException {
    VectorGraphics2D graphics = new VectorGraphics2D();
    chart(picture).draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new SVGProcessor()
        .getDocument(graphics.getCommands(), new PageSize(0, 0, WIDTH, HEIGHT))
        .writeTo(bytes);
    // It names the one font that was found here; readers elsewhere may have another.
    return bytes
        .toString(UTF_8)
        .replaceAll("font-family:&quot;([^&]*)&quot;", "font-family:'$1',sans-serif");
  }

  private static JFreeChart chart(Picture picture) {
    XYPlot plot = new XYPlot();
    plot.setDomainAxis(domain(picture));
    plot.setRangeAxis(0, range(picture.y(), curves(picture, false)));
    plot.setDataset(0, points(picture, false));
    plot.setRenderer(0, renderer(picture, false));
    Picture.Axis second = picture.second();
    if (second != null) {
      plot.setRangeAxis(1, range(second, curves(picture, true)));
      plot.setRangeAxisLocation(1, AxisLocation.BOTTOM_OR_RIGHT);
      plot.setDataset(1, points(picture, true));
      plot.setRenderer(1, renderer(picture, true));
      plot.mapDatasetToRangeAxis(1, 1);
    }
    Double mark = picture.y().mark();
    if (mark != null) {
      plot.addRangeMarker(new ValueMarker(mark, Color.DARK_GRAY, LINE));
    }
    if (!picture.x().names().isEmpty() && second == null) {
      plot.setOrientation(PlotOrientation.HORIZONTAL);
      plot.getDomainAxis().setInverted(true);
    }
    plot.setBackgroundPaint(Color.WHITE);
    plot.setDomainGridlinePaint(Color.LIGHT_GRAY);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    JFreeChart chart = new JFreeChart(picture.title(), TITLE, plot, true);
    chart.setBackgroundPaint(Color.WHITE);
    chart.getLegend().setPosition(RectangleEdge.BOTTOM);
    chart.getLegend().setItemFont(TEXT);
    chart.getLegend().setFrame(BlockBorder.NONE);
    return chart;
  }

  private static ValueAxis domain(Picture picture) {
    Picture.Axis of = picture.x();
    if (of.names().isEmpty()) {
      return lettered(
          of.logarithmic()
              ? PowerAxis.at(of.label(), each(picture.curves(), Picture.Point::x))
              : linear(of));
    }
    List<String> fromOne = new ArrayList<>(List.of(""));
    fromOne.addAll(of.names());
    SymbolAxis names = new SymbolAxis(of.label(), fromOne.toArray(String[]::new));
    names.setGridBandsVisible(false);
    names.setRange(0.5, of.names().size() + 0.5);
    return lettered(names);
  }

  private static ValueAxis range(Picture.Axis of, List<Picture.Curve> curves) {
    if (!of.logarithmic()) {
      return lettered(linear(of));
    }
    List<Double> ends = each(curves, ClaimPlot::lo);
    ends.addAll(each(curves, ClaimPlot::hi));
    return lettered(PowerAxis.over(of.label(), Collections.min(ends), Collections.max(ends)));
  }

  private static NumberAxis linear(Picture.Axis of) {
    NumberAxis linear = new NumberAxis(of.label());
    linear.setNumberFormatOverride(numbers());
    return linear;
  }

  private static ValueAxis lettered(ValueAxis axis) {
    axis.setLabelFont(TEXT);
    axis.setTickLabelFont(SMALL);
    return axis;
  }

  private static List<Double> each(
      List<Picture.Curve> curves, ToDoubleFunction<Picture.Point> what) {
    return curves.stream()
        .flatMap(curve -> curve.points().stream())
        .mapToDouble(what)
        .boxed()
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** Of what is above zero, no further off than a picture can show. */
  private static double lo(Picture.Point point) {
    return point.y() > 0 ? Math.max(point.lo(), point.y() / FURTHEST) : point.lo();
  }

  private static double hi(Picture.Point point) {
    return point.y() > 0 ? Math.min(point.hi(), point.y() * FURTHEST) : point.hi();
  }

  private static DecimalFormat numbers() {
    return new DecimalFormat("#,##0.###", DecimalFormatSymbols.getInstance(Locale.ROOT));
  }

  private static List<Picture.Curve> curves(Picture picture, boolean second) {
    return picture.curves().stream().filter(curve -> curve.second() == second).toList();
  }

  private static XYIntervalSeriesCollection points(Picture picture, boolean second) {
    XYIntervalSeriesCollection all = new XYIntervalSeriesCollection();
    for (Picture.Curve curve : curves(picture, second)) {
      XYIntervalSeries series = new XYIntervalSeries(curve.name());
      for (Picture.Point point : curve.points()) {
        series.add(point.x(), point.x(), point.x(), point.y(), lo(point), hi(point));
      }
      all.addSeries(series);
    }
    return all;
  }

  private static XYErrorRenderer renderer(Picture picture, boolean second) {
    XYErrorRenderer renderer = new XYErrorRenderer();
    renderer.setDrawXError(false);
    renderer.setErrorStroke(THIN);
    List<Picture.Curve> curves = curves(picture, second);
    int before = second ? curves(picture, false).size() : 0;
    for (int i = 0; i < curves.size(); i++) {
      renderer.setSeriesLinesVisible(i, curves.get(i).line());
      renderer.setSeriesStroke(i, LINE);
      renderer.setSeriesPaint(i, SeriesStyle.colour(before + i));
      renderer.setSeriesShape(
          i,
          second
              ? new Rectangle2D.Double(-MARKER / 2, -MARKER / 2, MARKER, MARKER)
              : new Ellipse2D.Double(-MARKER / 2, -MARKER / 2, MARKER, MARKER));
    }
    return renderer;
  }
}
