package dev.heddle.workloads;

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
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * A TCP server on the loopback interface that sends back what it gets, with one task for each
 * connection, and a process beside it that asks.
 *
 * <p>What it stresses: the way from the network to a task and back, and how many requests share one
 * system call.
 *
 * <p>Closed loop ({@code echo}): each connection sends its next request when it has the answer to
 * the last one, so the rate is what both sides together can do. Which of them was saturated is in
 * the record: the CPU time of either. Open loop ({@code echo-open}): {@value #PER_SECOND} requests
 * a second come at random times, drawn beforehand, whether or not earlier ones are answered; the
 * response time counts from the time a request was due, so that a stall is in the times of all that
 * it held up.
 *
 * <p>The trap: a generator that is slower than the server measures itself. It waits in the ring
 * where there is one, has CPUs of its own where there are more than the server has, and says how
 * busy it was.
 *
 * <p>Unit: one request. The score is a gauge, by the generator's clock and without what it takes to
 * tell that process: in the closed loop the time of all requests over their number, so what one
 * takes of the time of both sides; in the open loop, where the rate is given, the mean response
 * time.
 *
 * <p>The check: each answer has its request's number in its first and its last bytes, all requests
 * are answered, and the task of each connection ends once.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Echo {
  static final int REQUESTS = EchoLoad.REQUESTS;
  static final int PER_SECOND = 20_000;
  private static final String CLOSED = "echo";
  private static final String OPEN = "echo-open";

  /** How many connections there are. */
  @Param("64")
  public int connections;

  /** How many bytes a request has, and its answer. */
  @Param("64")
  public int payload;

  private final Duration deadline;
  private @Nullable EchoUnderLoad running;

  /** Called by JMH. */
  public Echo() {
    this(Check.defaultDeadline());
  }

  Echo(Duration deadline) {
    this.deadline = deadline;
  }

  /** Starts the server, and the process that asks it. */
  @Setup(Level.Trial)
  public void start(RuntimeState state, BenchmarkParams benchmark) throws IOException {
    String name = benchmark.getBenchmark().endsWith(".open") ? OPEN : CLOSED;
    EchoUnderLoad started =
        EchoUnderLoad.start(name, state.runtime(), deadline, connections, payload);
    running = started;
    state.loadedBy(started.load());
  }

  /** Ends both. */
  @TearDown(Level.Trial)
  public void stop() {
    if (running != null) {
      running.close();
    }
  }

  /** The workload in a closed loop. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  @Workload(
      name = CLOSED,
      unit = "request",
      gauge = "ns",
      summary = "a TCP echo server, asked by each connection anew when it has its answer",
      drivers = true,
      connections = {1, 20, 64, 512},
      payloads = {64, 512})
  public void closed(RuntimeState state) throws IOException {
    RequestBatch batch = load().closed(REQUESTS);
    state.batch(batch, batch.nanosPerRequest());
  }

  /** The workload in an open loop. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  @Workload(
      name = OPEN,
      unit = "request",
      gauge = "ns",
      summary =
          "the mean response time of a TCP echo server, asked 20,000 times a second at random times",
      drivers = true,
      connections = 64,
      payloads = {64, 512})
  public void open(RuntimeState state) throws IOException {
    RequestBatch batch = load().open(REQUESTS, PER_SECOND);
    state.batch(batch, batch.times().response().getMean());
  }

  private LoadProcess load() {
    return Objects.requireNonNull(running, "JMH has not called start() yet").load();
  }
}
