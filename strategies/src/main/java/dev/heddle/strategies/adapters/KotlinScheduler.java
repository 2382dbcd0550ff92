package dev.heddle.strategies.adapters;

import dev.heddle.runtime.spi.SchedulerContext;
import kotlinx.coroutines.scheduling.CoroutineScheduler;
import kotlinx.coroutines.scheduling.TasksKt;

/**
 * Runs tasks on Kotlin's {@code CoroutineScheduler}. What it queues are its own {@code Task}s, and
 * a {@code Runnable} that is one already is taken as it is, so each of ours is one: a submission
 * allocates nothing. It looks at the clock at each, to know when a slot may be stolen.
 *
 * <p>A wake-up goes through the plain dispatch, a yield through the fair one, as those of Kotlin's
 * own coroutines do. See {@code CoroutineScheduler.kt}, {@code WorkQueue.kt} and {@code
 * Dispatcher.kt}.
 */
final class KotlinScheduler extends PoolScheduler {
  private static final boolean BLOCKING = false;
  private static final boolean FAIR = true;

  private final CoroutineScheduler pool;

  KotlinScheduler(SchedulerContext context) {
    super(context, false);
    pool =
        new CoroutineScheduler(
            context.workers(),
            TasksKt.MAX_POOL_SIZE,
            TasksKt.IDLE_WORKER_KEEP_ALIVE_NS,
            "heddle-kotlin");
  }

  private static final class KotlinTask extends kotlinx.coroutines.scheduling.Task {
    private final PoolScheduler scheduler;
    private final dev.heddle.runtime.Task<?> task;

    KotlinTask(PoolScheduler scheduler, dev.heddle.runtime.Task<?> task) {
      this.scheduler = scheduler;
      this.task = task;
    }

    @Override
    public void run() {
      scheduler.poll(task, this);
    }
  }

  @Override
  Runnable wrap(dev.heddle.runtime.Task<?> task) {
    return new KotlinTask(this, task);
  }

  @Override
  void submit(Runnable run) {
    pool.dispatch(run, BLOCKING, !FAIR);
  }

  @Override
  void submitAgain(Runnable run) {
    pool.dispatch(run, BLOCKING, FAIR);
  }

  @Override
  void stop() {
    pool.close();
  }
}
