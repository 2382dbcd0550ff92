package dev.heddle.workloads.service;

import dev.heddle.workloads.Answers;
import dev.heddle.workloads.Check;
import dev.heddle.workloads.RuntimeState;
import dev.heddle.workloads.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
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
import org.openjdk.jmh.annotations.TearDown;

/**
 * A service in this process under an open load: the mean response time, in ns, from the moment at
 * which a request was due.
 *
 * <p>Requests come when they were drawn to come, before the run, whether or not earlier ones are
 * answered; each is a task that computes for as long as was drawn for it. What it stresses is all
 * that a scheduler decides: whom to wake, what to run first, and what stands behind a request of
 * 500 us when others take half of one.
 *
 * <p>The load is a share of the strategy's own peak, which each fork finds first, as {@link Peak}
 * says: so a strategy that can answer more is asked for more. Or it is a rate, the same for all:
 * then who is slower is the more loaded, and a rate above the peak shows in response times that
 * grow as long as the run is.
 *
 * <p>The trap: a client that waits for answers before it asks again slows down with the server, and
 * leaves out what it would have seen. Here the times count from when a request was due; a thread
 * that cannot send on time says how late it was, and a run in which too many were late is void. The
 * sender needs a CPU: it has one of its own where there are more than the runtime has, and the row
 * says where there are not.
 *
 * <p>Unit: one request. The time of a call is that of the schedule, and says nothing.
 *
 * <p>The check: each request is answered once, in the order in which they were sent at the latest
 * when all are.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Service {
  static final int REQUESTS = 1_000;
  static final String NOT_STARTED = "JMH has not called start() yet";
  private static final String NAME = "service";
  private static final double PERCENT = 100;

  /** How many are drawn: for so many seconds of them, and then they begin again. */
  private static final double DRAWN_SECONDS = 4;

  private static final int MOST_DRAWN = 1_000_000;

  /** What is asked for: see {@link RequestSource}. */
  @Param("exp-10us")
  public String requests;

  /** In percent of the strategy's own peak. */
  @Param("50")
  public int load;

  /** So many requests a second instead; 0 for none. */
  @Param("0")
  public int rate;

  private final Check check;
  private @Nullable OpenLoop loop;
  private @Nullable Answers answers;

  /** Called by JMH. */
  public Service() {
    this(Check.defaultDeadline());
  }

  Service(Duration deadline) {
    check = new Check(NAME, deadline);
  }

  /** Finds the peak, if the load is a share of it, and begins to send. */
  @Setup(Level.Trial)
  public void start(RuntimeState state) throws IOException, InterruptedException {
    CpuWork work = CpuWork.calibrated();
    RequestSource source = RequestSource.named(requests);
    double perSecond =
        rate > 0 ? rate : new Peak(state.runtime(), source, work, check).find() * load / PERCENT;
    OpenLoop started =
        OpenLoop.start(
            state.runtime(),
            source.at(perSecond, drawn(perSecond)),
            work,
            endpoint -> false,
            check);
    loop = started;
    answers = state.answers(started.endpoints());
    state.loadedBy(started);
  }

  private static int drawn(double perSecond) {
    return Math.clamp((long) (perSecond * DRAWN_SECONDS), REQUESTS, MOST_DRAWN);
  }

  /** Sends no more. */
  @TearDown(Level.Trial)
  public void stop() {
    if (loop != null) {
      loop.close();
    }
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  @Workload(
      name = NAME,
      unit = "request",
      gauge = "ns",
      summary =
          "the mean response time of a service whose requests come whether it is ready or not",
      requests = {"exp-10us", "rare-long", "half-long", "tpcc"},
      loads = {50, 80, 95})
  public void service(RuntimeState state) throws InterruptedException {
    OpenLoop.Answered answered =
        Objects.requireNonNull(loop, NOT_STARTED)
            .answered(REQUESTS, Objects.requireNonNull(answers, NOT_STARTED));
    state.loaded(answered.work(), answered.meanResponseNanos());
  }
}
