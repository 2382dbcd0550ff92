package dev.heddle.timers;

import dev.heddle.runtime.spi.TimerService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A {@link ScheduledThreadPoolExecutor} with one thread, which takes what is cancelled out of its
 * queue. Schedule and cancel O(log n) under its lock.
 *
 * <p>Never early: the delay is reckoned before the executor looks at the clock to make a deadline
 * of it again, so that its deadline is no earlier than the one that was asked for.
 */
final class JdkDelayQueueService implements TimerService<ScheduledFuture<?>> {
  private final ScheduledThreadPoolExecutor executor;

  /** The executor says that it has ended a moment before its thread does. */
  private volatile @Nullable Thread thread;

  JdkDelayQueueService(ThreadFactory threads) {
    executor = new ScheduledThreadPoolExecutor(1, body -> thread = threads.newThread(body));
    executor.setRemoveOnCancelPolicy(true);
  }

  @Override
  public ScheduledFuture<?> schedule(long deadlineNanos, Runnable due) {
    return executor.schedule(due, deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  @Override
  public boolean cancel(ScheduledFuture<?> timer) {
    return timer.cancel(false);
  }

  @Override
  public int size() {
    return executor.getQueue().size();
  }

  @Override
  public void shutdown() throws InterruptedException {
    executor.shutdownNow();
    Thread started = thread;
    if (started != null) {
      started.join();
    }
  }
}
