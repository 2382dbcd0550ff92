package dev.heddle.explore.scenario;

import dev.heddle.runtime.HeddleRuntime;

/**
 * Two tasks read what comes to two streams, and each has begun to when a thread closes both: the
 * tasks find them closed, and nothing that came and was not read is left.
 */
public final class ReadAgainstClose extends IoScenario {
  public ReadAgainstClose(String strategy, int workers, String driver) {
    super(strategy, workers, driver);
  }

  @Override
  void play() throws Exception {
    try (HeddleRuntime runtime = startWithDriver()) {
      Connection one = connect(runtime);
      Connection other = connect(runtime);
      Runnable close =
          () -> {
            other.stream().close();
            one.stream().close();
          };
      Thread first = new Thread(close, "closer");
      Thread second = new Thread(close, "second closer");
      Reader byBytes = Reader.byBytes(one.stream()).thatStarts(first);
      Reader byBuffers = Reader.byBuffers(other.stream()).thatStarts(second);
      one.io().peerSends(1, 2, 3);
      one.io().peerSends(4, 5);
      other.io().peerSends(1, 2);
      other.io().peerSends(3);
      runtime.spawn(byBytes);
      runtime.spawn(byBuffers);
      check(ending(byBytes) != Ending.ABORTED, "nobody aborted it");
      check(ending(byBuffers) != Ending.ABORTED, "nobody aborted it");
      checkPrefix(byBytes.got, 1, 2, 3, 4, 5);
      checkPrefix(byBuffers.got, 1, 2, 3);
      first.join();
      second.join();
      byBytes.checkEnded();
      byBuffers.checkEnded();
    }
  }
}
