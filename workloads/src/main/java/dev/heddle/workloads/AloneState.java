package dev.heddle.workloads;

import dev.heddle.runtime.spi.Library;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Providers;
import dev.heddle.runtime.spi.TimerProvider;
import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What a workload without a runtime works on: timers by themselves, found by name, or nothing. One
 * kind of timers per JMH fork, so that their calls stay monomorphic. It also marks the iterations
 * for {@link ForkProfiler}, as {@link RuntimeState} does.
 */
@State(Scope.Benchmark)
public class AloneState {

  /** The timers' name, with options if wanted; {@code none} if the workload needs none. */
  @Param("none")
  public String timer;

  private @Nullable Measurement measurement;

  /**
   * Begins.
   *
   * @throws IllegalArgumentException in one line, if the parameter names nothing that is there
   */
  @Setup(Level.Trial)
  public void build() {
    measurement = Measurement.withoutRuntime(library(timer));
  }

  /** What is measured is somebody else's code, which has begun to run. */
  public void runsOn(String library) {
    measurement = Measurement.withoutRuntime(library);
  }

  /** A load generator stands beside what is measured. */
  public void loadedBy(LoadGenerator load) {
    measurement().loadedBy(load);
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

  /** A value of this call's gauge, per unit: see {@link Workload#gauge}. */
  public void gauge(double value) {
    measurement().gauge(value);
  }

  /**
   * A wait of this call ended so late: see {@link RuntimeState#late}.
   *
   * @param nanos from its deadline on, zero or more
   */
  public void late(long nanos) {
    measurement().record(Distribution.LATENESS, nanos);
  }

  private Measurement measurement() {
    Measurement made = measurement;
    if (made == null) {
      throw new IllegalStateException("JMH has not called build() yet");
    }
    return made;
  }

  /** The timers that were named. */
  TimerProvider provider() {
    return find(timer);
  }

  /** A new queue of the kind that was named, whose time is 0. */
  TimerQueue queue() {
    if (provider() instanceof TimerQueueProvider queues) {
      return queues.create(0);
    }
    throw new IllegalArgumentException(
        "timer was '%s', which has a thread of its own; allowed is one that is a queue"
            .formatted(timer));
  }

  /** Whose timers these are, with its version; empty if they are Heddle's own. */
  static String library(String timer) {
    return find(timer).library().map(Library::toString).orElse("");
  }

  private static TimerProvider find(String spec) {
    List<String> parts = Arrays.asList(spec.split(":", -1));
    TimerProvider found = Providers.timer(parts.getFirst());
    Options.parse(found.options(), parts.subList(1, parts.size()));
    return found;
  }
}
