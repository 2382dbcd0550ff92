package dev.heddle.workloads;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Pinning;
import dev.heddle.runtime.RuntimeBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The runtime under measurement, built by names: the parameters of every workload. One per JMH
 * fork, so that one strategy per JVM keeps its calls monomorphic.
 *
 * <p>It also marks the beginning and the end of each iteration for {@link ForkProfiler}. The hooks
 * of a JMH profiler lie further out, around the building of the runtime in the first iteration and
 * around its closing in the last.
 */
@State(Scope.Benchmark)
public class RuntimeState {

  /** A strategy's name, with options if wanted: {@code work-stealing:ring=64}. */
  @Param("work-stealing")
  public String strategy;

  /** The timers' name, with options if wanted: {@code timer-wheel:placement=per-worker}. */
  @Param("none")
  public String timer;

  /** A driver's name, with options if wanted: {@code selector:placement=shared}. */
  @Param("none")
  public String driver;

  /** How many workers, from 1. */
  @Param("1")
  public String workers;

  /** Whether its workers are held to CPUs: {@code none} or {@code cores}. */
  @Param("none")
  public String pin;

  private @Nullable HeddleRuntime runtime;
  private @Nullable Measurement measurement;

  /** The runtime to spawn into. */
  public HeddleRuntime runtime() {
    HeddleRuntime built = runtime;
    if (built == null) {
      throw new IllegalStateException("JMH has not called build() yet");
    }
    return built;
  }

  /**
   * Builds and starts the runtime.
   *
   * @throws IllegalArgumentException in one line, if a parameter names nothing that is there
   */
  @Setup(Level.Trial)
  public void build() {
    SchedulingLatency latency = new SchedulingLatency();
    HeddleRuntime built = builder().schedulingLatency(latency).build();
    runtime = built;
    measurement = Measurement.of(built, AloneState.library(timer), latency);
  }

  private RuntimeBuilder builder() {
    return HeddleRuntime.builder()
        .strategy(strategy)
        .timer(timer)
        .driver(driver)
        .workers(parseWorkers())
        .pin(Pinning.of(pin))
        // A workload may spawn in one long poll on purpose; a flight recording still has its
        // stalls.
        .onStall(stall -> {});
  }

  /**
   * One more runtime of the same kind, whose work is not counted and whose latencies are not
   * sampled: for a gauge that needs one without a history. The caller closes it.
   */
  public HeddleRuntime another() {
    return builder().build();
  }

  /** A value of this call's gauge, per unit: see {@link Workload#gauge}. */
  public void gauge(double value) {
    measurement().gauge(value);
  }

  /**
   * A sleep of this call ended so late: for the histogram log of lateness.
   *
   * @param nanos from its deadline on, zero or more
   */
  public void late(long nanos) {
    measurement().record(Distribution.LATENESS, nanos);
  }

  /** A load generator stands beside this fork. Before the first iteration. */
  public void loadedBy(LoadGenerator load) {
    measurement().loadedBy(load);
  }

  /**
   * Where answered requests of these endpoints go: into the histograms of the iteration that is
   * under way. The thread that calls it need not be JMH's, which must know of the last answer of a
   * call before that ends.
   */
  public Answers answers(List<String> endpoints) {
    return measurement().answers(endpoints);
  }

  /**
   * A load generator was at work in this call.
   *
   * @param score per request, as the workload's gauge
   */
  public void loaded(LoadWork work, double score) {
    measurement().loaded(work);
    measurement().gauge(score);
  }

  /**
   * The load generator's process did a batch of requests in this call.
   *
   * @param score per request, as the workload's gauge
   */
  void batch(RequestBatch batch, double score) {
    measurement().batch(batch);
    measurement().gauge(score);
  }

  private int parseWorkers() {
    try {
      return Integer.parseInt(workers);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "workers was '" + workers + "'; allowed is a whole number, 1 or more", e);
    }
  }

  /** The iteration begins. */
  @Setup(Level.Iteration)
  public void beginIteration() {
    measurement().begin();
  }

  /** The iteration is over. */
  @TearDown(Level.Iteration)
  public void endIteration() {
    measurement().end();
  }

  private Measurement measurement() {
    Measurement made = measurement;
    if (made == null) {
      throw new IllegalStateException("JMH has not called build() yet");
    }
    return made;
  }

  /** Stops the runtime. */
  @TearDown(Level.Trial)
  public void close() {
    runtime().close();
  }
}
