package dev.heddle.explore.scenario;

import dev.heddle.runtime.HeddleRuntime;
import java.util.List;

/**
 * Two tasks read two streams to their ends, and there are fewer buffers than what comes needs:
 * neither waits for ever, whoever has the last one.
 */
public final class ReadWithFewBuffers extends IoScenario {
  public ReadWithFewBuffers(String strategy, int workers, String driver) {
    super(strategy, workers, driver);
  }

  @Override
  void play() throws Exception {
    try (HeddleRuntime runtime = startWithDriver()) {
      Connection one = connect(runtime);
      Connection other = connect(runtime);
      Reader byBuffers = Reader.byBuffers(one.stream());
      Reader byBytes = Reader.byBytes(other.stream());
      runtime.spawn(byBuffers);
      runtime.spawn(byBytes);
      one.io().peerSends(1, 2, 3);
      other.io().peerSends(1, 2, 3, 4, 5);
      one.io().peerSends(4, 5);
      one.io().peerEnds();
      other.io().peerEnds();
      check(ending(byBuffers) == Ending.DONE, "the first reader did not come to the end");
      check(ending(byBytes) == Ending.DONE, "the second reader did not come to the end");
      List<Byte> all = List.of((byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5);
      check(byBuffers.got.equals(all), byBuffers.got + " is not what was sent");
      check(byBytes.got.equals(all), byBytes.got + " is not what was sent");
      one.stream().close();
      other.stream().close();
      byBuffers.checkEnded();
      byBytes.checkEnded();
    }
  }
}
