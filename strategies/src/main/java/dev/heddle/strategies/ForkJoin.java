package dev.heddle.strategies;

import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import dev.heddle.runtime.spi.SchedulerProvider;

/**
 * {@code fork-join}: the tasks on the JDK's {@link java.util.concurrent.ForkJoinPool} in async
 * mode, the pool's own FIFO order for event-style tasks.
 */
public final class ForkJoin implements SchedulerProvider {
  @Override
  public String name() {
    return "fork-join";
  }

  @Override
  public String summary() {
    return "adapter: the JDK's ForkJoinPool in async mode, one reused ForkJoinTask per task";
  }

  /** The pool's own limit. */
  @Override
  public int workers(int asked, int processors) {
    return Math.min(asked, 0x7fff);
  }

  @Override
  public Scheduler create(SchedulerContext context) {
    return new ForkJoinScheduler(context);
  }
}
