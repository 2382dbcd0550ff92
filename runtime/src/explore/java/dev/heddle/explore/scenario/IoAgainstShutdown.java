package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.net.TcpListener;
import dev.heddle.runtime.net.TcpStream;
import java.util.List;

/**
 * A runtime is closed while tasks read, write, accept and connect, the kernel completes some of it,
 * and a thread closes a stream: every task ends, and the sockets end with the event loops.
 */
public final class IoAgainstShutdown extends IoScenario {
  public IoAgainstShutdown(String strategy, int workers, String driver) {
    super(strategy, workers, driver);
  }

  @Override
  void play() throws Exception {
    HeddleRuntime runtime = startWithDriver();
    TcpListener listener = runtime.net().listen(world.address());
    Connection connection = connect(runtime);
    Reader reader = Reader.byBytes(connection.stream());
    Writer writer = new Writer(connection.stream(), 1, 2, 3, 4, 5);
    Waiting<TcpStream> acceptor = new Waiting<>(listener.accept());
    Waiting<TcpStream> connector = new Waiting<>(runtime.net().connect(world.later()));
    List<Watched<String>> all = List.of(reader, writer, acceptor, connector);
    for (Watched<String> task : all) {
      runtime.spawn(task);
    }
    connection.io().peerSends(1, 2, 3);
    world.peerConnects();
    Thread other = new Thread(connection.stream()::close, "closer");
    other.start();
    runtime.close();
    for (Watched<String> task : all) {
      ending(task);
    }
    other.join(); // a task that it was about to wake ends with that
    all.forEach(Watched::checkEnded);
    checkPrefix(reader.got, 1, 2, 3);
    connection.stream().close();
    listener.close();
  }

  @Override
  boolean closesEarly() {
    return true;
  }

  /** Closes what it gets. */
  private static final class Waiting<T extends TcpStream> extends Watched<String> {
    private final Future<T> future;

    Waiting(Future<T> future) {
      this.future = future;
    }

    @Override
    Poll body(Context context) throws Exception {
      if (future.poll(context) == Poll.PENDING) {
        return Poll.PENDING;
      }
      future.value().close();
      return done("got");
    }

    @Override
    public void close() {
      future.close();
      super.close();
    }
  }
}
