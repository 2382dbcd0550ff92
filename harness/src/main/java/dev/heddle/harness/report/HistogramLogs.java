package dev.heddle.harness.report;

import dev.heddle.harness.plan.BadInput;
import dev.heddle.harness.stats.Histograms;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.jspecify.annotations.Nullable;

/**
 * The {@code .hlog} files of a run's folder.
 *
 * @param folder of the run
 */
record HistogramLogs(Path folder) implements Histograms {

  @Override
  public @Nullable Histogram read(String log) {
    Histogram all = new Histogram(3);
    all.setAutoResize(true);
    try (HistogramLogReader reader = new HistogramLogReader(folder.resolve(log).toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram interval = reader.nextIntervalHistogram();
        if (interval instanceof Histogram histogram) {
          all.add(histogram);
        } else if (interval != null) { // null: nothing but comments up to the end
          throw new BadInput("'%s' is not a log of integer histograms".formatted(log));
        }
      }
      return all;
    } catch (FileNotFoundException e) {
      return null;
    }
  }
}
