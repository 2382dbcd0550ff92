package dev.heddle.runtime;

import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

/** Waits for as long as a test may take. */
final class Wait {
  private Wait() {}

  static void on(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static void until(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(1);
    }
  }
}
