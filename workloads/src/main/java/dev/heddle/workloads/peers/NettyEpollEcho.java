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

/** Netty on epoll: an event loop for each CPU. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class NettyEpollEcho extends PeerEcho {
  /** Called by JMH. */
  public NettyEpollEcho() {}

  @Override
  EchoPeer serve() throws Exception {
    return NettyEcho.onEpoll();
  }

  /** The workload. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  @Workload(
      name = "echo-netty-epoll",
      unit = "request",
      gauge = "ns",
      summary = "a TCP echo server on Netty, with its native epoll transport",
      strategies = false,
      peerOf = OF,
      availability = OnEpoll.class,
      connections = {1, 20, 64, 512},
      payloads = {64, 512})
  public void echo(AloneState state) throws Exception {
    ask(state);
  }
}
