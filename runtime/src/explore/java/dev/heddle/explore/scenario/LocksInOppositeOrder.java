package dev.heddle.explore.scenario;

import dev.heddle.explore.Scenario;
import java.util.concurrent.locks.ReentrantLock;

/** Two threads take two locks, each in its own order: a scenario that must fail. */
public final class LocksInOppositeOrder implements Scenario {
  private final ReentrantLock lock = new ReentrantLock();
  private final Object monitor = new Object();

  @Override
  public void run() throws InterruptedException {
    Thread other = new Thread(this::monitorThenLock, "other");
    other.start();
    lock.lock();
    try {
      synchronized (monitor) {
        RuntimeScenario.check(lock.isHeldByCurrentThread(), "the lock is lost");
      }
    } finally {
      lock.unlock();
    }
    other.join();
  }

  private void monitorThenLock() {
    synchronized (monitor) {
      lock.lock();
      try {
        RuntimeScenario.check(lock.isHeldByCurrentThread(), "the lock is lost");
      } finally {
        lock.unlock();
      }
    }
  }
}
