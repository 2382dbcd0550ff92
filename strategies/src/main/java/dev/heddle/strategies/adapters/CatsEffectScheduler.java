package dev.heddle.strategies.adapters;

import cats.effect.unsafe.IORuntime;
import cats.effect.unsafe.SleepSystem$;
import cats.effect.unsafe.WorkStealingThreadPool;
import dev.heddle.runtime.spi.SchedulerContext;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import scala.concurrent.duration.Duration;
import scala.runtime.BoxedUnit;

/**
 * Runs tasks on the {@code WorkStealingThreadPool} of Cats Effect. On its own threads a submission
 * enters the thread's ring; elsewhere one of the stripes of the shared queue. A task that yields is
 * rescheduled, which is what the library's fibers do: it runs next if there is nothing else, and
 * costs no look at the other threads then. See {@code WorkStealingThreadPool.scala} and {@code
 * WorkerThread.scala}.
 *
 * <p>Its threads wait in the system that only sleeps: the tasks here do no I/O through the pool,
 * and a selector would make each wake-up dearer. It is made as {@code
 * IORuntime.createWorkStealingComputeThreadPool} makes it, but for the beans that this registers in
 * the platform's MBean server.
 */
final class CatsEffectScheduler extends PoolScheduler {
  private static final boolean DETECT_BLOCKED_THREADS = false;

  private final WorkStealingThreadPool<?> pool;

  CatsEffectScheduler(SchedulerContext context) {
    super(context, false);
    pool =
        new WorkStealingThreadPool<>(
            context.workers(),
            "heddle-cats-effect",
            "heddle-cats-effect-blocker",
            IORuntime.createWorkStealingComputeThreadPool$default$4(),
            DETECT_BLOCKED_THREADS,
            Duration.Inf(),
            SleepSystem$.MODULE$,
            thrown -> {
              context.fail(thrown);
              return BoxedUnit.UNIT;
            },
            (thread, thrown) -> context.fail(thrown));
  }

  @Override
  void submit(Runnable run) {
    pool.execute(run);
  }

  @Override
  void submitAgain(Runnable run) {
    pool.reschedule(run);
  }

  /** The pool hands the thread's queue to another thread, for as long as this one blocks. */
  @Override
  public <T extends @Nullable Object> T blockInPlace(Callable<T> closure) throws Exception {
    return ScalaBlocking.call(closure);
  }

  @Override
  void stop() {
    pool.shutdown();
  }
}
