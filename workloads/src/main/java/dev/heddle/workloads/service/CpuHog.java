package dev.heddle.workloads.service;

import dev.heddle.workloads.Answers;
import dev.heddle.workloads.Check;
import dev.heddle.workloads.RuntimeState;
import dev.heddle.workloads.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * What an endpoint that computes for long does to the other one of the same service: a gauge, in
 * microseconds of response time of the <em>light</em> endpoint at the {@value #PERCENTILE}th
 * percentile.
 *
 * <p>For each worker, or CPU if there are fewer of those, {@value #LIGHT_PER_SECOND} requests of
 * {@value #LIGHT_MICROS} us come in a second, and {@value #HEAVY_PER_SECOND} of the other endpoint.
 * In {@code cpu-hog-balanced} those take {@value #LIGHT_MICROS} us as well; in {@code
 * cpu-hog-heavy} {@value #HEAVY_MICROS} us, where they are polled; in {@code cpu-hog-pool} as long,
 * but on the runtime's blocking pool. So the three are one service before the fault, with it, and
 * with the cure.
 *
 * <p>What it stresses: what becomes of those who are queued behind a task that does not give up its
 * worker: whether others take them over, and how soon. How many tasks are stolen is beside it.
 *
 * <p>The trap: the cure needs a thread more than there are CPUs; who runs is then the kernel's
 * choice, and its time slices are in the tail. With one worker nobody can take over anything.
 *
 * <p>Unit: one request, and the check: as {@link Service}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CpuHog {
  static final int REQUESTS = 1_000;
  static final int LIGHT_PER_SECOND = 10_000;
  static final int LIGHT_MICROS = 10;
  static final int HEAVY_PER_SECOND = 100;
  static final int HEAVY_MICROS = 4_000;
  private static final double PERCENTILE = 99;
  private static final double DRAWN_SECONDS = 4;
  private static final String LIGHT = "light";
  private static final String HEAVY = "heavy";
  private static final String BALANCED_NAME = "cpu-hog-balanced";
  private static final String HEAVY_NAME = "cpu-hog-heavy";
  private static final String POOL_NAME = "cpu-hog-pool";

  private final Duration deadline;
  private @Nullable OpenLoop loop;
  private @Nullable Answers answers;
  private final Histogram light = new Histogram(3);

  /** Called by JMH. */
  public CpuHog() {
    this(Check.defaultDeadline());
  }

  CpuHog(Duration deadline) {
    this.deadline = deadline;
  }

  /** Begins to send. */
  @Setup(Level.Trial)
  public void start(RuntimeState state, BenchmarkParams benchmark) throws InterruptedException {
    String method = benchmark.getBenchmark().replaceFirst(".*\\.", "");
    OpenLoop started =
        switch (method) {
          case "balanced" -> start(state, BALANCED_NAME, LIGHT_MICROS, false);
          case "heavy" -> start(state, HEAVY_NAME, HEAVY_MICROS, false);
          case "pool" -> start(state, POOL_NAME, HEAVY_MICROS, true);
          default -> throw new IllegalStateException("no benchmark of this class: " + method);
        };
    loop = started;
    answers = state.answers(started.endpoints());
    state.loadedBy(started);
  }

  private OpenLoop start(RuntimeState state, String name, int heavyMicros, boolean onPool)
      throws InterruptedException {
    int servers = Math.min(state.runtime().workers(), Runtime.getRuntime().availableProcessors());
    int perSecond = servers * (LIGHT_PER_SECOND + HEAVY_PER_SECOND);
    double heavyShare = (double) HEAVY_PER_SECOND / (LIGHT_PER_SECOND + HEAVY_PER_SECOND);
    Mix mix =
        new Mix(
            name,
            List.of(
                new Endpoint(LIGHT, 1 - heavyShare, constant(LIGHT_MICROS)),
                new Endpoint(HEAVY, heavyShare, constant(heavyMicros))));
    return OpenLoop.start(
        state.runtime(),
        RequestSource.drawn(mix, false).at(perSecond, (int) (perSecond * DRAWN_SECONDS)),
        CpuWork.calibrated(),
        endpoint -> onPool && endpoint == 1,
        new Check(name, deadline));
  }

  private static ServiceTimes constant(int micros) {
    return new ServiceTimes.Constant(TimeUnit.MICROSECONDS.toNanos(micros));
  }

  /** Sends no more. */
  @TearDown(Level.Trial)
  public void stop() {
    if (loop != null) {
      loop.close();
    }
  }

  /** Both endpoints take the same. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  @Workload(
      name = BALANCED_NAME,
      unit = "request",
      gauge = "us at p99",
      summary = "the response time of one endpoint of a service beside another that takes as long")
  public void balanced(RuntimeState state) throws InterruptedException {
    run(state);
  }

  /** One computes for long. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  @Workload(
      name = HEAVY_NAME,
      unit = "request",
      gauge = "us at p99",
      summary =
          "the response time of one endpoint of a service beside another that computes for 4 ms")
  public void heavy(RuntimeState state) throws InterruptedException {
    run(state);
  }

  /** On the blocking pool. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  @Workload(
      name = POOL_NAME,
      unit = "request",
      gauge = "us at p99",
      summary = "the same with those 4 ms on the blocking pool")
  public void pool(RuntimeState state) throws InterruptedException {
    run(state);
  }

  private void run(RuntimeState state) throws InterruptedException {
    Answers recorded = Objects.requireNonNull(answers, Service.NOT_STARTED);
    light.reset();
    OpenLoop.Answered answered =
        Objects.requireNonNull(loop, Service.NOT_STARTED)
            .answered(
                REQUESTS,
                (endpoint, due, sentAt, begun, ended) -> {
                  recorded.answered(endpoint, due, sentAt, begun, ended);
                  if (endpoint == 0) {
                    light.recordValue(Math.max(0, ended - due));
                  }
                });
    state.loaded(answered.work(), light.getValueAtPercentile(PERCENTILE) / 1e3);
  }
}
