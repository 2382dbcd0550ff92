package dev.heddle.harness.stats;

import dev.heddle.harness.record.ForkRecord;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Something that a fork says about itself, for a {@link Contrast}: its score, a quotient of two
 * counters, or a quantile of its own histogram.
 *
 * <p>Immutable.
 *
 * @param name in a few words; names the stream of random numbers, too
 * @param unit what it is in
 * @param reader reads it
 */
public record Quantity(String name, String unit, Reader reader) {
  private static final double NANOS_PER_MICRO = 1e3;

  /** Reads it from a fork's record. */
  @FunctionalInterface
  public interface Reader {

    /**
     * A value for each measured iteration, or one for all of them; none if the fork does not tell.
     */
    List<Double> read(ForkRecord fork, Histograms histograms);
  }

  /** The score of each iteration: ns per unit of work, or what the workload gauges. */
  public static Quantity score(String unit) {
    return new Quantity("score", unit, (fork, histograms) -> fork.scores());
  }

  /** The time per unit of work in each iteration, in ns, also of a gauge. */
  public static Quantity time(String unit) {
    return new Quantity("time", "ns/" + unit, (fork, histograms) -> fork.nanosPerUnit());
  }

  /** CPU time of the fork's whole process per unit of work, in ns. */
  public static Quantity cpuTime(String unit) {
    return new Quantity(
        "CPU time",
        "ns/" + unit,
        (fork, histograms) ->
            one(CounterSums.quotient(Long.valueOf(fork.cpuNanos()), fork.units())));
  }

  /** CPU time of the server per request, in ns, while a load generator was at work. */
  public static Quantity serverCpuTime() {
    return new Quantity(
        "server CPU time",
        "ns/request",
        (fork, histograms) -> one(RequestWork.of(List.of(fork)).serverCpuNanosPerRequest()));
  }

  /**
   * A quotient of two of the runtime's counters, times a factor.
   *
   * @param factor 100 for percent
   */
  public static Quantity counters(String unit, String dividend, String divisor, double factor) {
    return new Quantity(
        dividend + " for each of " + divisor,
        unit,
        (fork, histograms) -> {
          CounterSums sums = new CounterSums(List.of(fork));
          Double quotient = CounterSums.quotient(sums.of(dividend), sums.of(divisor));
          return quotient == null ? List.of() : List.of(factor * quotient);
        });
  }

  /**
   * A quantile of what the whole fork recorded, in us: of the one histogram of all its iterations.
   * Not told if fewer than {@value Latency#SAMPLES_BEYOND} of the fork's samples lie beyond it.
   *
   * @param distribution its name in the record, such as {@code response/light}
   * @param percentile between 0 and 100
   */
  public static Quantity quantile(String distribution, double percentile) {
    return new Quantity(
        "p%s of %s".formatted(percentile, distribution),
        "us",
        (fork, histograms) -> {
          String log = fork.distributions().get(distribution);
          Histogram histogram = log == null ? null : histograms.read(log);
          if (histogram == null
              || histogram.getTotalCount() * (1 - percentile / 100) < Latency.SAMPLES_BEYOND) {
            return List.of();
          }
          return List.of(histogram.getValueAtPercentile(percentile) / NANOS_PER_MICRO);
        });
  }

  private static List<Double> one(@Nullable Double value) {
    return value == null ? List.of() : List.of(value);
  }

  /** As {@link Reader#read}. */
  List<Double> of(ForkRecord fork, Histograms histograms) {
    return reader.read(fork, histograms);
  }
}
