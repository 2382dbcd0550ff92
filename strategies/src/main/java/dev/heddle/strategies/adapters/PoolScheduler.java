package dev.heddle.strategies.adapters;

import dev.heddle.runtime.Task;
import dev.heddle.runtime.Worker;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Tasks on a pool that takes {@link Runnable}s. Each task has one for life, in its attachment,
 * which is submitted again and again; what else there is to know about a pool a subclass says in
 * the few methods below.
 *
 * <p>No pool can be asked whether anything of ours is still in it, and most forget what is queued
 * when they stop. So each thread counts what it submits and what it has run, by plain stores of its
 * own, and a shutdown waits until both sums are the same. Only a submission by a thread that is not
 * the pool's costs an atomic addition for it.
 */
abstract class PoolScheduler implements Scheduler {
  private static final long FIRST_LOOK_NANOS = 10_000;
  private static final long LONGEST_LOOK_NANOS = 1_000_000;

  private final SchedulerContext context;

  /** Whether the pool's threads run tasks of other runtimes too. */
  private final boolean shared;

  private final Map<Thread, PoolThread> threads = new ConcurrentHashMap<>();

  /**
   * The calling thread's entry among those, where a look is cheaper, and there are two a poll. Not
   * for a shared pool, whose threads would keep every runtime that they ever ran tasks of.
   */
  @SuppressWarnings("ThreadLocalUsage") // one a runtime, and its threads end with it
  private final ThreadLocal<PoolThread> current = new ThreadLocal<>();

  private final LongAdder submittedFromOutside = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private volatile boolean closing;

  /**
   * @param shared whether the pool is not this runtime's alone
   */
  PoolScheduler(SchedulerContext context, boolean shared) {
    this.context = context;
    this.shared = shared;
  }

  /** What stands for this task in the pool; its {@code run} calls {@link #poll}. */
  Runnable wrap(Task<?> task) {
    return new PoolTask(this, task);
  }

  /**
   * Gives the pool a task that became runnable, on a thread of the pool or any other.
   *
   * @throws RejectedExecutionException if the pool does not take it
   */
  abstract void submit(Runnable run);

  /** As {@link #submit}, in the poll that just ended, behind everything the pool has to run. */
  void submitAgain(Runnable run) {
    submit(run);
  }

  /** Ends the pool's threads, which have nothing to run, and waits for them. */
  abstract void stop() throws InterruptedException;

  @Override
  public final void schedule(Task<?> task) {
    Runnable run = (Runnable) task.attachment();
    if (run == null) {
      run = wrap(task);
      task.attachment(run);
    }
    PoolThread here = here();
    if (here != null && here.polling) {
      here.worker.stamp(task);
      here.submits();
    } else {
      // Counted before the look at the flag, and the flag is set before the counts are read.
      submittedFromOutside.increment();
      if (closing) {
        refuse(task, new RejectedExecutionException("the runtime is closing"));
        return;
      }
      context.stamp(task);
    }
    try {
      submit(run);
    } catch (RejectedExecutionException | OutOfMemoryError notTaken) {
      refuse(task, notTaken);
    }
  }

  private void refuse(Task<?> task, Throwable reason) {
    refused.increment();
    context.abandon(task, reason);
  }

  /** Polls the task on the calling thread, which is the pool's, and submits it again if need be. */
  final void poll(Task<?> task, Runnable run) {
    PoolThread here = here();
    if (here == null) {
      here = enter();
    }
    here.polling = true;
    Worker worker = here.worker;
    if (shared) {
      worker.enter();
    }
    try {
      if (worker.run(task)) {
        worker.stampAgain(task);
        here.submits();
        submitAgain(run);
      }
    } catch (RejectedExecutionException | OutOfMemoryError notTaken) {
      refuse(task, notTaken);
    } catch (Throwable thrown) {
      context.fail(thrown);
    }
    if (shared) {
      worker.leave();
    }
    here.polling = false;
    Thread.interrupted(); // a poll's own affair, but some pools end a thread by it
    here.ran();
  }

  private @Nullable PoolThread here() {
    return shared ? threads.get(Thread.currentThread()) : current.get();
  }

  private PoolThread enter() {
    PoolThread here = fromEndedThread();
    if (here == null) {
      here = new PoolThread(context.newWorker());
    }
    here.worker.bindToCurrentThread();
    threads.put(Thread.currentThread(), here);
    if (!shared) {
      current.set(here);
    }
    return here;
  }

  /** The next thread counts on where one has ended, so that there are no more than threads. */
  private @Nullable PoolThread fromEndedThread() {
    Iterator<Map.Entry<Thread, PoolThread>> all = threads.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Thread, PoolThread> each = all.next();
      if (!each.getKey().isAlive() && threads.remove(each.getKey(), each.getValue())) {
        return each.getValue();
      }
    }
    return null;
  }

  @Override
  public final void shutdown() throws InterruptedException {
    closing = true;
    long lookNanos = FIRST_LOOK_NANOS;
    while (!isQuiet()) {
      LockSupport.parkNanos(this, lookNanos);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      lookNanos = Math.min(2 * lookNanos, LONGEST_LOOK_NANOS);
    }
    stop();
  }

  /**
   * Whether nothing is queued or polled. What was run is added up first: it is never more than what
   * had been submitted by then, so if it is as much as was submitted even later, there was a moment
   * between at which nothing was left.
   */
  private boolean isQuiet() {
    long done = refused.sum();
    for (PoolThread thread : threads.values()) {
      done += thread.hasRun();
    }
    long submitted = submittedFromOutside.sum();
    for (PoolThread thread : threads.values()) {
      submitted += thread.hasSubmitted();
    }
    return done >= submitted;
  }

  /** What is known of a thread of the pool; written by it alone. */
  private static final class PoolThread {
    /** The counts have lines of their own, wherever the collector moves them. */
    private static final int SUBMITTED = 16;

    private static final int RAN = 17;
    private static final int LENGTH = 34;

    private final AtomicLongArray counts = new AtomicLongArray(LENGTH);
    final Worker worker;
    boolean polling;

    PoolThread(Worker worker) {
      this.worker = worker;
    }

    void submits() {
      counts.setRelease(SUBMITTED, counts.getPlain(SUBMITTED) + 1);
    }

    void ran() {
      counts.setRelease(RAN, counts.getPlain(RAN) + 1);
    }

    long hasSubmitted() {
      return counts.getAcquire(SUBMITTED);
    }

    long hasRun() {
      return counts.getAcquire(RAN);
    }
  }
}
