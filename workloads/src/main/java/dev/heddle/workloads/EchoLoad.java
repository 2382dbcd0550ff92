package dev.heddle.workloads;

import java.io.IOException;

/**
 * Who asks an echo server: a process beside it, which is told how often. For the peers of {@link
 * Echo}, whose servers are their own.
 */
public final class EchoLoad implements AutoCloseable {
  /**
   * In each call: so many that telling the process, and hearing of it, is some hundredths of it.
   */
  public static final int REQUESTS = 10_000;

  private final LoadProcess process;

  private EchoLoad(LoadProcess process) {
    this.process = process;
  }

  /**
   * Starts the process, and waits until it is connected.
   *
   * @param workload in whose name it fails
   * @param port of a server on the loopback interface
   */
  public static EchoLoad start(
      AloneState state, String workload, int port, int connections, int bytes) throws IOException {
    LoadProcess process =
        LoadProcess.start(workload, Check.defaultDeadline(), port, connections, bytes);
    state.loadedBy(process);
    return new EchoLoad(process);
  }

  /**
   * Asks {@value #REQUESTS} times, in a closed loop.
   *
   * @throws WorkloadFailure if an answer is wrong or does not come
   */
  public void ask(AloneState state) throws IOException {
    RequestBatch batch = process.closed(REQUESTS);
    state.batch(batch, batch.nanosPerRequest());
  }

  @Override
  public void close() {
    process.close();
  }
}
