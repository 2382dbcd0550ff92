package dev.heddle.explore.scenario;

import dev.heddle.runtime.HeddleRuntime;

/**
 * Two tasks write to two streams and have few buffers between them, when one of the two is aborted
 * by a thread: the other one gets them, and every peer what was written to it, from its beginning.
 */
public final class WriteAgainstAbort extends IoScenario {
  public WriteAgainstAbort(String strategy, int workers, String driver) {
    super(strategy, workers, driver);
  }

  @Override
  void play() throws Exception {
    try (HeddleRuntime runtime = startWithDriver()) {
      Connection one = connect(runtime);
      Connection two = connect(runtime);
      Writer aborted = new Writer(one.stream(), 1, 2, 3, 4, 5);
      Writer lasting = new Writer(two.stream(), 1, 2, 3, 4, 5);
      runtime.spawn(aborted);
      runtime.spawn(lasting);
      Thread aborter = new Thread(aborted::abort, "aborter");
      aborter.start();
      check(ending(aborted) != Ending.FAILED, "nobody closed the stream");
      check(ending(lasting) == Ending.DONE, "the other writer did not come to the end");
      one.stream().close();
      two.stream().close();
      aborter.join();
      aborted.checkEnded();
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
