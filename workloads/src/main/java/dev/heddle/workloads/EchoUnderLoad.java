package dev.heddle.workloads;

import dev.heddle.runtime.HeddleRuntime;
import java.io.IOException;
import java.time.Duration;

/** An echo server in this process, and the process that asks it. For one thread. */
final class EchoUnderLoad implements AutoCloseable {
  private final EchoServer server;
  private final LoadProcess load;

  private EchoUnderLoad(EchoServer server, LoadProcess load) {
    this.server = server;
    this.load = load;
  }

  /**
   * Starts both.
   *
   * @param workload whose name failures carry
   * @param connections how many there are all the time
   * @param payload bytes of each request
   */
  static EchoUnderLoad start(
      String workload, HeddleRuntime runtime, Duration deadline, int connections, int payload)
      throws IOException {
    EchoServer server = EchoServer.start(runtime, new Check(workload, deadline));
    try {
      return new EchoUnderLoad(
          server, LoadProcess.start(workload, deadline, server.port(), connections, payload));
    } catch (Throwable notStarted) {
      server.close();
      throw notStarted;
    }
  }

  /** More connections, which ask once each and then stay as they are. */
  void idle(int connections) throws IOException {
    var _ = load.idle(connections);
  }

  LoadProcess load() {
    return load;
  }

  /**
   * Ends both, the asking one first.
   *
   * @throws WorkloadFailure if the server's tasks do not end with their connections, each once
   */
  @Override
  public void close() {
    load.close();
    try {
      server.awaitEnds();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the benchmark's thread", e);
    } finally {
      server.close();
    }
  }
}
