package dev.heddle.explore.scenario;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.net.TcpListener;
import dev.heddle.runtime.net.TcpStream;

/**
 * A task reads from a connection for the first time, so that an event loop adopts it, while two
 * threads close it: the task finds it closed, wherever it is by then.
 */
public final class AdoptAgainstClose extends IoScenario {
  public AdoptAgainstClose(String strategy, int workers, String driver) {
    super(strategy, workers, driver);
  }

  @Override
  void play() throws Exception {
    try (HeddleRuntime runtime = startWithDriver();
        TcpListener listener = runtime.net().listen(world.address())) {
      world.peerConnects();
      TcpStream stream = runtime.blockOn(listener.accept());
      Reader reader = Reader.byBuffers(stream);
      runtime.spawn(reader);
      Thread other = new Thread(stream::close, "closer");
      other.start();
      stream.close();
      check(ending(reader) == Ending.FAILED, "it did not find the stream closed");
      other.join();
      reader.checkEnded();
    }
  }
}
