package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.net.TcpListener;
import java.io.IOException;

/**
 * One task finds a connection, another one bytes, and both end without taking them, while a thread
 * closes the listener and another the stream: nobody else will take what was found, and it is
 * released all the same.
 */
public final class GiveUpAgainstClose extends IoScenario {
  public GiveUpAgainstClose(String strategy, int workers, String driver) {
    super(strategy, workers, driver);
  }

  @Override
  void play() throws Exception {
    try (HeddleRuntime runtime = startWithDriver()) {
      TcpListener listener = runtime.net().listen(world.address());
      Connection connection = connect(runtime);
      Finder ofConnections = new Finder(listener::pollAccept, listener::close);
      Finder ofBytes = new Finder(connection.stream()::pollRead, connection.stream()::close);
      runtime.spawn(ofConnections);
      runtime.spawn(ofBytes);
      world.peerConnects();
      connection.io().peerSends(1, 2);
      check(ending(ofConnections) != Ending.ABORTED, "nobody aborted it");
      check(ending(ofBytes) != Ending.ABORTED, "nobody aborted it");
      ofConnections.end();
      ofBytes.end();
    }
  }

  private interface Look {
    Poll poll(Context context) throws IOException;
  }

  /** Once it looks for the second time, there is something, and the closer begins. */
  private static final class Finder extends Watched<String> {
    private final Look look;
    private final Thread closer;
    private int looks;

    Finder(Look look, Runnable close) {
      this.look = look;
      closer = new Thread(close, "closer");
    }

    @Override
    Poll body(Context context) throws IOException {
      if (++looks == 2) {
        closer.start();
      }
      return look.poll(context) == Poll.PENDING ? Poll.PENDING : done("found something");
    }

    void end() throws InterruptedException {
      if (looks < 2) {
        closer.start(); // it was there at the first look
      }
      closer.join();
      checkEnded();
    }
  }
}
