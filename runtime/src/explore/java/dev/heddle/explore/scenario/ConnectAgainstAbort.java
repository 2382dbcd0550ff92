package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.net.Net;
import dev.heddle.runtime.net.TcpStream;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A task that connects is aborted by a thread: either it has the connection, or nobody has. Another
 * one connects undisturbed.
 */
public final class ConnectAgainstAbort extends IoScenario {
  public ConnectAgainstAbort(String strategy, int workers, String driver) {
    super(strategy, workers, driver);
  }

  @Override
  void play() throws Exception {
    try (HeddleRuntime runtime = startWithDriver()) {
      Connector aborted = new Connector(runtime.net(), world.later());
      Connector lasting = new Connector(runtime.net(), world.later());
      runtime.spawn(aborted);
      runtime.spawn(lasting);
      Thread other = new Thread(aborted::abort, "aborter");
      other.start();
      check(ending(aborted) != Ending.FAILED, "nobody closed the stream");
      check(ending(lasting) == Ending.DONE, "it did not connect");
      other.join();
      aborted.checkEnded();
      lasting.checkEnded();
      aborted.closeStream();
      lasting.closeStream();
    }
  }

  private static final class Connector extends Watched<String> {
    private final Future<TcpStream> connecting;
    private @Nullable TcpStream stream;

    Connector(Net net, InetSocketAddress address) {
      connecting = net.connect(address);
    }

    @Override
    Poll body(Context context) throws Exception {
      if (connecting.poll(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      stream = connecting.value();
      return done("connected");
    }

    void closeStream() {
      if (stream != null) {
        stream.close();
      }
    }

    @Override
    public void close() {
      connecting.close();
      super.close();
    }
  }
}
