package dev.heddle.harness.report;

import dev.heddle.harness.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
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

  /** Replaces each plot, or removes it if none can be drawn: an old one might say otherwise. */
  static void write(RunFolder folder, List<GrowthSection> sections) throws IOException {
    for (GrowthSection section : sections) {
      String svg = section.plot() + ".svg";
      String png = section.plot() + ".png";
      if (section.hasPlot()) {
        GrowthPlot plot = GrowthPlot.of(section.growth());
        folder.writeText(svg, plot.svg());
        folder.writeBytes(png, plot.png());
      } else {
        Files.deleteIfExists(folder.resolve(svg));
        Files.deleteIfExists(folder.resolve(png));
      }
    }
  }
}
