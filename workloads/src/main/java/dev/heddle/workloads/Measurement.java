package dev.heddle.workloads;

import dev.heddle.runtime.HeddleRuntime;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures one runtime, or what runs without one, iteration by iteration.
 *
 * <p>JMH makes both the state that holds what is measured and the profiler that reports on it, and
 * lets neither see the other; hence {@link #current}, the one static of this room. {@link #begin},
 * {@link #record}, {@link #batch}, {@link #loaded}, {@link #gauge} and {@link #end} are called by
 * JMH's benchmark thread, {@link #takeFinished} by its main thread afterwards.
 */
final class Measurement {
  private static final AtomicReference<@Nullable Measurement> CURRENT = new AtomicReference<>();

  private static final int LOOK_SECONDS = 5;

  private final Supplier<Costs> costs;
  private final Supplier<Observed> observed;
  private final SchedulingLatency latency;
  private final AtomicReference<@Nullable Iteration> finished = new AtomicReference<>();

  /** All but the scheduling latency; in ns, at three digits. */
  private final Map<Distribution, Histogram> recorded = new EnumMap<>(Distribution.class);

  /** The endpoints, where there are several. */
  private List<String> endpoints = List.of();

  /** The times of each one's requests. */
  private List<RequestTimes> endpointTimes = List.of();

  /** The times of all requests: three of those above. */
  private RequestTimes requests = RequestTimes.none();

  private Costs atBegin = Costs.NOTHING;
  private long beginMillis;
  private @Nullable LoadGenerator load;
  private @Nullable ThreadCounts waitsAtBegin;
  private LoadWork loadWork = LoadWork.NOTHING;
  private @Nullable Observed lastFound;
  private long foundAt;
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
   * @param distributions what was recorded in it, in ns, with its times of beginning and end; each
   *     is there, and mostly empty
   * @param endpoints likewise, for each endpoint of a workload that has several
   * @param observed what the fork found when it looked around, {@value #LOOK_SECONDS} s before at
   *     most: it hardly changes, and to look takes the CPU that an open load needs
   * @param gauge mean of the gauge's values, if the workload is a gauge
   */
  record Iteration(
      Costs costs,
      Map<Distribution, Histogram> distributions,
      Map<String, RequestTimes> endpoints,
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
    for (Distribution each : Distribution.values()) {
      recorded.put(each, new Histogram(3));
    }
    requests =
        new RequestTimes(
            histogram(Distribution.RESPONSE),
            histogram(Distribution.SERVICE),
            histogram(Distribution.SEND_LAG));
    beginEndpoints();
    gaugeSum = 0;
    gauged = 0;
    beginMillis = System.currentTimeMillis();
    loadWork = LoadWork.NOTHING;
    waitsAtBegin = load == null ? null : ThreadCounts.waits();
    atBegin = costs.get();
  }

  private void beginEndpoints() {
    endpointTimes = Stream.generate(RequestTimes::none).limit(endpoints.size()).toList();
  }

  void end() {
    Costs spent = costs.get().minus(atBegin);
    if (waitsAtBegin != null) {
      spent = spent.withLoad(loadWork, ThreadCounts.waits().since(waitsAtBegin));
    }
    Map<Distribution, Histogram> distributions = new EnumMap<>(recorded);
    distributions.put(Distribution.SCHEDULING, latency.take());
    long endMillis = System.currentTimeMillis();
    Stream.concat(
            distributions.values().stream(),
            endpointTimes.stream().flatMap(times -> RequestTimes.KINDS.stream().map(times::of)))
        .forEach(histogram -> {
          histogram.setStartTimeStamp(beginMillis);
          histogram.setEndTimeStamp(endMillis);
        });
    OptionalDouble gauge =
        gauged == 0 ? OptionalDouble.empty() : OptionalDouble.of(gaugeSum / gauged);
    Map<String, RequestTimes> times = new LinkedHashMap<>();
    for (int i = 0; i < endpoints.size(); i++) {
      times.put(endpoints.get(i), endpointTimes.get(i));
    }
    finished.set(new Iteration(spent, distributions, times, lookAround(), gauge));
  }

  private Observed lookAround() {
    Observed found = lastFound;
    long now = System.nanoTime();
    if (found == null || now - foundAt > TimeUnit.SECONDS.toNanos(LOOK_SECONDS)) {
      found = load == null ? observed.get() : observed.get().loadedBy(load);
      lastFound = found;
      foundAt = now;
    }
    return found;
  }

  /** One value, in ns. */
  void record(Distribution what, long nanos) {
    histogram(what).recordValue(nanos);
  }

  private Histogram histogram(Distribution what) {
    return Objects.requireNonNull(recorded.get(what), "no iteration has begun");
  }

  /** A load generator stands beside what is measured. */
  void loadedBy(LoadGenerator generator) {
    load = generator;
  }

  /** The load generator's process did a batch of requests beside what is measured. */
  void batch(RequestBatch batch) {
    RequestTimes.KINDS.forEach(kind -> histogram(kind).add(batch.times().of(kind)));
    loaded(batch.work());
  }

  /** A load generator was at work beside what is measured. */
  void loaded(LoadWork work) {
    loadWork = loadWork.plus(work);
  }

  /**
   * Where answered requests of these endpoints go, while an iteration is under way. Another thread
   * may call it if {@link #end} comes after its last call.
   */
  Answers answers(List<String> names) {
    endpoints = names.size() == 1 ? List.of() : List.copyOf(names);
    beginEndpoints();
    return this::answered;
  }

  private void answered(int endpoint, long due, long sentAt, long begun, long ended) {
    requests.answered(due, sentAt, begun, ended);
    if (!endpoints.isEmpty()) {
      endpointTimes.get(endpoint).answered(due, sentAt, begun, ended);
    }
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
