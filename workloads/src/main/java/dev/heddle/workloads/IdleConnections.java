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
 * {@link Echo} in a closed loop on {@value #ACTIVE} connections, beside {@value #IDLE} that say
 * nothing, as most connections of a server do.
 *
 * <p>What it stresses: that the cost of a request does not grow with the connections that have
 * none; a driver that looks at each of them, or keeps a buffer ready for each, shows here. What
 * they take is {@link ConnectionFootprint}'s question.
 *
 * <p>The trap: a connection that was never used may have nothing of what a used one has, so each of
 * the idle ones has asked once. And both processes need a descriptor for each of them.
 *
 * <p>Unit: one request of the active ones. The check: as in {@link Echo}; the tasks of the idle
 * connections end with them too.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class IdleConnections {
  static final int REQUESTS = EchoLoad.REQUESTS;
  static final int ACTIVE = 16;
  static final int IDLE = 10_000;
  private static final int BYTES = 64;
  private static final String NAME = "idle-connections";

  private final Duration deadline;
  private @Nullable EchoUnderLoad running;

  /** Called by JMH. */
  public IdleConnections() {
    this(Check.defaultDeadline());
  }

  IdleConnections(Duration deadline) {
    this.deadline = deadline;
  }

  /** Starts the server, and the process that asks it, with all its connections. */
  @Setup(Level.Trial)
  public void start(RuntimeState state) throws IOException {
    EchoUnderLoad started = EchoUnderLoad.start(NAME, state.runtime(), deadline, ACTIVE, BYTES);
    running = started;
    started.idle(IDLE);
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
  @OperationsPerInvocation(REQUESTS)
  @Workload(
      name = NAME,
      unit = "request",
      gauge = "ns",
      summary = "a TCP echo server with 16 connections that ask and 10,000 that are idle",
      drivers = true,
      availability = ManyDescriptors.class)
  public void idleConnections(RuntimeState state) throws IOException {
    RequestBatch batch =
        Objects.requireNonNull(running, "JMH has not called start() yet").load().closed(REQUESTS);
    state.batch(batch, batch.nanosPerRequest());
  }
}
