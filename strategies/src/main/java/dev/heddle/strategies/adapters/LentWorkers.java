package dev.heddle.strategies.adapters;

import dev.heddle.runtime.Worker;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Workers for threads that are too many to have one each: a thread takes one for the time of a
 * poll, and gives it back. As many as may poll at a time have a slot; more exist only if polls
 * block and others begin meanwhile, as many as ever did at a time.
 *
 * <p>Thread-safe. O(1) for a thread whose last worker is free, and else O(slots).
 */
final class LentWorkers {
  /**
   * The slots have lines of their own, prefetched neighbours included: 32 references of 4 bytes.
   */
  private static final int STRIDE = 32;

  private final AtomicReferenceArray<@Nullable Worker> slots;
  private final Queue<Worker> others = new ConcurrentLinkedQueue<>();
  private final Supplier<Worker> maker;
  private final int count;

  /**
   * @param count how many polls there mostly are at a time
   * @param maker of workers with indices from 0
   */
  LentWorkers(int count, Supplier<Worker> maker) {
    this.count = count;
    this.maker = maker;
    slots = new AtomicReferenceArray<>((count + 1) * STRIDE);
  }

  /**
   * A worker for the calling thread alone.
   *
   * @param last the one it had before, whose memory may still be near; null if none
   */
  Worker take(@Nullable Worker last) {
    if (last != null && last.index() < count && takeSlot(last.index()) != null) {
      return last;
    }
    for (int i = 0; i < count; i++) {
      Worker free = takeSlot(i);
      if (free != null) {
        return free;
      }
    }
    Worker other = others.poll();
    return other != null ? other : maker.get();
  }

  private @Nullable Worker takeSlot(int index) {
    int at = slot(index);
    return slots.getPlain(at) == null ? null : slots.getAndSet(at, null);
  }

  private static int slot(int index) {
    return (index + 1) * STRIDE;
  }

  /** The calling thread uses it no more. */
  void giveBack(Worker worker) {
    if (worker.index() < count) {
      slots.setRelease(slot(worker.index()), worker);
    } else {
      others.add(worker);
    }
  }
}
