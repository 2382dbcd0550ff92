package dev.heddle.workloads.peers;

import dev.heddle.workloads.AloneState;
import dev.heddle.workloads.Workload;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A platform thread for each connection. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PlatformThreadEcho extends PeerEcho {
  /** Called by JMH. */
  public PlatformThreadEcho() {}

  @Override
  EchoPeer serve() throws Exception {
    return new ThreadEcho(Thread.ofPlatform().daemon().factory());
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  @Workload(
      name = "echo-threads",
      unit = "request",
      gauge = "ns",
      summary =
          "a TCP echo server with a blocking socket and a platform thread for each connection",
      strategies = false,
      peerOf = OF,
      connections = {1, 20, 64, 512},
      payloads = {64, 512})
  public void echo(AloneState state) throws Exception {
    ask(state);
  }
}
