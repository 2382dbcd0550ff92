package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.Poll;
import java.util.concurrent.CountDownLatch;

/**
 * Tasks that block their workers, all but one of them, until another task, which was spawned after
 * them from outside, has run: every worker must be woken. No task should do this; but a poll that
 * takes long is the same, and a runtime that leaves a worker parked then wastes a processor.
 */
public final class BlockedPoll extends RuntimeScenario {
  private final Blocker[] blockers;

  public BlockedPoll(String strategy, int workers) {
    super(strategy, workers);
    blockers = new Blocker[workers - 1];
  }

  @Override
  public void run() throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    Releaser releaser = new Releaser(latch);
    try (HeddleRuntime runtime = start()) {
      for (int i = 0; i < blockers.length; i++) {
        blockers[i] = new Blocker(latch);
        runtime.spawn(blockers[i]);
      }
      runtime.spawn(releaser);
      for (Blocker blocker : blockers) {
        blocker.join();
      }
      releaser.join();
    }
    for (Blocker blocker : blockers) {
      blocker.checkEnded();
    }
    releaser.checkEnded();
  }

  private static final class Releaser extends Watched<String> {
    private final CountDownLatch latch;

    Releaser(CountDownLatch latch) {
      this.latch = latch;
    }

    @Override
    Poll body(Context context) {
      latch.countDown();
      return done("released the other");
    }
  }
}
