package dev.heddle.strategies.adapters;

import dev.heddle.runtime.spi.Library;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Promise;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.Trait;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * {@code fixed-pool}: the tasks on what {@code Executors.newFixedThreadPool} gives, the pool most
 * Java programs have.
 *
 * <p>All threads take from one {@link LinkedBlockingQueue}, first in first out: a lock at either
 * end, a node per submission, and an idle thread waits on the queue's condition, so that each
 * submission to an empty queue signals one. See the sources of the two classes.
 */
public final class FixedPool implements SchedulerProvider {
  /** The pool's own limit: its counter of threads has 29 bits. */
  private static final int MOST_THREADS = (1 << 29) - 1;

  @Override
  public String name() {
    return "fixed-pool";
  }

  @Override
  public String summary() {
    return "adapter: the JDK's ThreadPoolExecutor with a LinkedBlockingQueue";
  }

  @Override
  public int workers(int asked, int processors) {
    return Math.min(asked, MOST_THREADS);
  }

  @Override
  public List<Trait> composition(Options options) {
    return List.of(
        new Trait("pool", "ThreadPoolExecutor, all threads core threads"),
        new Trait("queue", "one LinkedBlockingQueue, unbounded, first in first out"),
        new Trait("wake rule", "a submission to an empty queue signals one waiting thread"),
        new Trait("yield", "to the end of the queue"));
  }

  @Override
  public String origin() {
    return "java.util.concurrent.Executors.newFixedThreadPool";
  }

  /** No thread takes the place of one that blocks. */
  @Override
  public Set<Promise> promises(Options options) {
    return EnumSet.complementOf(EnumSet.of(Promise.BLOCKS_IN_PLACE));
  }

  @Override
  public Optional<Library> library() {
    return Optional.of(Library.jdk());
  }

  @Override
  public Scheduler create(SchedulerContext context) {
    return new FixedPoolScheduler(context);
  }

  private static final class FixedPoolScheduler extends PoolScheduler {
    private final ThreadPoolExecutor pool;

    FixedPoolScheduler(SchedulerContext context) {
      super(context, false);
      ThreadFactory threads = Thread.ofPlatform().daemon().name("heddle-fixed-pool-", 0).factory();
      pool =
          new ThreadPoolExecutor(
              context.workers(),
              context.workers(),
              0,
              TimeUnit.MILLISECONDS,
              new LinkedBlockingQueue<>(),
              threads);
    }

    @Override
    void submit(Runnable run) {
      pool.execute(run);
    }

    @Override
    void stop() throws InterruptedException {
      pool.shutdown();
      while (!pool.awaitTermination(1, TimeUnit.DAYS)) {}
    }

    @Override
    public long injectionDepth() {
      return pool.getQueue().size();
    }
  }
}
