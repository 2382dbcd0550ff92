package dev.heddle.workloads;

import dev.heddle.runtime.FutureTimeoutException;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The futures of a {@link FutureFactory}: {@value #FUTURES} are spawned from outside, and joined.
 *
 * <p>Unit: one future. The check: each ends within the deadline, without an exception, and with
 * what its factory says it must come to.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FutureRun {
  /** In each call. */
  public static final int FUTURES = 1_000;

  static final String BENCHMARK = FutureRun.class.getName() + ".futures";

  /** The factory's name. */
  @Param("")
  public String workload;

  private final Duration deadline;
  private @Nullable FutureFactory factory;

  /** Called by JMH. */
  public FutureRun() {
    this(Check.defaultDeadline());
  }

  FutureRun(Duration deadline) {
    this.deadline = deadline;
  }

  /**
   * All there are.
   *
   * @throws IllegalStateException if two have the same name
   */
  static List<FutureFactory> all() {
    Map<String, FutureFactory> byName = new TreeMap<>();
    for (FutureFactory found :
        ServiceLoader.load(FutureFactory.class, FutureRun.class.getClassLoader())) {
      FutureFactory other = byName.put(found.name(), found);
      if (other != null) {
        throw new IllegalStateException(
            "two workloads call themselves '%s': %s and %s"
                .formatted(found.name(), other.getClass().getName(), found.getClass().getName()));
      }
    }
    return List.copyOf(byName.values());
  }

  /** Finds the factory. */
  @Setup(Level.Trial)
  public void find() {
    factory =
        all().stream()
            .filter(candidate -> candidate.name().equals(workload))
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("no factory of futures is called " + workload));
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(FUTURES)
  public void futures(RuntimeState state) throws InterruptedException {
    run(state.runtime(), Objects.requireNonNull(factory, "JMH has not called find() yet"));
  }

  void run(HeddleRuntime runtime, FutureFactory from) throws InterruptedException {
    List<JoinHandle<?>> handles = new ArrayList<>(FUTURES);
    for (int number = 0; number < FUTURES; number++) {
      handles.add(runtime.spawn(from.create(number)));
    }
    long deadlineNanos = System.nanoTime() + deadline.toNanos();
    for (int number = 0; number < FUTURES; number++) {
      try {
        long left = Math.max(0, deadlineNanos - System.nanoTime());
        from.verify(number, handles.get(number).join(Duration.ofNanos(left)));
      } catch (FutureTimeoutException e) {
        throw new WorkloadFailure(
            from.name(),
            "expected %d finished futures, found number %d unfinished after %d s"
                .formatted(FUTURES, number, deadline.toSeconds()));
      }
    }
  }
}
