package dev.heddle.workloads;

import java.util.concurrent.locks.LockSupport;

/** Time that passes, in the scale of {@link System#nanoTime}. Thread-safe. */
final class WallClock {
  private WallClock() {}

  /**
   * Leaves the CPU until then; returns at once if that is past. Linux wakes the thread some 60 us
   * late, for it lets timers slip by 50 us so that it can merge them.
   */
  static void parkUntil(long nanoTime) throws InterruptedException {
    for (long left; (left = nanoTime - System.nanoTime()) > 0; ) {
      LockSupport.parkNanos(WallClock.class, left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  /** Keeps the CPU for so long, as a task that computes does; time without it counts as well. */
  static void spin(long nanos) {
    long until = System.nanoTime() + nanos;
    while (System.nanoTime() - until < 0) {
      Thread.onSpinWait();
    }
  }
}
