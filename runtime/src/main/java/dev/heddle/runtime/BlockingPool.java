package dev.heddle.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The threads beside the workers: they run what blocks, and stand in for workers that do. A thread
 * is started only if none is idle, up to a limit; beyond that jobs queue, without a limit. The
 * rules and the numbers are those of Tokio's blocking pool.
 *
 * <p>Everything is decided under one lock. A thread is <em>idle</em> from its start, or from the
 * end of its work, until it takes something; so if no more is queued than threads are idle, each
 * piece has a thread that will look for it, and that is when none is started. A thread whose wait
 * times out looks at the queue once more under the lock before it ends, and counts as idle until
 * then: what was queued in that instant is not stranded.
 *
 * <p>Being in the queue is the right to be run: whoever takes a piece out, a thread of the pool or
 * somebody who wants it back, has it alone.
 *
 * <p>Thread-safe. Every operation takes O(1) under the lock, and starting a thread.
 */
final class BlockingPool {
  private static final Logger LOG = System.getLogger(BlockingPool.class.getName());
  private static final int STACK_TOP = 8;

  private final HeddleRuntime runtime;
  private final int maxThreads;
  private final long keepAliveNanos;
  private final Consumer<Thread> starter;

  /** Not private: a test holds it to catch a thread that times out. */
  final ReentrantLock lock = new ReentrantLock();

  private final Condition work = lock.newCondition();
  private final Condition quieter = lock.newCondition();

  // Guarded by the lock.
  private final ArrayDeque<Core> cores = new ArrayDeque<>();
  private final LinkedHashSet<BlockingJob<?>> jobs = new LinkedHashSet<>();
  private final IdentityHashMap<Thread, Running> running = new IdentityHashMap<>();
  private int threads;
  private int idle;
  private int named;
  private boolean closed;

  private final AtomicBoolean told = new AtomicBoolean();

  /** A closure that may be blocking its thread. */
  private static final class Running {
    final Object closure;
    final boolean onPoolThread;
    boolean reported;

    Running(Object closure, boolean onPoolThread) {
      this.closure = closure;
      this.onPoolThread = onPoolThread;
    }
  }

  BlockingPool(HeddleRuntime runtime, RuntimeBuilder builder) {
    this.runtime = runtime;
    maxThreads = builder.blockingThreads;
    keepAliveNanos = RuntimeBuilder.nanos(builder.blockingKeepAlive);
    starter = builder.threadStarter;
  }

  // ---- what is queued ------------------------------------------------------------------------

  /** Queues a job, which is run, or is ended here if that can never be. */
  void execute(BlockingJob<?> job) {
    runtime.clock().takeHold(); // until the job has ended
    boolean taken;
    Throwable cannotStart = null;
    List<BlockingJob<?>> stranded = List.of();
    lock.lock();
    try {
      taken = !closed;
      if (taken) {
        jobs.add(job);
        cannotStart = summon();
        stranded = takeStranded();
      }
    } finally {
      lock.unlock();
    }
    if (!taken) {
      job.abandon(); // the runtime was closed since it was asked
      runtime.clock().letGo();
    }
    tell(cannotStart);
    fail(stranded, cannotStart);
  }

  /** Takes a job back that no thread has taken, and ends it. */
  void cancel(BlockingJob<?> job) {
    if (remove(job)) {
      job.runToEnd(); // which finds it cancelled
      runtime.clock().letGo();
    }
  }

  private boolean remove(BlockingJob<?> job) {
    lock.lock();
    try {
      return jobs.remove(job);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Looks for a thread that becomes a worker with this core. Before any job, and beyond the limit,
   * because that thread will not be one beside the workers.
   *
   * @return false if there is none, and none can be started
   */
  boolean offer(Core core) {
    boolean comes;
    Throwable cannotStart;
    lock.lock();
    try {
      cores.addLast(core);
      cannotStart = summon();
      comes = cores.size() <= idle;
      if (!comes) {
        cores.removeLast();
      }
    } finally {
      lock.unlock();
    }
    tell(cannotStart);
    return comes;
  }

  /** Takes a core back that no thread has taken. */
  boolean takeBack(Core core) {
    lock.lock();
    try {
      return cores.removeLastOccurrence(core);
    } finally {
      lock.unlock();
    }
  }

  /** Wakes a thread for what was queued, or starts one. Returns why none could be started. */
  private @Nullable Throwable summon() {
    work.signal();
    if (cores.size() + jobs.size() <= idle || (threads >= maxThreads && cores.size() <= idle)) {
      return null;
    }
    threads++;
    idle++;
    try {
      starter.accept(new RuntimeThread(nextName(), this::begin));
      return null;
    } catch (Throwable cannotStart) { // such as an OutOfMemoryError: a limit on threads
      threads--;
      idle--;
      return cannotStart;
    }
  }

  private String nextName() {
    return "heddle-blocking-" + named++;
  }

  /** Jobs that nobody will look for, as no thread lives. While one does, they wait for it. */
  private List<BlockingJob<?>> takeStranded() {
    if (threads > 0 || jobs.isEmpty()) {
      return List.of();
    }
    List<BlockingJob<?>> stranded = List.copyOf(jobs);
    jobs.clear();
    return stranded;
  }

  /** Not under the lock: who joins such a job is woken. */
  private void fail(List<BlockingJob<?>> stranded, @Nullable Throwable cannotStart) {
    for (BlockingJob<?> job : stranded) {
      job.failWith(
          new RejectedExecutionException(
              "no thread could be started for a blocking job, and none lives that could run it",
              cannotStart));
      runtime.clock().letGo();
    }
  }

  private void tell(@Nullable Throwable cannotStart) {
    if (cannotStart != null && told.compareAndSet(false, true)) {
      LOG.log(
          Level.WARNING,
          "no thread can be started beside the workers: blocking jobs wait for those that live, and"
              + " a task that blocks in place may keep its worker from the others (said once)",
          cannotStart);
    }
  }

  // ---- the threads ---------------------------------------------------------------------------

  /** A thread begins with the CPUs of the one that started it, which may be a pinned worker. */
  private void begin(RuntimeThread thread) {
    try {
      runtime.pins().giveBack();
    } catch (Throwable refused) {
      runtime.fail(refused);
    }
    serve(thread);
  }

  /** A thread that lost its core goes on as one of the pool's, if there is room for it. */
  void enlist(RuntimeThread thread) {
    lock.lock();
    try {
      if (closed || threads >= maxThreads) {
        return;
      }
      threads++;
      idle++;
      thread.setName(nextName());
    } finally {
      lock.unlock();
    }
    serve(thread);
  }

  /** The life of a thread of the pool, which is counted as an idle one already. */
  private void serve(RuntimeThread thread) {
    for (Object next = next(thread); next != null; next = next(thread)) {
      if (next instanceof Core core) {
        if (core.scheduler().work(thread, core)) {
          enlist(thread);
        }
        return;
      }
      try {
        ((BlockingJob<?>) next).runToEnd();
      } catch (Throwable thrown) {
        runtime.fail(thrown); // not the job's, which ends in its handle
      }
      ended(thread);
    }
  }

  private void ended(Thread thread) {
    lock.lock();
    try {
      running.remove(thread);
      quieter.signalAll();
      idle++;
      Thread.interrupted(); // it was for the job
    } finally {
      lock.unlock();
    }
    runtime.clock().letGo();
  }

  /** Waits for something to do; null if this thread is to end. Either way it is idle no longer. */
  private @Nullable Object next(Thread thread) {
    @Nullable Object next = null;
    Throwable cannotStart = null;
    List<BlockingJob<?>> stranded = List.of();
    lock.lock();
    try {
      long deadline = System.nanoTime() + keepAliveNanos;
      while (stays(deadline)) {
        try {
          work.awaitNanos(deadline - System.nanoTime());
        } catch (InterruptedException e) {
          // An idle thread has nothing that an interrupt could be meant for.
        }
      }
      idle--;
      if (!cores.isEmpty()) {
        next = cores.removeFirst();
        threads--; // it becomes a worker, and may leave a job behind
        cannotStart = summon();
        stranded = takeStranded();
      } else if (!jobs.isEmpty() && threads <= maxThreads) {
        BlockingJob<?> job = jobs.removeFirst();
        running.put(thread, new Running(job.work(), true));
        next = job;
      } else {
        threads--;
        work.signal(); // one thread too many may have been told of a job
        quieter.signalAll();
      }
    } finally {
      lock.unlock();
    }
    tell(cannotStart);
    fail(stranded, cannotStart);
    return next;
  }

  private boolean stays(long deadline) {
    return cores.isEmpty()
        && jobs.isEmpty()
        && !closed
        && threads <= maxThreads
        && deadline - System.nanoTime() > 0;
  }

  // ---- blocking in place ---------------------------------------------------------------------

  /** The calling thread, which is not one of the pool's, may block from now on. */
  void enter(Object closure) {
    runtime.clock().takeHold();
    lock.lock();
    try {
      running.put(Thread.currentThread(), new Running(closure, false));
    } finally {
      lock.unlock();
    }
  }

  /** The calling thread blocks no longer. An interrupt of the closing runtime ends with that. */
  void exit() {
    lock.lock();
    try {
      Running was = running.remove(Thread.currentThread());
      if (was != null && was.reported) {
        Thread.interrupted();
      }
      quieter.signalAll();
    } finally {
      lock.unlock();
    }
    runtime.clock().letGo();
  }

  // ---- the end -------------------------------------------------------------------------------

  /** Whether the calling thread is one that {@link #awaitQuiet} would wait for. */
  boolean waitsForCurrentThread() {
    lock.lock();
    try {
      return running.containsKey(Thread.currentThread());
    } finally {
      lock.unlock();
    }
  }

  /** Cancels what is queued; idle threads end. Cores still find a thread. */
  void close() {
    List<BlockingJob<?>> queued;
    lock.lock();
    try {
      closed = true;
      queued = List.copyOf(jobs);
      jobs.clear();
      work.signalAll();
    } finally {
      lock.unlock();
    }
    for (BlockingJob<?> job : queued) {
      job.abandon();
      runtime.clock().letGo();
    }
  }

  /**
   * Waits until nothing blocks and no thread is left, up to a deadline; what still runs then is
   * interrupted, once. An interrupt of the caller does not end the wait and is kept.
   *
   * @return what was interrupted
   */
  List<ShutdownReport.Unfinished> awaitQuiet(long deadlineNanos) {
    List<ShutdownReport.Unfinished> unfinished = new ArrayList<>();
    boolean interrupted = false;
    lock.lock();
    try {
      long nanos;
      while (anythingRuns() && (nanos = deadlineNanos - System.nanoTime()) > 0) {
        try {
          quieter.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      // Under the lock, so that the interrupt meets the closure and nothing that comes after it.
      running.forEach((thread, what) -> {
        if (!what.reported) {
          what.reported = true;
          unfinished.add(describe(thread, what.closure));
          thread.interrupt();
        }
      });
    } finally {
      lock.unlock();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return unfinished;
  }

  /** Without what was reported: that is not waited for again. */
  private boolean anythingRuns() {
    int threadsGivenUp = 0;
    for (Running what : running.values()) {
      if (!what.reported) {
        return true;
      }
      threadsGivenUp += what.onPoolThread ? 1 : 0;
    }
    return threads > threadsGivenUp;
  }

  private static ShutdownReport.Unfinished describe(Thread thread, Object closure) {
    return new ShutdownReport.Unfinished(
        closure.getClass().getName(),
        thread.getName(),
        Arrays.stream(thread.getStackTrace()).limit(STACK_TOP).toList());
  }

  /** How it stands, all at one moment. */
  BlockingMetrics metrics() {
    lock.lock();
    try {
      return new BlockingMetrics(threads, idle, jobs.size());
    } finally {
      lock.unlock();
    }
  }
}
