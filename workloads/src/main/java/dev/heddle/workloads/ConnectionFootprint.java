package dev.heddle.workloads;

import dev.heddle.runtime.HeddleRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * How much memory of the server's process a connection takes that has been used and is idle: a
 * gauge, in bytes.
 *
 * <p>It is what the heap holds, and what direct buffers do, with {@value #CONNECTIONS} idle
 * connections less without them, over their number: the socket's objects, its task, its place in
 * the driver's books and any buffer kept for it. What a driver has once, however many connections
 * there are, is no part of it; nor is what the kernel keeps for a socket, an entry of epoll or a
 * request in a ring, which belongs to no process.
 *
 * <p>The trap: see {@link TaskFootprint}; and classes, buffers and lists that come with the first
 * connections are there before the first look, as some have been there by then.
 *
 * <p>Unit: one idle connection. The time of a call is recorded too, and says little. The check: as
 * in {@link Echo}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ConnectionFootprint {
  static final int CONNECTIONS = IdleConnections.IDLE;
  private static final int FIRST = 100;
  private static final int BYTES = 64;
  private static final String NAME = "idle-connection-footprint";

  private final Duration deadline;
  private final HeldMemory held = new HeldMemory();

  /** Called by JMH. */
  public ConnectionFootprint() {
    this(Check.defaultDeadline());
  }

  ConnectionFootprint(Duration deadline) {
    this.deadline = deadline;
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(CONNECTIONS)
  @Workload(
      name = NAME,
      unit = "idle connection",
      gauge = "B",
      summary = "the heap and the buffers that each of 10,000 idle connections takes",
      drivers = true,
      availability = ManyDescriptors.class)
  public void idleConnections(RuntimeState state) throws IOException, InterruptedException {
    try (HeddleRuntime runtime = held.withoutPrevious(NAME, deadline, state::another)) {
      state.gauge(bytesPerConnection(runtime, CONNECTIONS));
    }
  }

  /** Lets so many connect to a runtime that had none, and says how many bytes each took. */
  double bytesPerConnection(HeddleRuntime runtime, int connections)
      throws IOException, InterruptedException {
    try (EchoUnderLoad echo = EchoUnderLoad.start(NAME, runtime, deadline, 0, BYTES)) {
      echo.idle(FIRST);
      long before = HeldMemory.now();
      echo.idle(connections);
      return HeldMemory.bytesEach(NAME, HeldMemory.now() - before, connections, "connections");
    }
  }
}
