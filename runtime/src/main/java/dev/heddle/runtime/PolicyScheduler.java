package dev.heddle.runtime;

import dev.heddle.runtime.spi.Driver;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.WorkerPolicy;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Runs a {@link Policy} on threads of its own, one {@link WorkerLoop} each. */
final class PolicyScheduler implements Scheduler, PolicyContext {
  /** Ticks between two looks at the driver: Tokio's event interval. A prime, as there. */
  private static final int TICKS_PER_TURN = 61;

  private final HeddleRuntime runtime;
  private final Options options;
  private final Driver driver;
  private final Worker[] workers;
  private final WorkerThread[] threads;
  private final Parker[] parkers;
  private final Policy policy;

  private final AtomicInteger running;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean stopping;

  /** Set once all workers have ended: from then on whoever queues a task empties the queues. */
  private volatile boolean stopped;

  /** How often {@link #drain} was asked for since somebody began it. */
  private final AtomicInteger draining = new AtomicInteger();

  PolicyScheduler(HeddleRuntime runtime, PolicyProvider provider, Options options, Driver driver) {
    this.runtime = runtime;
    this.options = options;
    this.driver = driver;
    int count = runtime.workers();
    running = new AtomicInteger(count);
    workers = new Worker[count];
    threads = new WorkerThread[count];
    parkers = new Parker[count];
    for (int i = 0; i < count; i++) {
      workers[i] = runtime.newWorker();
    }
    policy = provider.create(this);
    for (int i = 0; i < count; i++) {
      int worker = i;
      threads[i] =
          new WorkerThread(
              this,
              workers[i],
              policy.worker(i),
              runtime.newTimerWatch(() -> unpark(worker)),
              "heddle-" + provider.name() + "-" + i);
      parkers[i] = driver.parker(i, threads[i]);
    }
  }

  @Override
  public void start() {
    int started = 0;
    try {
      for (WorkerThread thread : threads) {
        thread.start();
        started++;
      }
    } catch (Throwable cannotStart) {
      // Such as a limit on threads: those that did start end, and the caller hears of it.
      stop();
      if (running.addAndGet(started - threads.length) == 0) {
        allEnded();
      }
      throw cannotStart;
    }
  }

  @Override
  public void schedule(Task<?> task) {
    try {
      if (Thread.currentThread() instanceof WorkerThread thread && thread.scheduler == this) {
        thread.worker.stamp(task);
        thread.policy.offer(task);
      } else {
        runtime.stampOutside(task);
        policy.inject(task);
        // Queue, then look whether all have ended: they set the flag, then look at the queues.
        VarHandle.fullFence();
        if (stopped) {
          drain();
        }
      }
    } catch (Throwable thrown) {
      // The policy's fault, and neither that of the task whose poll this is called from, nor of a
      // foreign thread that only called wake().
      try {
        runtime.fail(thrown);
      } finally {
        task.abandon();
      }
    }
  }

  @Override
  public void shutdown() throws InterruptedException {
    stop();
    ended.await();
  }

  private void stop() {
    stopping = true;
    for (Parker parker : parkers) {
      parker.unpark();
    }
  }

  /** Called by each worker's thread at its end; the last one ends the tasks still queued. */
  private void threadEnded() {
    if (running.decrementAndGet() == 0) {
      allEnded();
    }
  }

  private void allEnded() {
    try {
      stopped = true;
      VarHandle.fullFence();
      drain();
    } catch (Throwable thrown) {
      runtime.fail(thrown);
    } finally {
      driver.close();
      ended.countDown();
    }
  }

  /**
   * Ends whatever is still queued. No lock is held meanwhile, because closing a future runs a
   * user's code: whoever comes while somebody drains only leaves word that there is more.
   */
  private void drain() {
    int seen = draining.incrementAndGet();
    if (seen > 1) {
      return;
    }
    do {
      for (WorkerThread thread : threads) {
        for (Task<?> task = thread.policy.take(); task != null; task = thread.policy.take()) {
          task.abandon();
        }
      }
      seen = draining.addAndGet(-seen);
    } while (seen > 0);
  }

  @Override
  public long injectionDepth() {
    return policy.injectionDepth();
  }

  @Override
  public List<Long> localDepths() {
    return Arrays.stream(threads).map(thread -> thread.policy.depth()).toList();
  }

  @Override
  public int workers() {
    return workers.length;
  }

  @Override
  public void unpark(int worker) {
    if (Thread.currentThread() instanceof WorkerThread thread && thread.scheduler == this) {
      thread.worker.counters().unparked();
    }
    parkers[worker].unpark();
  }

  @Override
  public WorkerCounters counters(int worker) {
    return workers[worker].counters();
  }

  @Override
  public Options options() {
    return options;
  }

  /**
   * A worker's thread. A class of its own, so that finding out on which worker code runs is one
   * type check of the current thread, and no thread-local.
   */
  private static final class WorkerThread extends Thread {
    final PolicyScheduler scheduler;
    final Worker worker;
    final WorkerPolicy policy;
    final @Nullable TimerWatch timers;

    WorkerThread(
        PolicyScheduler scheduler,
        Worker worker,
        WorkerPolicy policy,
        @Nullable TimerWatch timers,
        String name) {
      super(null, null, name, 0, false);
      this.scheduler = scheduler;
      this.worker = worker;
      this.policy = policy;
      this.timers = timers;
      setDaemon(true);
    }

    @Override
    public void run() {
      worker.bindToCurrentThread();
      WorkerLoop loop =
          new WorkerLoop(
              worker,
              policy,
              scheduler.parkers[worker.index()],
              timers,
              HeddleRuntime.CLOCK,
              TICKS_PER_TURN,
              () -> scheduler.stopping,
              scheduler.runtime::fail);
      try {
        while (loop.turn()) {}
      } finally {
        worker.ended();
        scheduler.threadEnded();
      }
    }
  }
}
