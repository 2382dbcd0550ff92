package dev.heddle.strategies.adapters;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.Worker;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on a {@link ForkJoinPool}, as well as that can be done: a worker's own tasks are
 * forked, others are submitted from outside, each time as a new {@link ForkJoinTask} of 24 bytes.
 *
 * <p>One object per task, forked again and again, would save those bytes and is what the pool
 * forbids ({@link ForkJoinTask#fork}), with reason: a thread takes a task by comparing and setting
 * its slot and then sets the queue's base to the next. If it is held up in between and the same
 * object comes round to the same slot, the exchange succeeds, the base goes back to where it was,
 * and the queue's owner spins at an empty slot for ever. {@code yield-many} with more threads than
 * cores met that about once in a hundred seconds.
 *
 * <p>A fork pushes onto the thread's own queue, and wakes another thread if that queue was empty or
 * its owner keeps up; a submission enters one of the queues that threads from outside share, chosen
 * by the submitting thread. A thread without tasks of its own scans all queues from a random one
 * and takes one task at a time. See the comment on the implementation in {@code ForkJoinPool.java}.
 */
final class ForkJoinScheduler implements Scheduler {
  private static final long SHUTDOWN_AGAIN_MILLIS = 100;

  private static final Logger LOG = System.getLogger(ForkJoinScheduler.class.getName());

  /** Ticks between two looks at what was submitted from outside: as the runtime's own loop. */
  private static final int SUBMISSIONS_INTERVAL_TICKS = 61;

  private final SchedulerContext context;
  private final ForkJoinPool pool;
  private final Queue<Worker> spares = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean told = new AtomicBoolean();

  /** Makes the pool, in async mode: a thread takes its own tasks first in first out. */
  interface Maker {
    ForkJoinPool make(
        int parallelism,
        ForkJoinPool.ForkJoinWorkerThreadFactory threads,
        Thread.UncaughtExceptionHandler handler);
  }

  ForkJoinScheduler(SchedulerContext context, Maker maker) {
    this.context = context;
    pool =
        maker.make(
            context.workers(),
            in -> new WorkerThread(in, context, spares),
            (thread, thrown) -> context.fail(thrown));
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // this very pool
  public void schedule(Task<?> task) {
    if (Thread.currentThread() instanceof WorkerThread thread && thread.getPool() == pool) {
      thread.worker().stamp(task);
      new Run(task).fork();
      return;
    }
    context.stamp(task);
    try {
      pool.execute(new Run(task));
    } catch (RejectedExecutionException notTaken) {
      context.abandon(task, notTaken);
    }
  }

  /**
   * A managed block: the pool starts a thread for the time if none is idle, which takes from the
   * queue of the one that blocks. If the pool may or can start none it blocks all the same.
   */
  @Override
  public <T extends @Nullable Object> T blockInPlace(Callable<T> closure) throws Exception {
    Blocking<T> blocking = new Blocking<>(closure);
    try {
      ForkJoinPool.managedBlock(blocking);
    } catch (RejectedExecutionException | OutOfMemoryError cannotCompensate) {
      if (told.compareAndSet(false, true)) {
        LOG.log(
            Level.WARNING,
            "no thread can be started for one that blocks in place: its tasks wait for the other"
                + " threads of the pool (said once)",
            cannotCompensate);
      }
      blocking.block();
    }
    return blocking.value();
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

  /** Keeps what the closure throws, so that it is told from what the pool throws. */
  private static final class Blocking<T extends @Nullable Object>
      implements ForkJoinPool.ManagedBlocker {
    private final Callable<T> closure;
    private boolean begun;
    private @Nullable T value;
    private @Nullable Throwable thrown;

    Blocking(Callable<T> closure) {
      this.closure = closure;
    }

    @Override
    public boolean block() {
      if (!begun) {
        begun = true;
        try {
          value = closure.call();
        } catch (Exception | Error e) {
          thrown = e;
        }
      }
      return true;
    }

    @Override
    public boolean isReleasable() {
      return begun;
    }

    @SuppressWarnings("NullAway") // the value is a T, or the only null a T allows
    T value() throws Exception {
      if (thrown instanceof Error error) {
        throw error;
      }
      if (thrown != null) {
        throw (Exception) thrown; // a Callable declares no other
      }
      return value;
    }
  }

  private static final class WorkerThread extends ForkJoinWorkerThread {
    private final Queue<Worker> spares;
    private int ticksToSubmissions = SUBMISSIONS_INTERVAL_TICKS;
    private final SchedulerContext context;
    private @Nullable Worker worker;

    WorkerThread(ForkJoinPool pool, SchedulerContext context, Queue<Worker> spares) {
      super(pool);
      this.spares = spares;
      this.context = context;
    }

    @Override
    protected void onStart() {
      Worker spare = spares.poll();
      worker = spare != null ? spare : context.newWorker();
      worker.bindToCurrentThread();
    }

    /** The next thread counts on where this one ends, so that there are no more than threads. */
    @Override
    protected void onTermination(@Nullable Throwable thrown) {
      Worker mine = worker;
      if (mine != null) {
        spares.add(mine);
      }
      super.onTermination(thrown);
    }

    /** Whether it is time to look at what came from outside: a task in so many. */
    boolean isTimeForSubmissions() {
      if (--ticksToSubmissions > 0) {
        return false;
      }
      ticksToSubmissions = SUBMISSIONS_INTERVAL_TICKS;
      return true;
    }

    Worker worker() {
      Worker mine = worker;
      if (mine == null) {
        throw new IllegalStateException("the pool runs a task before onStart");
      }
      return mine;
    }
  }

  /** A task as the pool sees it, for one poll. */
  private static final class Run extends ForkJoinTask<Void> {
    private static final long serialVersionUID = 1L;

    private final transient Task<?> task;

    Run(Task<?> task) {
      this.task = task;
    }

    @Override
    protected boolean exec() {
      WorkerThread thread = (WorkerThread) Thread.currentThread();
      try {
        Worker worker = thread.worker();
        if (worker.run(task)) {
          worker.stampAgain(task);
          new Run(task).fork();
        }
        if (thread.isTimeForSubmissions()) {
          // A pool's thread looks there only when it has nothing of its own, which tasks that yield
          // and yield would put off for ever.
          ForkJoinTask<?> submitted = pollSubmission();
          if (submitted != null) {
            submitted.fork();
          }
        }
      } catch (Throwable thrown) {
        thread.context.fail(thrown);
      }
      return false; // nobody joins it: its task has a join handle of its own
    }

    @Override
    public @Nullable Void getRawResult() {
      return null;
    }

    @Override
    protected void setRawResult(@Nullable Void value) {}
  }
}
