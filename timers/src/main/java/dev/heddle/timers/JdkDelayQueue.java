package dev.heddle.timers;

import dev.heddle.runtime.spi.Library;
import dev.heddle.runtime.spi.TimerService;
import dev.heddle.runtime.spi.TimerServiceProvider;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;

/**
 * {@code jdk-delay-queue}: the JDK's {@link ScheduledThreadPoolExecutor} with one thread, as a
 * baseline. Its queue is a binary heap under a lock, in which every task knows its place.
 */
public final class JdkDelayQueue implements TimerServiceProvider {
  @Override
  public String name() {
    return "jdk-delay-queue";
  }

  @Override
  public String summary() {
    return "baseline: the JDK's ScheduledThreadPoolExecutor, a heap under a lock and one thread";
  }

  /**
   * It is told delays, and looks at the clock itself: of two equal deadlines the one that was
   * inserted first may come to lie a moment behind.
   */
  @Override
  public boolean keepsOrder() {
    return false;
  }

  @Override
  public Optional<Library> library() {
    return Optional.of(Library.jdk());
  }

  @Override
  public TimerService<?> create(ThreadFactory threads) {
    return new JdkDelayQueueService(threads);
  }
}
