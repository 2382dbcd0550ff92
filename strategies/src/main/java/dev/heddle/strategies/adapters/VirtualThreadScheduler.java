package dev.heddle.strategies.adapters;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.Worker;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs each task on a virtual thread of its own, which polls it in a loop: a task that waits parks
 * the thread, a wake-up unparks it, a yield is {@link Thread#yield}, and the end of the task is
 * that of the thread. The JDK's scheduler does the rest: see {@code VirtualThread.java}, which runs
 * each stretch between two parkings as a task of a {@code ForkJoinPool} in async mode.
 *
 * <p>A poll that blocks unmounts its thread, and the carrier runs others meanwhile.
 */
final class VirtualThreadScheduler implements Scheduler {
  private final SchedulerContext context;
  private final LentWorkers workers;
  private final ThreadFactory threads =
      Thread.ofVirtual().inheritInheritableThreadLocals(false).factory();

  private final LongAdder begun = new LongAdder();
  private final LongAdder ended = new LongAdder();

  /** Who waits in {@link #shutdown} for the last thread; null while the runtime is open. */
  private volatile @Nullable Thread closer;

  VirtualThreadScheduler(SchedulerContext context) {
    this.context = context;
    workers = new LentWorkers(context.workers(), context::newWorker);
  }

  @Override
  public void schedule(Task<?> task) {
    Worker here = context.currentWorker();
    if (here != null) {
      here.stamp(task);
    } else {
      context.stamp(task);
    }
    Loop loop = (Loop) task.attachment();
    if (loop != null) {
      loop.wake();
    } else {
      begin(task);
    }
  }

  private void begin(Task<?> task) {
    // Counted before the look at the closer, who is there before the counts are read.
    begun.increment();
    Loop loop = new Loop(task);
    task.attachment(loop);
    try {
      if (closer != null) {
        throw new RejectedExecutionException("the runtime is closing");
      }
      loop.thread.start();
    } catch (RejectedExecutionException | OutOfMemoryError notTaken) {
      context.abandon(task, notTaken);
      ends();
    }
  }

  private void ends() {
    ended.increment();
    LockSupport.unpark(closer);
  }

  /** Nothing to do: the thread leaves its carrier when it blocks. */
  @Override
  public <T extends @Nullable Object> T blockInPlace(Callable<T> closure) throws Exception {
    return closure.call();
  }

  @Override
  public void shutdown() throws InterruptedException {
    closer = Thread.currentThread();
    while (!isQuiet()) {
      LockSupport.park(this);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  /** Whether no thread is left: as many had ended as were begun even later. */
  private boolean isQuiet() {
    return ended.sum() >= begun.sum();
  }

  /** The life of one task. */
  private final class Loop implements Runnable {
    private final Task<?> task;
    private final Thread thread;

    /** A parked thread may wake without a reason: this is the reason. */
    private volatile boolean runnable = true;

    private @Nullable Worker last;

    Loop(Task<?> task) {
      this.task = task;
      thread = threads.newThread(this);
    }

    void wake() {
      runnable = true;
      LockSupport.unpark(thread);
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // to yield to the other tasks is what was asked for
    public void run() {
      try {
        do {
          awaitWake();
          while (poll()) {
            Thread.yield();
          }
        } while (!task.isFinished());
      } catch (Throwable thrown) {
        context.fail(thrown);
      }
      ends();
    }

    private void awaitWake() {
      while (!runnable) {
        LockSupport.park(this);
        Thread.interrupted(); // of an earlier poll, and it would let no park last
      }
      runnable =
          false; // before the poll: whoever wakes the task during it sets only the task's bit
    }

    /** Returns whether the task is runnable again. */
    private boolean poll() {
      Worker worker = workers.take(last);
      last = worker;
      worker.enter();
      boolean again = worker.run(task);
      if (again) {
        worker.stampAgain(task);
      }
      worker.leave();
      workers.giveBack(worker);
      return again;
    }
  }
}
