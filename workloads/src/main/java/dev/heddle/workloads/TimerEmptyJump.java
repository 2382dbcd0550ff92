package dev.heddle.workloads;

import dev.heddle.runtime.TimerEntry;
import dev.heddle.runtime.spi.TimerProvider;
import dev.heddle.runtime.spi.TimerQueue;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * One timer a year ahead and nothing before it: what it costs that the year has passed at once, as
 * on a machine that slept.
 *
 * <p>The trap: a queue that visits every tick of the year takes thirty thousand million steps.
 *
 * <p>Unit: one jump, which is the insertion of the timer, and its firing a year later. The scale of
 * time wraps after 292 years, as {@link System#nanoTime} may, so the queue must not mind.
 *
 * <p>The check: the timer is due once in each jump, and not early.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TimerEmptyJump {
  static final int JUMPS = 10;
  private static final long YEAR_NANOS = TimeUnit.DAYS.toNanos(365);
  private static final String NAME = "timer-empty-jump";

  private final TimerEntry timer = new TimerEntry(0);
  private final Consumer<TimerEntry> due = this::due;
  private @Nullable TimerQueue queue;
  private long tickNanos;
  private long now;
  private long fired;
  private long early;

  /** Called by JMH. */
  public TimerEmptyJump() {}

  /** Makes an empty queue. */
  @Setup(Level.Trial)
  public void fill(AloneState state) {
    fill(state.queue(), state.provider());
  }

  void fill(TimerQueue empty, TimerProvider provider) {
    queue = empty;
    tickNanos = provider.tickNanos();
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(JUMPS)
  @Workload(
      name = NAME,
      unit = "jump",
      summary = "the year up to the only timer passes at once",
      strategies = false,
      timers = TimerUse.BY_HAND)
  public void timerEmptyJump(AloneState state) {
    run(JUMPS);
  }

  /** One year after the other. */
  void run(int jumps) {
    TimerQueue of = Objects.requireNonNull(queue);
    long before = fired;
    for (int i = 0; i < jumps; i++) {
      timer.deadlineNanos(now + YEAR_NANOS);
      of.insert(timer);
      now += YEAR_NANOS + tickNanos;
      of.expire(now, due);
    }
    if (fired - before != jumps || early > 0) {
      throw new WorkloadFailure(
          NAME,
          "expected %d timers, each once and in time, found %d, of which %d were early"
              .formatted(jumps, fired - before, early));
    }
  }

  private void due(TimerEntry entry) {
    fired++;
    if (now - entry.deadlineNanos() < 0) {
      early++;
    }
  }
}
