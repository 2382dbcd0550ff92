package dev.heddle.explore.scenario;

import dev.heddle.explore.Scenario;

/** Two threads count to one each, and one of the counts may get lost: a scenario that must fail. */
public final class LostUpdate implements Scenario {
  private volatile int count;

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // the very fault
  public void run() throws InterruptedException {
    Thread other = new Thread(() -> count++, "other");
    other.start();
    count++;
    other.join();
    RuntimeScenario.check(count == 2, "of two updates one was lost");
  }
}
