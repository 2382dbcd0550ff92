package dev.heddle.workloads;

import dev.heddle.runtime.spi.IoCounters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * The files a fork leaves behind. Each is written beside its place and then moved into it, so a
 * reader, or whoever looks after a crash, finds either the previous whole file or the new one.
 *
 * <ul>
 *   <li>{@code fork.properties}: sums over the measured iterations ({@code units}, {@code
 *       cpuNanos}, {@code allocatedBytes}, {@code latency.count}, {@code counter.*}, with a driver
 *       {@code counter.io.*}, with a load generator {@code counter.load.*} and {@code
 *       counter.os.*}), and what the fork found when it looked around ({@code observed.*}; lists
 *       joined by commas, {@code observed.jvmFlags} by line feeds).
 *   <li>{@code scheduling.hlog}: one interval histogram per measured iteration, in the HdrHistogram
 *       log format, times relative to the log's base time, values and maxima in nanoseconds.
 *   <li>{@code lateness.hlog} and so on: the same of each other {@link Distribution}, if the
 *       workload records it; {@code response.payment.hlog} and so on: for each of several
 *       endpoints, whose names are {@code endpoints}.
 * </ul>
 */
final class ForkFiles {
  static final String PROPERTIES = "fork.properties";

  /** The log's "interval max" column is divided by this: by 1, it is in ns as the values are. */
  private static final double MAX_VALUE_UNIT_RATIO = 1.0;

  private static final double MILLIS_PER_SECOND = 1_000.0;

  private final Path directory;

  ForkFiles(Path directory) {
    this.directory = directory;
  }

  /** The names of endpoints are joined by commas. */
  void writeProperties(
      long units,
      Costs costs,
      Observed observed,
      List<Histogram> intervals,
      Collection<String> endpoints)
      throws IOException {
    Properties p = new Properties();
    p.setProperty("units", String.valueOf(units));
    p.setProperty("cpuNanos", String.valueOf(costs.cpuNanos()));
    p.setProperty("allocatedBytes", String.valueOf(costs.allocatedBytes()));
    p.setProperty(
        "latency.count",
        String.valueOf(intervals.stream().mapToLong(Histogram::getTotalCount).sum()));
    p.setProperty("endpoints", String.join(",", endpoints));
    setAll(p, "counter.", costs.counters());
    if (!costs.io().equals(IoCounters.NONE)) {
      setAll(p, "counter.io.", costs.io());
    }
    if (costs.loadWallNanos() > 0) {
      p.setProperty("counter.load.wallNanos", String.valueOf(costs.loadWallNanos()));
      p.setProperty("counter.load.cpuNanos", String.valueOf(costs.loadCpuNanos()));
      p.setProperty("counter.load.servedCpuNanos", String.valueOf(costs.servedCpuNanos()));
      if (costs.sent() > 0) {
        p.setProperty("counter.load.sent", String.valueOf(costs.sent()));
        p.setProperty("counter.load.onSchedule", String.valueOf(costs.onSchedule()));
      }
      p.setProperty("counter.os.contextSwitches", String.valueOf(costs.contextSwitches()));
    }
    p.setProperty("observed.affinity", joined(observed.affinity(), ","));
    p.setProperty("observed.availableProcessors", "" + observed.availableProcessors());
    p.setProperty("observed.workers", "" + observed.workers());
    p.setProperty("observed.workerCpus", joined(observed.workerCpus(), ","));
    p.setProperty("observed.liveThreads", "" + observed.liveThreads());
    p.setProperty("observed.jvm", observed.jvm());
    p.setProperty("observed.jvmFlags", joined(observed.jvmFlags(), "\n"));
    p.setProperty("observed.collectors", joined(observed.collectors(), ","));
    p.setProperty("observed.maxHeapBytes", "" + observed.maxHeapBytes());
    p.setProperty("observed.library", observed.library());
    p.setProperty("observed.caveat", observed.caveat());
    p.setProperty("observed.driver", observed.driver());
    p.setProperty("observed.loadDriver", observed.loadDriver());
    p.setProperty("observed.loadCpus", joined(observed.loadCpus(), ","));
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    p.store(text, "sums over the measured iterations of one fork");
    replace(PROPERTIES, text.toByteArray());
  }

  private static void setAll(Properties p, String prefix, Record counters) {
    for (RecordComponent counter : counters.getClass().getRecordComponents()) {
      p.setProperty(prefix + counter.getName(), String.valueOf(value(counter, counters)));
    }
  }

  private static Object value(RecordComponent counter, Record counters) {
    try {
      return counter.getAccessor().invoke(counters);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a public record's accessor was not to be called", e);
    }
  }

  private static String joined(List<?> values, String separator) {
    return values.stream().map(String::valueOf).collect(Collectors.joining(separator));
  }

  /**
   * @param intervals one per measured iteration, at least one, with their times set
   */
  void writeHistograms(String title, Distribution what, List<Histogram> intervals)
      throws IOException {
    writeLog(title, what, what.file(), intervals);
  }

  /** The same of one endpoint. */
  void writeHistograms(String title, Distribution what, String endpoint, List<Histogram> intervals)
      throws IOException {
    writeLog(title + ", endpoint " + endpoint, what, what.file(endpoint), intervals);
  }

  private void writeLog(String title, Distribution what, String file, List<Histogram> intervals)
      throws IOException {
    long baseMillis = intervals.getFirst().getStartTimeStamp();
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    HistogramLogWriter log = new HistogramLogWriter(text);
    log.outputLogFormatVersion();
    log.outputComment(
        "[" + title + "; " + what.title() + " in ns, one interval per measured iteration]");
    // As outputStartTime, but in UTC: that one writes the host's time zone.
    log.outputComment(
        String.format(
            Locale.ROOT,
            "[StartTime: %.3f (seconds since epoch), %s]",
            baseMillis / MILLIS_PER_SECOND,
            Instant.ofEpochMilli(baseMillis)));
    log.outputBaseTime(baseMillis);
    log.outputLegend();
    for (Histogram interval : intervals) {
      log.outputIntervalHistogram(
          (interval.getStartTimeStamp() - baseMillis) / MILLIS_PER_SECOND,
          (interval.getEndTimeStamp() - baseMillis) / MILLIS_PER_SECOND,
          interval,
          MAX_VALUE_UNIT_RATIO);
    }
    log.close();
    replace(file, text.toByteArray());
  }

  private void replace(String name, byte[] content) throws IOException {
    Path beside = directory.resolve(name + ".new");
    Files.write(beside, content);
    Files.move(
        beside,
        directory.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
