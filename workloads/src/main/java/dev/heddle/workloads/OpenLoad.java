package dev.heddle.workloads;

import dev.heddle.runtime.HeddleRuntime;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * How long short requests wait for a worker when they come as they like and the workers are busy
 * half of the time: a gauge, in microseconds at the 99.9th percentile.
 *
 * <p>Open loop: requests arrive in a Poisson process, whether or not earlier ones are done, and
 * each is a task that computes for a time drawn from an exponential distribution, {@value
 * #MEAN_SERVICE_MICROS} us on average. All times are drawn beforehand, from one seed, so every call
 * of every strategy meets the same requests. The load is half of what the workers can do: with n of
 * them, or as many CPUs if those are fewer, n requests on average every 20 us.
 *
 * <p>The wait is that from the <em>intended</em> arrival to the beginning of the poll. So what a
 * late generator holds back counts as waited, and a scheduler that slows the generator down cannot
 * hide it (Gil Tene's coordinated omission).
 *
 * <p>The trap: the generator, JMH's thread, needs a CPU. One that spins between arrivals would take
 * a whole one, and with two CPUs the score would be the kernel's time slices. This one parks, and
 * on waking sends all that are due: it needs a tenth of a CPU or so, and its requests come up to 60
 * us late and several at once. That is the same for all strategies, is in every score, and so makes
 * ratios between them smaller than they are. Service is bounded by the clock, so a task whose
 * thread loses its CPU computes less; all the same, on a host that other programs share, those are
 * what the tail shows.
 *
 * <p>Unit: one request. The score is the mean over calls of each one's own percentile, so it is the
 * eleventh longest wait of {@value #REQUESTS} that one can expect, rather than the percentile of
 * all waits there were.
 *
 * <p>The check: a shared counter of the requests that are done, which also sums their ids; a task
 * that is run again after its end says so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OpenLoad {
  static final int REQUESTS = 10_000;
  static final int MEAN_SERVICE_MICROS = 10;
  private static final double LOAD = 0.5;
  private static final double PERCENTILE = 99.9;
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final long SEED = 1837; // in which Poisson published

  /** From the making of the tasks to the first arrival. */
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final String NAME = "open-load";

  private final Check check;

  /** Called by JMH. */
  public OpenLoad() {
    this(Check.defaultDeadline());
  }

  OpenLoad(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  @Workload(
      name = NAME,
      unit = "request",
      gauge = "us at p99.9",
      summary =
          "the wait of requests of 10 us that arrive at random and keep the workers half busy")
  public void openLoad(RuntimeState state) throws InterruptedException {
    Histogram waits = waitsOf(state.runtime(), REQUESTS);
    state.gauge(waits.getValueAtPercentile(PERCENTILE) / 1e3);
  }

  /** Sends so many requests, and says how long each waited, in ns. */
  Histogram waitsOf(HeddleRuntime runtime, int requests) throws InterruptedException {
    int servers = Math.min(runtime.workers(), Runtime.getRuntime().availableProcessors());
    Arrivals arrivals = new Arrivals(check, requests);
    Request[] drawn = draw(arrivals, requests, servers);
    long begin = System.nanoTime() + LEAD_NANOS;
    for (Request request : drawn) {
      request.intendedNanos += begin;
      WallClock.parkUntil(request.intendedNanos);
      runtime.spawn(request);
    }
    check.await(requests, "finished requests", arrivals::count);
    Histogram waits = new Histogram(SIGNIFICANT_DIGITS);
    Arrays.stream(drawn).forEach(request -> waits.recordValue(request.waitedNanos));
    return waits;
  }

  /** Requests that arrive at times from 0 on. */
  private Request[] draw(Arrivals arrivals, int requests, int servers) {
    double meanServiceNanos = TimeUnit.MICROSECONDS.toNanos(MEAN_SERVICE_MICROS);
    double meanGapNanos = meanServiceNanos / (LOAD * servers);
    SplittableRandom random = new SplittableRandom(SEED);
    Request[] drawn = new Request[requests];
    double arrivalNanos = 0;
    for (int id = 0; id < requests; id++) {
      arrivalNanos += meanGapNanos * random.nextExponential();
      long serviceNanos = (long) (meanServiceNanos * random.nextExponential());
      drawn[id] = new Request(check, arrivals, id, (long) arrivalNanos, serviceNanos);
    }
    return drawn;
  }

  private static final class Request extends Once {
    private final long serviceNanos;
    private long intendedNanos;
    private long waitedNanos;

    Request(Check check, Arrivals arrivals, int id, long intendedNanos, long serviceNanos) {
      super(check, arrivals, id);
      this.intendedNanos = intendedNanos;
      this.serviceNanos = serviceNanos;
    }

    @Override
    void work() {
      waitedNanos = System.nanoTime() - intendedNanos;
      WallClock.spin(serviceNanos);
    }
  }
}
