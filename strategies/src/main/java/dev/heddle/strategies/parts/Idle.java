package dev.heddle.strategies.parts;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Who is parked, who is searching, and whom to wake: the part every policy with more than one
 * worker shares.
 *
 * <p>Whether a worker searches is that worker's own to remember; here is only the count. {@link
 * #wakeOne} is for any thread, the other methods are for the worker concerned.
 */
public abstract class Idle {
  private static final int NOBODY = -1;

  /** Who of the parked workers watches over few tasks. */
  private final AtomicInteger watcher = new AtomicInteger(NOBODY);

  /** A task was queued that a parked worker might take: wakes one unless somebody is searching. */
  public abstract void wakeOne();

  /**
   * As {@link #wakeOne}, for few tasks ({@link WakeRule}): not while somebody watches over such.
   *
   * <p>None is forgotten: whoever queues fences between that and the look at the watcher, and who
   * gives up watching fences between that and a last look at the queues.
   */
  public void wakeForFew() {
    VarHandle.fullFence(); // the task is queued before the look below
    if (!isWatched()) {
      wakeOne();
    }
  }

  /** Whether somebody watches. */
  public final boolean isWatched() {
    return watcher.getOpaque() != NOBODY;
  }

  /** From now on this worker watches, unless another one does. Returns whether it does. */
  public final boolean startWatching(int worker) {
    return watcher.getOpaque() == NOBODY && watcher.compareAndSet(NOBODY, worker);
  }

  /** Nobody watches now: the worker that did looks at the queues after this. */
  public final void stopWatching() {
    watcher.set(NOBODY);
    VarHandle.fullFence();
  }

  /** A worker wants to search. Returns whether it may; then it is counted. */
  public abstract boolean startSearching();

  /** A searcher has found a task: it is one no longer, and may pass the search on. */
  public abstract void found(BooleanSupplier moreWork);

  /**
   * Enters a worker as parked, unless there is work. It is no searcher any more if it was one.
   *
   * @param wasSearching whether it was one
   * @param ownWork whether this worker's own queues hold something
   * @param anyWork whether any queue holds something this worker could take
   * @return whether it may park now; if not, it asks {@link #stayed} and looks again
   */
  public abstract boolean park(
      int worker, boolean wasSearching, BooleanSupplier ownWork, BooleanSupplier anyWork);

  /**
   * A worker leaves the parked ones, by itself or because {@link #wakeOne} has chosen it.
   *
   * @return whether it was chosen: then it is a searcher, and has been counted as one already
   */
  public abstract boolean unparked(int worker);

  /**
   * A worker that was about to park leaves the parked ones again, because there is work. Unless
   * somebody searches already it is a searcher now: whoever queued that work may have counted on
   * the search that this worker had just given up, so what it leaves it must pass on.
   *
   * @return whether it is a searcher, and counted as one
   */
  public abstract boolean stayed(int worker);
}
