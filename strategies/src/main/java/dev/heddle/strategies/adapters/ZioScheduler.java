package dev.heddle.strategies.adapters;

import dev.heddle.runtime.spi.SchedulerContext;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import zio.Executor;
import zio.Unsafe;

/**
 * Runs tasks on ZIO's {@code ZScheduler}. A submission on one of its threads enters the thread's
 * ring, elsewhere the shared queue; a task that yields goes where ZIO's own fibers go. See {@code
 * ZScheduler.scala}.
 *
 * <p>There is one for all runtimes of the JVM, as there is for all of ZIO's: it takes any thread of
 * any ZScheduler for its own, so that with two of them a task of one could end up on the other. And
 * it cannot be stopped, so a runtime that closes waits for its own tasks and leaves the threads,
 * which are daemons.
 */
final class ZioScheduler extends PoolScheduler {
  private static final Unsafe UNSAFE = Unsafe.unsafe();

  /** The one of this JVM, started by its first user. */
  private static final class Shared {
    static final Executor POOL = Executor.makeDefault();
  }

  private final Executor pool = Shared.POOL;

  ZioScheduler(SchedulerContext context) {
    super(context, true);
  }

  @Override
  void submit(Runnable run) {
    pool.submit(run, UNSAFE);
  }

  @Override
  void submitAgain(Runnable run) {
    pool.submitAndYield(run, UNSAFE);
  }

  /** The pool hands the thread's queue to another thread, for as long as this one blocks. */
  @Override
  public <T extends @Nullable Object> T blockInPlace(Callable<T> closure) throws Exception {
    return ScalaBlocking.call(closure);
  }

  /** The pool goes on: others use it, or will. */
  @Override
  void stop() {}
}
