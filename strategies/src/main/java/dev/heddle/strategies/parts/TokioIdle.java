package dev.heddle.strategies.parts;

import dev.heddle.runtime.spi.PolicyContext;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Who is idle as Tokio keeps it ({@code runtime/scheduler/multi_thread/idle.rs}): one atomic word
 * with two counts, workers that search and workers that are not parked, and a list of the parked
 * ones under a lock. The one that parked last is woken first.
 *
 * <p>No wake-up is lost because both sides first change or touch the word by a read-modify-write
 * and then look: whoever queues a task adds zero to the word after that ({@link #wakeOne}); a
 * worker that parks takes itself off the word and looks at the queues after that ({@link #park}).
 * Whichever of the two comes second in the word's order sees what the other did before. The counts
 * and the list change together under the lock, so a count that says somebody is parked is never
 * wrong there.
 *
 * <p>One rule is wider than in Tokio: every worker that parks while nobody searches looks at the
 * queues again, not only the last searcher, because a worker here may park without having searched.
 *
 * <p>{@link #wakeOne} is for any thread, the other methods are for the worker concerned. O(1), but
 * {@link #unparked} for a worker that comes by itself is O(workers).
 */
public final class TokioIdle extends Idle {
  private static final long ONE_SEARCHING = 1;
  private static final long ONE_UNPARKED = 1L << Integer.SIZE;

  private final PolicyContext context;
  private final int workers;
  private final int mostSearchers;
  private final AtomicLong state;

  /** The parked workers, as a stack, and how many there are: under this array's monitor. */
  private final int[] sleepers;

  private int asleep;

  /**
   * Nobody is parked, nobody searches.
   *
   * @param mostSearchers how many workers may go searching at the same time, about
   */
  public TokioIdle(PolicyContext context, int mostSearchers) {
    this.context = context;
    this.mostSearchers = mostSearchers;
    workers = context.workers();
    sleepers = new int[workers];
    state = new AtomicLong(workers * ONE_UNPARKED);
  }

  private static int searching(long word) {
    return (int) word;
  }

  private static int unparked(long word) {
    return (int) (word >>> Integer.SIZE);
  }

  /** Whether nobody searches and somebody is parked, as of after what the caller did before. */
  private boolean shouldWake() {
    long word = state.getAndAdd(0);
    return searching(word) == 0 && unparked(word) < workers;
  }

  @Override
  public void wakeOne() {
    if (!shouldWake()) {
      return;
    }
    int worker;
    synchronized (sleepers) {
      if (!shouldWake()) {
        return; // another one has been woken meanwhile
      }
      state.getAndAdd(ONE_UNPARKED + ONE_SEARCHING);
      worker = sleepers[--asleep];
    }
    context.unpark(worker);
  }

  @Override
  public boolean startSearching() {
    if (searching(state.get()) >= mostSearchers) {
      return false;
    }
    state.getAndAdd(ONE_SEARCHING);
    return true;
  }

  /** The last searcher wakes the next one without a look at the queues. */
  @Override
  public void found(BooleanSupplier moreWork) {
    if (searching(state.getAndAdd(-ONE_SEARCHING)) == 1) {
      wakeOne();
    }
  }

  /**
   * With work in some other queue the worker parks all the same, having woken one: maybe itself.
   */
  @Override
  public boolean park(
      int worker, boolean wasSearching, BooleanSupplier ownWork, BooleanSupplier anyWork) {
    long gone = wasSearching ? ONE_UNPARKED + ONE_SEARCHING : ONE_UNPARKED;
    long after;
    synchronized (sleepers) {
      after = state.addAndGet(-gone);
      sleepers[asleep++] = worker;
    }
    if (ownWork.getAsBoolean()) {
      return false;
    }
    if (searching(after) == 0 && anyWork.getAsBoolean()) {
      wakeOne();
    }
    return true;
  }

  @Override
  public boolean unparked(int worker) {
    synchronized (sleepers) {
      for (int i = 0; i < asleep; i++) {
        if (sleepers[i] == worker) {
          sleepers[i] = sleepers[--asleep];
          state.getAndAdd(ONE_UNPARKED);
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public boolean stayed(int worker) {
    if (unparked(worker)) {
      return true;
    }
    long word;
    do {
      word = state.get();
      if (searching(word) != 0) {
        return false;
      }
    } while (!state.compareAndSet(word, word + ONE_SEARCHING));
    return true;
  }
}
