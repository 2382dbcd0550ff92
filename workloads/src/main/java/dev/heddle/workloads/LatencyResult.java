package dev.heddle.workloads;

import java.util.Collection;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ScalarDerivativeResult;

/**
 * Scheduling latency among JMH's secondary results. It carries the whole histogram, and JMH merges
 * iterations and forks by adding histograms: percentiles are read from the sum and never averaged.
 *
 * <p>JMH shows the mean under {@value #LABEL} and the percentiles under {@code LABEL:p50} and so
 * on; in its JSON the raw data of each are the single iterations' values.
 */
final class LatencyResult extends Result<LatencyResult> {
  private static final long serialVersionUID = 1L;
  static final String LABEL = "scheduling.latency";
  private static final String UNIT = "ns";

  private final Histogram histogram;

  /**
   * @param histogram in ns, with at least one sample
   */
  LatencyResult(Histogram histogram) {
    super(ResultRole.SECONDARY, LABEL, of(histogram.getMean()), UNIT, AggregationPolicy.AVG);
    this.histogram = histogram;
  }

  @Override
  protected Aggregator<LatencyResult> getThreadAggregator() {
    return LatencyResult::merge;
  }

  @Override
  protected Aggregator<LatencyResult> getIterationAggregator() {
    return LatencyResult::merge;
  }

  private static LatencyResult merge(Collection<LatencyResult> results) {
    Histogram sum = new Histogram(results.iterator().next().histogram);
    sum.setAutoResize(true);
    results.forEach(result -> sum.add(result.histogram));
    return new LatencyResult(sum);
  }

  @Override
  @SuppressWarnings("rawtypes") // as declared by JMH
  protected Collection<? extends Result> getDerivativeResults() {
    return List.of(
        percentile("p50", 50),
        percentile("p99", 99),
        percentile("p99.9", 99.9),
        derived("max", (double) histogram.getMaxValue(), UNIT),
        derived("count", (double) histogram.getTotalCount(), "samples"));
  }

  private ScalarDerivativeResult percentile(String name, double percentile) {
    return derived(name, (double) histogram.getValueAtPercentile(percentile), UNIT);
  }

  private static ScalarDerivativeResult derived(String name, double value, String unit) {
    return new ScalarDerivativeResult(LABEL + ":" + name, value, unit, AggregationPolicy.AVG);
  }
}
