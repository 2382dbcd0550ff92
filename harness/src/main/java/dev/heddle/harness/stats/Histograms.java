package dev.heddle.harness.stats;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Where the histograms of a run are. */
@FunctionalInterface
public interface Histograms {

  /**
   * The samples of one histogram log, all its intervals together.
   *
   * @param log as the fork's record names it, relative to the run's folder
   * @return null if the log is not there
   */
  @Nullable Histogram read(String log);
}
