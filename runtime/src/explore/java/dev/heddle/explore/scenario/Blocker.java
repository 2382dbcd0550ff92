package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Poll;
import java.util.concurrent.CountDownLatch;

/** Blocks its worker until the latch is open. */
final class Blocker extends Watched<String> {
  private final CountDownLatch latch;

  Blocker(CountDownLatch latch) {
    this.latch = latch;
  }

  @Override
  Poll body(Context context) throws InterruptedException {
    latch.await();
    return done("released");
  }
}
