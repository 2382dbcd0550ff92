package dev.heddle.harness.report;

import dev.heddle.harness.run.RunFolder;
import dev.heddle.harness.stats.Growth;
import java.awt.AWTError;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The folder {@code plots/} of a run.
 *
 * <p>Drawing needs no display and no X libraries, but it measures texts, and for that Java asks the
 * system for fonts, which a bare machine or container lacks.
 */
final class Plots {
  private Plots() {}

  /** Why nothing can be drawn on this machine, in one line with what to do; empty if it can. */
  static Optional<String> whyNone() {
    // Before the first class of AWT is loaded: with DISPLAY set it would look for an X server.
    System.setProperty("java.awt.headless", "true");
    try {
      GrowthPlot.measureText();
      return Optional.empty();
      // Without a font AWT throws a plain Error or RuntimeException, without its libraries an
      // UnsatisfiedLinkError, and NoClassDefFoundError from the second time on. Nothing but the
      // measuring of a text is caught here: a fault of our drawing is not hidden.
    } catch (RuntimeException | Error e) {
      if (e instanceof OutOfMemoryError) {
        throw e;
      }
      return Optional.of(
          "this machine has no fonts that Java can use (%s); install fontconfig and a font, such as fonts-dejavu-core, and draw again with 'run-bench.sh report'"
              .formatted(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage())
              .replaceAll("\\s+", " "));
    }
  }

  /** Draws the plot of one workload. */
  @FunctionalInterface
  interface Pen {
    /** Into files of this name, with the endings {@code .svg} and {@code .png}. */
    void draw(Growth growth, RunFolder folder, String name) throws IOException;
  }

  /** With Java's own graphics. */
  static void draw(Growth growth, RunFolder folder, String name) throws IOException {
    GrowthPlot plot = GrowthPlot.of(growth);
    folder.writeText(name + ".svg", plot.svg());
    folder.writeBytes(name + ".png", plot.png());
  }

  /**
   * Replaces each plot, or removes it if it is not drawn: an old one might say otherwise. A plot
   * that fails is left out, whatever it fails with, and its section says why: the tables matter
   * more.
   *
   * @return the sections as they are now
   */
  static List<GrowthSection> write(RunFolder folder, List<GrowthSection> sections, Pen pen)
      throws IOException {
    List<GrowthSection> written = new ArrayList<>();
    for (GrowthSection section : sections) {
      GrowthSection now = section;
      if (section.hasPlot()) {
        try {
          pen.draw(section.growth(), folder, section.plot());
        } catch (IOException | RuntimeException | LinkageError | AWTError e) {
          now =
              section.withoutPlot(
                  "it could not be drawn (%s)".formatted(e).replaceAll("\\s+", " "));
        }
      }
      if (!now.hasPlot()) {
        Files.deleteIfExists(folder.resolve(section.plot() + ".svg"));
        Files.deleteIfExists(folder.resolve(section.plot() + ".png"));
      }
      written.add(now);
    }
    return List.copyOf(written);
  }
}
