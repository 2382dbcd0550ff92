package dev.heddle.runtime.spi;

import dev.heddle.runtime.RuntimeCounters;
import dev.heddle.runtime.Task;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The wide SPI, for what cannot be cut into the steps of a {@link Policy}: adapters that run the
 * tasks on somebody else's pool.
 *
 * <p>All methods may be called by any thread.
 */
public interface Scheduler {

  /** Starts the threads, unless they start on demand. Called once, before anything else. */
  default void start() {}

  /**
   * A task became runnable. It is stamped ({@link SchedulerContext#stamp}), queued, and in the end
   * given to {@link dev.heddle.runtime.Worker#run} by one thread, once; what that returns says
   * whether the task is queued again. Never throws.
   */
  void schedule(Task<?> task);

  /**
   * Runs a closure that may block, on the calling thread: one of this scheduler's, in the middle of
   * a poll. Other threads run the tasks meanwhile, also those queued behind this one.
   *
   * @throws UnsupportedOperationException if that cannot be done, with the reason; the closure was
   *     not run
   * @throws Exception what the closure throws
   */
  default <T extends @Nullable Object> T blockInPlace(Callable<T> closure) throws Exception {
    throw new UnsupportedOperationException(
        "blockInPlace: the threads of this strategy's pool cannot be replaced while they block;"
            + " use spawnBlocking");
  }

  /**
   * Runs what is queued, then stops the threads and waits for them. The runtime is closing: running
   * a task now cancels it, and no further task is spawned, but closing futures may still wake
   * tasks. After the return every task that was ever passed to {@link #schedule} has been run, and
   * a later {@code schedule} passes its task to {@link SchedulerContext#abandon}.
   *
   * @throws InterruptedException if interrupted while waiting; may be called again
   */
  void shutdown() throws InterruptedException;

  /**
   * How many tasks wait where threads that are no workers put them, about; {@link
   * RuntimeCounters#UNKNOWN} if the pool does not tell.
   */
  default long injectionDepth() {
    return RuntimeCounters.UNKNOWN;
  }

  /** How many tasks wait in each worker's own queues, about; empty if the pool does not tell. */
  default List<Long> localDepths() {
    return List.of();
  }
}
