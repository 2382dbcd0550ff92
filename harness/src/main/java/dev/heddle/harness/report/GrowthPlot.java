package dev.heddle.harness.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import dev.heddle.harness.stats.Crossover;
import dev.heddle.harness.stats.Estimate;
import dev.heddle.harness.stats.Growth;
import dev.heddle.harness.stats.GrowthCurve;
import dev.heddle.harness.stats.RunResult;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.text.TextUtils;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * Cost over size on two logarithmic axes: a line through each series' points with their intervals,
 * its fitted power dotted, and a ring at each crossover with its interval.
 *
 * <p>A series looks the same in every plot: see {@link SeriesStyle}. On one machine the same
 * numbers give the same bytes; fonts differ elsewhere.
 *
 * <p>Not thread-safe.
 */
final class GrowthPlot {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 600;

  /** The legend's rows hold about two names each, and must not take their room from the plot. */
  private static final int HEIGHT_PER_SERIES = 12;

  /** Pixels of the PNG for a unit of length, for sharp screens and print. */
  private static final int SCALE = 2;

  // Neither is 12, which the SVG writer takes for every reader's default and leaves out.
  private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 15);
  private static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
  private static final Font SMALL = new Font(Font.SANS_SERIF, Font.PLAIN, 11);

  /** Intervals of very few blocks may reach further, but not in the picture. */
  private static final double FURTHEST = 3;

  private static final Shape RING = new Ellipse2D.Double(-7, -7, 14, 14);
  private static final BasicStroke THIN = new BasicStroke(1f);

  static {
    // Rotated texts stay texts; the other way is for faults of Java's that are long gone.
    TextUtils.setUseDrawRotatedStringWorkaround(false);
  }

  private final JFreeChart chart;
  private final int height;

  private GrowthPlot(JFreeChart chart, int height) {
    this.chart = chart;
    this.height = height;
  }

  /** Does what needs a font, and throws what AWT throws if there is none. */
  static void measureText() {
    Graphics2D graphics = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
    graphics.getFontMetrics(TITLE).stringWidth("size");
    graphics.getFontMetrics(TEXT).stringWidth("size");
    graphics.dispose();
  }

  static GrowthPlot of(Growth growth) {
    String title =
        "%s, %s"
            .formatted(
                growth.workload(), growth.cores() == 1 ? "1 core" : growth.cores() + " cores");
    PowerAxis sizes = PowerAxis.ofSizes(growth);
    PowerAxis costs = PowerAxis.ofCosts(growth, FURTHEST);
    for (PowerAxis axis : List.of(sizes, costs)) {
      axis.setLabelFont(TEXT);
      axis.setTickLabelFont(SMALL);
    }
    List<SeriesStyle> styles =
        growth.curves().stream().map(curve -> SeriesStyle.of(curve.series())).toList();
    XYPlot plot = new XYPlot();
    plot.setDomainAxis(sizes);
    plot.setRangeAxis(costs);
    plot.setDataset(0, points(growth.curves()));
    plot.setRenderer(0, pointRenderer(styles));
    plot.setDataset(1, fits(growth.curves()));
    plot.setRenderer(1, fitRenderer(styles));
    plot.setDataset(2, crossovers(growth.crossovers()));
    plot.setRenderer(2, crossoverRenderer());
    plot.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setDomainGridlinePaint(Color.LIGHT_GRAY);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    JFreeChart chart = new JFreeChart(title, TITLE, plot, true);
    chart.setBackgroundPaint(Color.WHITE);
    chart.addSubtitle(
        new TextTitle(
            "%s; dotted: fitted powers; rings: crossovers"
                .formatted(hasIntervals(growth) ? "bars: 95 % intervals" : RunResult.NO_INTERVAL),
            SMALL));
    chart.getLegend().setPosition(RectangleEdge.BOTTOM);
    chart.getLegend().setItemFont(TEXT);
    chart.getLegend().setFrame(BlockBorder.NONE);
    return new GrowthPlot(chart, HEIGHT + HEIGHT_PER_SERIES * growth.curves().size());
  }

  private static boolean hasIntervals(Growth growth) {
    return growth.curves().stream()
        .flatMap(curve -> curve.points().stream())
        .anyMatch(point -> point.cost().lo() != null);
  }

  private static XYIntervalSeriesCollection points(List<GrowthCurve> curves) {
    XYIntervalSeriesCollection all = new XYIntervalSeriesCollection();
    for (GrowthCurve curve : curves) {
      XYIntervalSeries series = new XYIntervalSeries(name(curve));
      for (GrowthCurve.Point point : curve.points()) {
        Estimate cost = point.cost();
        Double value = cost.value();
        if (value != null) {
          double lo = cost.lo() == null ? value : cost.lo();
          double hi = cost.hi() == null ? value : cost.hi();
          double size = (double) point.size();
          series.add(size, size, size, value, lo, hi);
        }
      }
      all.addSeries(series);
    }
    return all;
  }

  private static String name(GrowthCurve curve) {
    Double exponent = curve.exponent().value();
    return exponent == null
        ? curve.label()
        : "%s (exponent %s)".formatted(curve.label(), GrowthSection.decimals(exponent));
  }

  private static XYErrorRenderer pointRenderer(List<SeriesStyle> styles) {
    XYErrorRenderer renderer = new XYErrorRenderer();
    renderer.setDefaultLinesVisible(true);
    renderer.setDrawXError(false);
    renderer.setErrorStroke(THIN);
    for (int i = 0; i < styles.size(); i++) {
      renderer.setSeriesPaint(i, styles.get(i).colour());
      renderer.setSeriesShape(i, styles.get(i).marker());
      renderer.setSeriesStroke(i, styles.get(i).line());
    }
    // Long enough to show its dashes.
    renderer.setLegendLine(new Line2D.Double(-20, 0, 20, 0));
    return renderer;
  }

  private static XYSeriesCollection fits(List<GrowthCurve> curves) {
    XYSeriesCollection all = new XYSeriesCollection();
    for (int i = 0; i < curves.size(); i++) {
      GrowthCurve curve = curves.get(i);
      XYSeries series = new XYSeries("fit " + i);
      curve.line().forEach((size, cost) -> series.add((double) size, (double) cost));
      all.addSeries(series);
    }
    return all;
  }

  private static XYLineAndShapeRenderer fitRenderer(List<SeriesStyle> styles) {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
    for (int i = 0; i < styles.size(); i++) {
      renderer.setSeriesPaint(i, styles.get(i).colour());
      renderer.setSeriesStroke(
          i,
          new BasicStroke(
              1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {1, 3}, 0));
      renderer.setSeriesVisibleInLegend(i, false);
    }
    return renderer;
  }

  private static XYIntervalSeriesCollection crossovers(List<Crossover> crossovers) {
    XYIntervalSeries series = new XYIntervalSeries("crossovers");
    for (Crossover crossover : crossovers) {
      for (Crossover.Crossing crossing : crossover.crossings()) {
        Crossover.Range range = crossing.range();
        double lo = range == null ? crossing.size() : range.lo();
        double hi = range == null ? crossing.size() : range.hi();
        series.add(crossing.size(), lo, hi, crossing.cost(), crossing.cost(), crossing.cost());
      }
    }
    XYIntervalSeriesCollection all = new XYIntervalSeriesCollection();
    all.addSeries(series);
    return all;
  }

  private static XYErrorRenderer crossoverRenderer() {
    XYErrorRenderer renderer = new XYErrorRenderer();
    renderer.setDrawYError(false);
    renderer.setErrorStroke(THIN);
    renderer.setSeriesPaint(0, Color.DARK_GRAY);
    renderer.setSeriesShape(0, RING);
    renderer.setSeriesShapesFilled(0, false);
    renderer.setSeriesVisibleInLegend(0, false);
    return renderer;
  }

  /** As SVG 1.1, with texts as texts. */
  String svg() throws IOException {
    VectorGraphics2D graphics = new VectorGraphics2D();
    chart.draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, height));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new SVGProcessor()
        .getDocument(graphics.getCommands(), new PageSize(0, 0, WIDTH, height))
        .writeTo(bytes);
    // It names the one font that was found here; readers elsewhere may have another.
    return bytes
        .toString(UTF_8)
        .replaceAll("font-family:&quot;([^&]*)&quot;", "font-family:'$1',sans-serif");
  }

  /** As PNG, {@value #SCALE} pixels for a unit of length. */
  byte[] png() throws IOException {
    BufferedImage image =
        new BufferedImage(WIDTH * SCALE, height * SCALE, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.scale(SCALE, SCALE);
    chart.draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, height));
    graphics.dispose();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // Given a plain stream, ImageIO would cache in a temporary file, which a JVM that ends leaves
    // behind, and register a hook for it, which such a JVM refuses.
    try (ImageOutputStream inMemory = new MemoryCacheImageOutputStream(bytes)) {
      if (!ImageIO.write(image, "png", inMemory)) {
        throw new IOException("this JDK writes no PNG");
      }
    }
    return bytes.toByteArray();
  }
}
