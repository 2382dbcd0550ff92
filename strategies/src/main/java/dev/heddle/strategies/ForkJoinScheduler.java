package dev.heddle.strategies;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.Worker;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on a {@link ForkJoinPool}, as well as that can be done: each task has one {@link
 * ForkJoinTask} for life, in its attachment, which never completes and is therefore forked again
 * without an allocation; a worker's own tasks are forked, others are submitted from outside.
 */
final class ForkJoinScheduler implements Scheduler {
  private static final long SHUTDOWN_AGAIN_MILLIS = 100;

  private final SchedulerContext context;
  private final ForkJoinPool pool;

  ForkJoinScheduler(SchedulerContext context) {
    this.context = context;
    pool =
        new ForkJoinPool(
            context.workers(),
            in -> new WorkerThread(in, context),
            (thread, thrown) -> context.fail(thrown),
            true);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // this very pool
  public void schedule(Task<?> task) {
    Run run = (Run) task.attachment();
    if (run == null) {
      run = new Run(task, context);
      task.attachment(run);
    }
    if (Thread.currentThread() instanceof WorkerThread thread && thread.getPool() == pool) {
      thread.worker().stamp(task);
      run.fork();
      return;
    }
    context.stamp(task);
    try {
      pool.execute(run);
    } catch (RejectedExecutionException notTaken) {
      context.abandon(task, notTaken);
    }
  }

  @Override
  public void shutdown() throws InterruptedException {
    // What is queued still runs. A pool whose last threads go idle while it is being shut down can
    // miss that it is done, and notices when it is told again.
    do {
      pool.shutdown();
    } while (!pool.awaitTermination(SHUTDOWN_AGAIN_MILLIS, TimeUnit.MILLISECONDS));
  }

  @Override
  public long injectionDepth() {
    return pool.getQueuedSubmissionCount();
  }

  private static final class WorkerThread extends ForkJoinWorkerThread {
    private final SchedulerContext context;
    private @Nullable Worker worker;

    WorkerThread(ForkJoinPool pool, SchedulerContext context) {
      super(pool);
      this.context = context;
    }

    @Override
    protected void onStart() {
      worker = context.newWorker();
      worker.bindToCurrentThread();
    }

    Worker worker() {
      Worker mine = worker;
      if (mine == null) {
        throw new IllegalStateException("the pool runs a task before onStart");
      }
      return mine;
    }
  }

  /** A task as the pool sees it. It never completes, so it can be forked again and again. */
  private static final class Run extends ForkJoinTask<Void> {
    private static final long serialVersionUID = 1L;

    private final transient Task<?> task;
    private final transient SchedulerContext context;

    Run(Task<?> task, SchedulerContext context) {
      this.task = task;
      this.context = context;
    }

    @Override
    protected boolean exec() {
      try {
        Worker worker = ((WorkerThread) Thread.currentThread()).worker();
        if (worker.run(task)) {
          worker.stamp(task);
          fork();
        }
      } catch (Throwable thrown) {
        context.fail(thrown);
      }
      return false;
    }

    @Override
    public @Nullable Void getRawResult() {
      return null;
    }

    @Override
    protected void setRawResult(@Nullable Void value) {}
  }
}
