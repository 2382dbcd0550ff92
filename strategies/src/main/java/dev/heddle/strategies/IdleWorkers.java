package dev.heddle.strategies;

import dev.heddle.runtime.spi.PolicyContext;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Who is parked, who is searching, and whom to wake: the part every policy with more than one
 * worker shares. The rules are Tokio's: a worker is woken only while none is searching, a woken
 * worker is a searcher, and the last searcher to find something wakes one more if there is more.
 *
 * <p>Two facts are kept: how many workers search, and a bitmap of those that are parked. No wake-up
 * is lost because both sides fence between their write and their look: whoever queues a task looks
 * for searchers and parked workers after that ({@link #wakeOne}), and a worker that parks looks at
 * the queues after it is in the bitmap ({@link #park}). A fence with loads does what Tokio's
 * read-modify-write does, and leaves the line shared among the cores while nobody parks.
 *
 * <p>Whether a worker searches is that worker's own to remember; here is only the count. {@link
 * #wakeOne} is for any thread, the other methods are for the worker concerned. All are lock-free;
 * O(1) while there are at most 64 workers, else O(workers / 64).
 */
final class IdleWorkers {
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final PolicyContext context;
  private final int workers;
  private final AtomicInteger searching = new AtomicInteger();
  private final long[] parked;

  IdleWorkers(PolicyContext context) {
    this.context = context;
    workers = context.workers();
    parked = new long[(workers + Long.SIZE - 1) / Long.SIZE];
  }

  /** A task was queued that a parked worker might take: wakes one unless somebody is searching. */
  void wakeOne() {
    VarHandle.fullFence(); // the task is queued before the look below
    if (searching.getOpaque() != 0 || nobodyParked()) {
      return;
    }
    do {
      // The claim to be the only one who wakes; it counts for the woken worker from now on.
      if (!searching.compareAndSet(0, 1)) {
        return;
      }
      for (int word = 0; word < parked.length; word++) {
        long bits = (long) WORD.getVolatile(parked, word);
        while (bits != 0) {
          int bit = Long.numberOfTrailingZeros(bits);
          if (WORD.compareAndSet(parked, word, bits, bits & ~(1L << bit))) {
            context.unpark(word * Long.SIZE + bit);
            return;
          }
          bits = (long) WORD.getVolatile(parked, word);
        }
      }
      // All of them left by themselves, and look at the queues again. But while the claim stood, a
      // worker may have parked without a look, because somebody seemed to search: so look once
      // more.
      searching.getAndDecrement();
      VarHandle.fullFence();
    } while (!nobodyParked());
  }

  private boolean nobodyParked() {
    for (int word = 0; word < parked.length; word++) {
      if ((long) WORD.getOpaque(parked, word) != 0) {
        return false;
      }
    }
    return true;
  }

  /** A worker wants to search. It may if fewer than half of the workers do; then it is counted. */
  boolean startSearching() {
    if (2 * searching.get() >= workers) {
      return false;
    }
    searching.getAndIncrement();
    return true;
  }

  /** A searcher has found a task: it is one no longer, and may pass the search on. */
  void found(BooleanSupplier moreWork) {
    if (searching.decrementAndGet() == 0) {
      VarHandle.fullFence(); // no searcher any more, before the look at the queues
      if (moreWork.getAsBoolean()) {
        wakeOne();
      }
    }
  }

  /**
   * Enters a worker as parked, unless there is work. It is no searcher any more if it was one.
   *
   * @param wasSearching whether it was one
   * @param ownWork whether this worker's own queues hold something
   * @param anyWork whether any queue holds something this worker could take
   * @return whether it may park now; if not, it asks {@link #stayed} and looks again
   */
  boolean park(int worker, boolean wasSearching, BooleanSupplier ownWork, BooleanSupplier anyWork) {
    WORD.getAndBitwiseOr(parked, word(worker), bit(worker));
    if (wasSearching) {
      searching.getAndDecrement();
    }
    VarHandle.fullFence(); // in the bitmap before the look below
    // While somebody else searches, that worker answers for the queues of all: on finding something
    // it wakes one more, on finding nothing it comes through here itself.
    return !ownWork.getAsBoolean() && (searching.get() != 0 || !anyWork.getAsBoolean());
  }

  /**
   * A worker leaves the parked ones, by itself or because {@link #wakeOne} has chosen it.
   *
   * @return whether it was chosen: then it is a searcher, and has been counted as one already
   */
  boolean unparked(int worker) {
    long before = (long) WORD.getAndBitwiseAnd(parked, word(worker), ~bit(worker));
    return (before & bit(worker)) == 0;
  }

  /**
   * A worker that was about to park leaves the parked ones again, because there is work. Unless
   * somebody searches already it is a searcher now: whoever queued that work may have counted on
   * the search that this worker had just given up, so what it leaves it must pass on.
   *
   * @return whether it is a searcher, and counted as one
   */
  boolean stayed(int worker) {
    return unparked(worker) || searching.compareAndSet(0, 1);
  }

  private static int word(int worker) {
    return worker / Long.SIZE;
  }

  private static long bit(int worker) {
    return 1L << worker;
  }
}
