package dev.heddle.runtime;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A closure that may block, as a task that no worker sees: a thread of the {@link BlockingPool}
 * polls it once, to its end. So joining, failing and cancelling are those of any task.
 */
final class BlockingJob<T extends @Nullable Object> extends Task<T> {
  private final BlockingPool pool;
  private final Callable<? extends T> work;

  BlockingJob(BlockingPool pool, Callable<? extends T> work) {
    this.pool = pool;
    this.work = Objects.requireNonNull(work, "the work that blocks is null");
  }

  @Override
  public Poll poll(Context context) throws Exception {
    return ready(work.call());
  }

  /** Whoever takes it out of the queue ends it: here the aborting thread, at once. */
  @Override
  void abortedWhileHeld() {
    pool.cancel(this);
  }

  /** What a report calls it. */
  Callable<? extends T> work() {
    return work;
  }
}
