package dev.heddle.strategies.parts;

import dev.heddle.runtime.spi.PolicyContext;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * A count of those that search and a bitmap of those that are parked, without a lock. The rules are
 * Tokio's: a worker is woken only while none is searching, a woken worker is a searcher, and the
 * last searcher to find something wakes one more if there is more.
 *
 * <p>No wake-up is lost because both sides fence between their write and their look: whoever queues
 * a task looks for searchers and parked workers after that ({@link #wakeOne}), and a worker that
 * parks looks at the queues after it is in the bitmap ({@link #park}). A fence with loads does what
 * Tokio's read-modify-write does, and leaves the line shared among the cores while nobody parks.
 *
 * <p>All methods are lock-free; O(1) while there are at most 64 workers, else O(workers / 64).
 */
public final class IdleWorkers extends Idle {
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final PolicyContext context;
  private final int mostSearchers;
  private final AtomicInteger searching = new AtomicInteger();
  private final long[] parked;

  /** Nobody is parked, nobody searches; at most half of the workers ever do, rounded up. */
  public IdleWorkers(PolicyContext context) {
    this(context, (context.workers() + 1) / 2);
  }

  /**
   * Nobody is parked, nobody searches.
   *
   * @param mostSearchers how many workers may go searching at the same time, about: between the
   *     look and the count another may come in
   */
  public IdleWorkers(PolicyContext context, int mostSearchers) {
    this.context = context;
    this.mostSearchers = mostSearchers;
    parked = new long[(context.workers() + Long.SIZE - 1) / Long.SIZE];
  }

  @Override
  public void wakeOne() {
    VarHandle.fullFence(); // the task is queued before the look below
    if (searching.getOpaque() == 0 && !nobodyParked()) {
      wake();
    }
  }

  @Override
  public void wakeForFew() {
    VarHandle.fullFence(); // the task is queued before the look below
    if (!isWatched() && searching.getOpaque() == 0 && !nobodyParked()) {
      wake();
    }
  }

  private void wake() {
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

  @Override
  public boolean startSearching() {
    if (searching.get() >= mostSearchers) {
      return false;
    }
    searching.getAndIncrement();
    return true;
  }

  @Override
  public void found(BooleanSupplier moreWork) {
    if (searching.decrementAndGet() == 0) {
      VarHandle.fullFence(); // no searcher any more, before the look at the queues
      if (moreWork.getAsBoolean()) {
        wakeOne();
      }
    }
  }

  @Override
  public boolean park(
      int worker, boolean wasSearching, BooleanSupplier ownWork, BooleanSupplier anyWork) {
    WORD.getAndBitwiseOr(parked, word(worker), bit(worker));
    if (wasSearching) {
      searching.getAndDecrement();
    }
    VarHandle.fullFence(); // in the bitmap before the look below
    // While somebody else searches, that worker answers for the queues of all: on finding something
    // it wakes one more, on finding nothing it comes through here itself.
    return !ownWork.getAsBoolean() && (searching.get() != 0 || !anyWork.getAsBoolean());
  }

  @Override
  public boolean unparked(int worker) {
    long before = (long) WORD.getAndBitwiseAnd(parked, word(worker), ~bit(worker));
    return (before & bit(worker)) == 0;
  }

  @Override
  public boolean stayed(int worker) {
    return unparked(worker) || searching.compareAndSet(0, 1);
  }

  private static int word(int worker) {
    return worker / Long.SIZE;
  }

  private static long bit(int worker) {
    return 1L << worker;
  }
}
