package dev.heddle.workloads;

import dev.heddle.runtime.HeddleRuntime;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * How much memory the objects of this process hold, for gauges: what is on the heap, and the direct
 * buffers.
 *
 * <p>The trap: what a runtime keeps for tasks that have ended may be given back only when the next
 * ones come, and would be taken off their account. So each call has a runtime of its own, and the
 * one before must be gone from the heap first, which is when the last of its threads is. And a
 * direct buffer goes some time after the object that stands for it, by another thread.
 *
 * <p>For one thread.
 */
final class HeldMemory {
  private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

  private static final BufferPoolMXBean DIRECT =
      ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
          .filter(pool -> pool.getName().equals("direct"))
          .findFirst()
          .orElseThrow();

  /** Twice this without less than before, and nothing is on its way out. */
  private static final long CLEANING_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final int MOST_LOOKS = 20;

  private WeakReference<HeddleRuntime> previous = new WeakReference<>(null);

  /**
   * A new runtime, once nothing of the last one is left. A task refers to its runtime, so with the
   * runtime its last task is gone too.
   *
   * @throws WorkloadFailure if something holds the last one for longer than the deadline
   */
  HeddleRuntime withoutPrevious(
      String workload, Duration deadline, Supplier<HeddleRuntime> another) {
    long lateNanos = System.nanoTime() + deadline.toNanos();
    while (!previous.refersTo(null)) {
      if (System.nanoTime() - lateNanos > 0) {
        throw new WorkloadFailure(
            workload, "expected a closed runtime to be garbage, found that something holds it");
      }
      MEMORY.gc();
    }
    HeddleRuntime runtime = another.get();
    previous = new WeakReference<>(runtime);
    return runtime;
  }

  /** In bytes, once all garbage is gone. */
  static long now() throws InterruptedException {
    long least = Long.MAX_VALUE;
    int same = 0;
    for (int look = 0; look < MOST_LOOKS && same < 2; look++) {
      MEMORY.gc();
      WallClock.parkUntil(System.nanoTime() + CLEANING_NANOS);
      long held = MEMORY.getHeapMemoryUsage().getUsed() + DIRECT.getMemoryUsed();
      same = held < least ? 0 : same + 1;
      least = Math.min(least, held);
    }
    return least;
  }

  /**
   * The share of each in what the memory grew by.
   *
   * @param things what they are, in the plural
   * @throws WorkloadFailure if it did not grow
   */
  static double bytesEach(String workload, long bytes, int count, String things) {
    if (bytes <= 0) {
      throw new WorkloadFailure(
          workload,
          "expected the heap to grow by %d %s, found %d bytes".formatted(count, things, bytes));
    }
    return (double) bytes / count;
  }
}
