package dev.heddle.strategies.adapters;

import dev.heddle.runtime.spi.SchedulerContext;
import org.apache.pekko.dispatch.ForkJoinPoolConstants$;
import org.apache.pekko.dispatch.PekkoJdk9ForkJoinPool;

/**
 * The pool that Pekko's default dispatcher makes on a JDK from 9 on: a {@code ForkJoinPool} with
 * {@code task-peeking-mode = FIFO} and {@code maximum-pool-size = 32767}, see {@code
 * reference.conf}. A dispatcher puts its mailboxes into it, which are {@code ForkJoinTask}s and are
 * taken as they are; so are the tasks here, by the same scheduler as those of the JDK's own pool.
 * What differs is the class, and with it the calls that the compiler sees.
 */
final class PekkoPool {
  private static final boolean FIFO = true;

  private PekkoPool() {}

  static ForkJoinScheduler scheduler(SchedulerContext context) {
    return new ForkJoinScheduler(
        context,
        (parallelism, threads, handler) ->
            new PekkoJdk9ForkJoinPool(
                parallelism, threads, ForkJoinPoolConstants$.MODULE$.MaxCap(), handler, FIFO));
  }
}
