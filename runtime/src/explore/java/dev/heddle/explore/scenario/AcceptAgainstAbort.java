package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.net.TcpListener;
import dev.heddle.runtime.net.TcpStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A task accepts connections and is aborted by a thread, and another task accepts on: between the
 * two they get every one.
 */
public final class AcceptAgainstAbort extends IoScenario {
  private static final int CONNECTIONS = 3;

  public AcceptAgainstAbort(String strategy, int workers, String driver) {
    super(strategy, workers, driver);
  }

  @Override
  void play() throws Exception {
    List<TcpStream> accepted = new ArrayList<>();
    try (HeddleRuntime runtime = startWithDriver();
        TcpListener listener = runtime.net().listen(world.address())) {
      Acceptor first = new Acceptor(listener, accepted);
      runtime.spawn(first);
      Thread other = new Thread(first::abort, "aborter");
      other.start();
      for (int i = 0; i < CONNECTIONS; i++) {
        world.peerConnects();
      }
      ending(first);
      Acceptor second = new Acceptor(listener, accepted);
      runtime.spawn(second);
      check(ending(second) == Ending.DONE, "the second acceptor did not come to the end");
      accepted.forEach(TcpStream::close);
      other.join();
      first.checkEnded();
      second.checkEnded();
    }
    check(accepted.size() == CONNECTIONS, "the number of connections is wrong");
  }

  private static final class Acceptor extends Watched<String> {
    private final TcpListener listener;
    private final List<TcpStream> accepted;

    Acceptor(TcpListener listener, List<TcpStream> accepted) {
      this.listener = listener;
      this.accepted = accepted;
    }

    @Override
    Poll body(Context context) throws Exception {
      while (accepted.size() < CONNECTIONS) {
        if (listener.pollAccept(context) == Poll.PENDING) {
          return Poll.PENDING;
        }
        TcpStream stream = listener.accepted();
        accepted.add(stream);
        stream.shutdownOutput(); // the worker's event loop adopts it
      }
      return done("accepted");
    }
  }
}
