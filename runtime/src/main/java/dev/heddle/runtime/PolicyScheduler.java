package dev.heddle.runtime;

import dev.heddle.runtime.spi.Driver;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Scheduler;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

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

  private final Object drainLock = new Object();

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
      threads[i] = new WorkerThread(this, workers[i], "heddle-" + provider.name() + "-" + i);
      parkers[i] = driver.parker(i, threads[i]);
    }
    policy = provider.create(this);
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
      running.addAndGet(started - threads.length);
      stop();
      throw cannotStart;
    }
  }

  @Override
  public void schedule(Task<?> task) {
    if (Thread.currentThread() instanceof WorkerThread thread && thread.scheduler == this) {
      thread.worker.stamp(task);
      policy.offer(task, thread.worker.index());
    } else {
      runtime.stampOutside(task);
      policy.inject(task);
      // Queue, then look whether all have ended; drain() sets the flag, then looks at the queues.
      VarHandle.fullFence();
      if (stopped) {
        drain(workers[0]);
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
  private void threadEnded(Worker worker) {
    if (running.decrementAndGet() > 0) {
      return;
    }
    try {
      stopped = true;
      VarHandle.fullFence();
      drain(worker);
      driver.close();
    } finally {
      ended.countDown();
    }
  }

  /**
   * Takes whatever is queued anywhere; as the runtime is closing, to run a task is to cancel it.
   */
  private void drain(Worker worker) {
    if (Thread.holdsLock(drainLock)) {
      return; // A future that was closed woke a task: the loop below, further up the stack, sees
      // it.
    }
    synchronized (drainLock) {
      boolean found = true;
      while (found) {
        found = false;
        for (int i = 0; i < workers.length; i++) {
          for (Task<?> task = policy.take(i); task != null; task = policy.take(i)) {
            found = true;
            worker.run(task);
          }
        }
      }
    }
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

    WorkerThread(PolicyScheduler scheduler, Worker worker, String name) {
      super(null, null, name, 0, false);
      this.scheduler = scheduler;
      this.worker = worker;
      setDaemon(true);
    }

    @Override
    public void run() {
      worker.bindToCurrentThread();
      try {
        WorkerLoop loop =
            new WorkerLoop(
                worker,
                scheduler.policy,
                scheduler.parkers[worker.index()],
                TICKS_PER_TURN,
                () -> scheduler.stopping);
        while (loop.turn()) {}
      } catch (Throwable died) {
        scheduler.runtime.fail(died);
      } finally {
        scheduler.threadEnded(worker);
      }
    }
  }
}
