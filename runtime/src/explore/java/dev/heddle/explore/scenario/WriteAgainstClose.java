package dev.heddle.explore.scenario;

import dev.heddle.runtime.HeddleRuntime;

/**
 * A task writes to a stream that a thread closes, and another one, which needs the same buffers, to
 * one that nobody closes.
 */
public final class WriteAgainstClose extends IoScenario {
  public WriteAgainstClose(String strategy, int workers, String driver) {
    super(strategy, workers, driver);
  }

  @Override
  void play() throws Exception {
    try (HeddleRuntime runtime = startWithDriver()) {
      Connection one = connect(runtime);
      Connection two = connect(runtime);
      Writer closedUpon = new Writer(one.stream(), 1, 2, 3, 4, 5);
      Writer lasting = new Writer(two.stream(), 1, 2, 3, 4, 5);
      runtime.spawn(closedUpon);
      runtime.spawn(lasting);
      Thread closer = new Thread(one.stream()::close, "closer");
      closer.start();
      check(ending(closedUpon) != Ending.ABORTED, "nobody aborted it");
      check(ending(lasting) == Ending.DONE, "the other writer did not come to the end");
      one.stream().close();
      two.stream().close();
      closer.join();
      closedUpon.checkEnded();
      lasting.checkEnded();
    }
  }

  @Override
  void checkInTheEnd() {
    checkPrefix(world.streams().getFirst().sentToPeer(), 1, 2, 3, 4, 5);
    checkPrefix(world.streams().getLast().sentToPeer(), 1, 2, 3, 4, 5);
    check(world.streams().getLast().sentToPeer().size() == 5, "not all has reached the peer");
  }
}
