package dev.heddle.workloads.peers;

import dev.heddle.workloads.AloneState;
import dev.heddle.workloads.EchoLoad;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * {@link dev.heddle.workloads.Echo} on somebody else's server: what its subclasses have in common.
 * The same process asks, so that unit and check are the same.
 */
@State(Scope.Benchmark)
public abstract class PeerEcho {
  /** The workload whose table these stand in. */
  static final String OF = "echo";

  static final int REQUESTS = EchoLoad.REQUESTS;

  /** How many connections there are. */
  @Param("64")
  public int connections;

  /** How many bytes a request has, and its answer. */
  @Param("64")
  public int payload;

  private @Nullable EchoPeer server;
  private @Nullable EchoLoad load;

  PeerEcho() {}

  /** Starts the server. */
  abstract EchoPeer serve() throws Exception;

  /** Starts the server, and the process that asks it. */
  @Setup(Level.Trial)
  public void start(AloneState state) throws Exception {
    EchoPeer started = serve();
    server = started;
    state.runsOn(started.library());
    try {
      load = EchoLoad.start(state, OF, started.port(), connections, payload);
    } catch (Throwable notStarted) {
      stop();
      throw notStarted;
    }
  }

  /** Ends both. */
  @TearDown(Level.Trial)
  public void stop() {
    if (load != null) {
      load.close();
    }
    EchoPeer started = server;
    server = null;
    if (started != null) {
      started.close();
    }
  }

  final void ask(AloneState state) throws IOException {
    Objects.requireNonNull(load, "JMH has not called start() yet").ask(state);
  }
}
