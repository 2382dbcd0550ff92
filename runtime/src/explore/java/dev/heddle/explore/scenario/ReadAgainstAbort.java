package dev.heddle.explore.scenario;

import dev.heddle.runtime.HeddleRuntime;
import java.util.ArrayList;
import java.util.List;

/**
 * A task reads byte by byte what comes, and is aborted by a thread; another one reads on: between
 * the two no byte is lost or comes twice.
 */
public final class ReadAgainstAbort extends IoScenario {
  public ReadAgainstAbort(String strategy, int workers, String driver) {
    super(strategy, workers, driver);
  }

  @Override
  void play() throws Exception {
    try (HeddleRuntime runtime = startWithDriver()) {
      Connection connection = connect(runtime);
      Reader first = Reader.byBytes(connection.stream());
      runtime.spawn(first);
      Thread other = new Thread(first::abort, "aborter");
      connection.io().peerSends(1, 2);
      other.start();
      connection.io().peerSends(3, 4, 5);
      connection.io().peerEnds();
      check(ending(first) != Ending.FAILED, "nobody closed the stream");
      Reader second = Reader.byBuffers(connection.stream());
      runtime.spawn(second);
      check(ending(second) == Ending.DONE, "the second reader did not come to the end");
      connection.stream().close();
      List<Byte> all = new ArrayList<>(first.got);
      all.addAll(second.got);
      check(all.size() == 5, first.got + " and " + second.got + " are not all that was sent");
      checkPrefix(all, 1, 2, 3, 4, 5);
      other.join();
      first.checkEnded();
      second.checkEnded();
    }
  }
}
