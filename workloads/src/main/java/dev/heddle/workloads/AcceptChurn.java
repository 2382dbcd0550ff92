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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Connections that come, ask once and go: {@value #AT_ONCE} at a time, of a server as in {@link
 * Echo}.
 *
 * <p>What it stresses: accepting, the making and the end of a socket and its task, and the driver's
 * books of them.
 *
 * <p>The trap: a client's port is not free again for a minute after it closed first. So the client
 * side here closes only after its answer, and there are no more connections in a call than ports
 * can bear.
 *
 * <p>Unit: one connection, from its beginning to the answer. The check: as in {@link Echo}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AcceptChurn {
  static final int CONNECTIONS = 1_000;
  static final int AT_ONCE = 16;
  private static final int BYTES = 64;
  private static final String NAME = "accept-churn";

  private final Duration deadline;
  private @Nullable EchoUnderLoad running;

  /** Called by JMH. */
  public AcceptChurn() {
    this(Check.defaultDeadline());
  }

  AcceptChurn(Duration deadline) {
    this.deadline = deadline;
  }

  /** Starts the server, and the process that asks it. */
  @Setup(Level.Trial)
  public void start(RuntimeState state) throws IOException {
    EchoUnderLoad started = EchoUnderLoad.start(NAME, state.runtime(), deadline, 0, BYTES);
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

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(CONNECTIONS)
  @Workload(
      name = NAME,
      unit = "connection",
      gauge = "ns",
      summary = "connections that ask a TCP echo server once and close, 16 at a time",
      drivers = true)
  public void churn(RuntimeState state) throws IOException {
    RequestBatch batch =
        Objects.requireNonNull(running, "JMH has not called start() yet")
            .load()
            .churn(CONNECTIONS, AT_ONCE);
    state.batch(batch, batch.nanosPerRequest());
  }
}
