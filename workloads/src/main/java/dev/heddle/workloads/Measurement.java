package dev.heddle.workloads;

import dev.heddle.runtime.HeddleRuntime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures one runtime, or what runs without one, iteration by iteration.
 *
 * <p>JMH makes both the state that holds what is measured and the profiler that reports on it, and
 * lets neither see the other; hence {@link #current}, the one static of this room. {@link #begin},
 * {@link #late}, {@link #gauge} and {@link #end} are called by JMH's benchmark thread, {@link
 * #takeFinished} by its main thread afterwards.
 */
final class Measurement {
  private static final AtomicReference<@Nullable Measurement> CURRENT = new AtomicReference<>();

  private final Supplier<Costs> costs;
  private final Supplier<Observed> observed;
  private final SchedulingLatency latency;
  private final AtomicReference<@Nullable Iteration> finished = new AtomicReference<>();

  /** In ns, at three digits. */
  private Histogram lateness = new Histogram(3);

  private Costs atBegin = Costs.NOTHING;
  private long beginMillis;
  private double gaugeSum;
  private int gauged;

  private Measurement(
      Supplier<Costs> costs, Supplier<Observed> observed, SchedulingLatency latency) {
    this.costs = costs;
    this.observed = observed;
    this.latency = latency;
  }

  /**
   * What one iteration came to.
   *
   * @param costs spent in it
   * @param latency samples taken in it, in ns, with its times of beginning and end
   * @param lateness of sleeps, in the same form; mostly empty
   * @param observed what the fork found when it looked around at its end
   * @param gauge mean of the gauge's values, if the workload is a gauge
   */
  record Iteration(
      Costs costs,
      Histogram latency,
      Histogram lateness,
      Observed observed,
      OptionalDouble gauge) {}

  /**
   * Makes a runtime the one that is measured.
   *
   * @param timerLibrary whose timers it has; empty if they are Heddle's own
   */
  static Measurement of(HeddleRuntime runtime, String timerLibrary, SchedulingLatency latency) {
    return current(
        new Measurement(
            () -> Costs.upToNow(runtime), () -> Observed.now(runtime, timerLibrary), latency));
  }

  /**
   * Makes what runs without a runtime the one that is measured.
   *
   * @param library whose code that is; empty if it is Heddle's own
   */
  static Measurement withoutRuntime(String library) {
    return current(
        new Measurement(
            Costs::upToNow, () -> Observed.withoutRuntime(library), new SchedulingLatency()));
  }

  private static Measurement current(Measurement made) {
    CURRENT.set(made);
    return made;
  }

  /** The measurement of this fork, if its benchmark uses one of the two states. */
  static Optional<Measurement> current() {
    return Optional.ofNullable(CURRENT.get());
  }

  void begin() {
    finished.set(null);
    latency.discard();
    lateness = new Histogram(3);
    gaugeSum = 0;
    gauged = 0;
    beginMillis = System.currentTimeMillis();
    atBegin = costs.get();
  }

  void end() {
    Costs spent = costs.get().minus(atBegin);
    Histogram samples = latency.take();
    long endMillis = System.currentTimeMillis();
    for (Histogram histogram : List.of(samples, lateness)) {
      histogram.setStartTimeStamp(beginMillis);
      histogram.setEndTimeStamp(endMillis);
    }
    OptionalDouble gauge =
        gauged == 0 ? OptionalDouble.empty() : OptionalDouble.of(gaugeSum / gauged);
    finished.set(new Iteration(spent, samples, lateness, observed.get(), gauge));
  }

  void late(long nanos) {
    lateness.recordValue(nanos);
  }

  void gauge(double value) {
    gaugeSum += value;
    gauged++;
  }

  /** The iteration that ended last, once; empty if it broke off. */
  Optional<Iteration> takeFinished() {
    return Optional.ofNullable(finished.getAndSet(null));
  }
}
