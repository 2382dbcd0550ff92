package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.net.TcpListener;
import dev.heddle.runtime.net.TcpStream;
import java.io.IOException;

/**
 * A thread closes a listener, and begins to when a task has found a connection and not been handed
 * it yet. The task uses that one, and gives up the next one that it finds: neither is closed behind
 * its back while it uses it, nor left open.
 */
public final class AcceptAgainstClose extends IoScenario {
  public AcceptAgainstClose(String strategy, int workers, String driver) {
    super(strategy, workers, driver);
  }

  @Override
  void play() throws Exception {
    try (HeddleRuntime runtime = startWithDriver()) {
      TcpListener listener = runtime.net().listen(world.address());
      world.peerConnects();
      world.peerConnects();
      Server server = new Server(listener);
      runtime.spawn(server);
      check(ending(server) != Ending.ABORTED, "nobody aborted it");
      server.closer.join();
      listener.close();
      server.checkEnded();
    }
  }

  private static final class Server extends Watched<String> {
    private final TcpListener listener;
    private final Thread closer;
    private boolean found;
    private boolean used;

    Server(TcpListener listener) {
      this.listener = listener;
      closer = new Thread(listener::close, "closer");
    }

    @Override
    Poll body(Context context) throws IOException {
      if (found) {
        use(listener.accepted());
      }
      if (listener.pollAccept(context) == Poll.PENDING) {
        found = false;
        return Poll.PENDING;
      }
      if (used) {
        return done("left one");
      }
      found = true;
      closer.start();
      return context.yieldNow();
    }

    /** The worker's event loop adopts it. */
    private void use(TcpStream connection) {
      try {
        connection.shutdownOutput();
      } catch (IOException closedWithTheListener) {
        // and closing it once more does no harm
      }
      connection.close();
      used = true;
    }
  }
}
