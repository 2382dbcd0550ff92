package dev.heddle.runtime;

import dev.heddle.runtime.spi.Distance;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.PolicyContext;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.WorkerPolicy;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Runs a {@link Policy} on threads of its own, one {@link WorkerLoop} each. */
final class PolicyScheduler implements Scheduler, PolicyContext {
  /** Ticks between two looks at the driver: Tokio's event interval. A prime, as there. */
  private static final int TICKS_PER_TURN = 61;

  private final HeddleRuntime runtime;
  private final Options options;
  private final Pins pins;
  private final Worker[] workers;
  private final Core[] cores;
  private final RuntimeThread[] threads;
  private final Policy policy;

  private final AtomicInteger running;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean stopping;

  /** Set once all workers have ended: from then on whoever queues a task empties the queues. */
  private volatile boolean stopped;

  /** Tasks that the policy threw at: to be ended with the queues, unless they are found there. */
  private final Queue<Task<?>> orphans = new ConcurrentLinkedQueue<>();

  /** How often {@link #drain} was asked for since somebody began it. */
  private final AtomicInteger draining = new AtomicInteger();

  PolicyScheduler(HeddleRuntime runtime, PolicyProvider provider, Options options, Pins pins) {
    this.runtime = runtime;
    this.options = options;
    this.pins = pins;
    int count = runtime.workers();
    running = new AtomicInteger(count);
    workers = new Worker[count];
    cores = new Core[count];
    threads = new RuntimeThread[count];
    for (int i = 0; i < count; i++) {
      workers[i] = runtime.books().newWorker();
    }
    policy = runtime.clock().watched(provider.create(this));
    for (int i = 0; i < count; i++) {
      int worker = i;
      String name = "heddle-" + provider.name() + "-" + i;
      threads[i] = new RuntimeThread(name, thread -> begin(thread, worker));
      cores[i] =
          new Core(
              this,
              workers[i],
              policy.worker(i),
              runtime.clock().watched(runtime.reactors().parker(i)),
              runtime.newTimerWatch(worker, () -> unpark(worker)),
              name);
    }
  }

  @Override
  public void start() {
    runtime.workersBegin();
    int started = 0;
    try {
      for (RuntimeThread thread : threads) {
        thread.start();
        started++;
      }
      pins.awaitTaken();
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
      if (Thread.currentThread() instanceof RuntimeThread thread && thread.scheduler == this) {
        Objects.requireNonNull(thread.worker).stamp(task);
        Objects.requireNonNull(thread.policy).offer(task);
      } else {
        runtime.books().stampOutside(task);
        inject(task);
      }
    } catch (Throwable thrown) {
      // The policy's fault, and neither that of the task whose poll this is called from, nor of a
      // foreign thread that only called wake().
      fail(thrown, task);
    }
  }

  private void inject(Task<?> task) {
    policy.inject(task);
    // Queue, then look whether all have ended: they set the flag, then look at the queues.
    VarHandle.fullFence();
    if (stopped) {
      drain();
    }
  }

  /** A thread without a core has polled a task, and stamped it as runnable again. */
  void scheduleAgain(Task<?> task) {
    try {
      inject(task);
    } catch (Throwable thrown) {
      fail(thrown, task);
    }
  }

  /**
   * The policy, the driver or the timers broke: ends the runtime.
   *
   * @param inHand whose step it was, or null. A policy may throw before it queued the task or after
   *     it, and then some worker may be polling the task by now; so it is not ended here but when
   *     nobody polls any more.
   */
  private void fail(Throwable thrown, @Nullable Task<?> inHand) {
    if (inHand != null) {
      orphans.add(inHand);
    }
    try {
      runtime.fail(thrown);
    } finally {
      if (stopped) {
        drain();
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
    for (Core core : cores) {
      unpark(core);
    }
  }

  /** Called at the end of each core's last thread; the last one ends the tasks still queued. */
  private void coreEnded() {
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
    }
    runtime.workersEnded();
    ended.countDown();
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
      try {
        for (Core core : cores) {
          WorkerPolicy policy = core.policy();
          for (Task<?> task = policy.take(); task != null; task = policy.take()) {
            task.abandon();
          }
        }
      } finally {
        for (Task<?> task = orphans.poll(); task != null; task = orphans.poll()) {
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
    return Arrays.stream(cores).map(core -> core.policy().depth()).toList();
  }

  @Override
  public int workers() {
    return workers.length;
  }

  @Override
  public void unpark(int worker) {
    if (Thread.currentThread() instanceof RuntimeThread thread && thread.scheduler == this) {
      Objects.requireNonNull(thread.worker).counters().unparked();
    }
    unpark(cores[worker]);
  }

  /**
   * What the driver throws is not thrown on: the others are to be unparked all the same, and a
   * policy in the middle of a step may have a task in hand that is in no queue any more.
   */
  private void unpark(Core core) {
    try {
      core.parker().unpark();
    } catch (Throwable thrown) {
      fail(thrown, null);
    }
  }

  @Override
  public WorkerCounters counters(int worker) {
    return workers[worker].counters();
  }

  @Override
  public long nanoTime() {
    return HeddleRuntime.CLOCK.getAsLong();
  }

  @Override
  public Distance distance(int worker, int other) {
    return pins.distance(worker, other);
  }

  @Override
  public Options options() {
    return options;
  }

  private void begin(RuntimeThread thread, int index) {
    if (work(thread, cores[index])) {
      runtime.blocking().enlist(thread);
    }
  }

  /**
   * The calling thread is a worker, until there is nothing left in a runtime that ends, or until a
   * poll that blocked in place lost the core to another thread.
   *
   * @return whether it was lost: then the thread is free for something else
   */
  boolean work(RuntimeThread thread, Core core) {
    Worker worker = core.lendWorker(runtime);
    thread.setName(core.name());
    thread.worker = worker;
    take(thread, core);
    worker.beginOnCurrentThread();
    WorkerLoop loop =
        new WorkerLoop(
            worker,
            core.policy(),
            core.parker(),
            core.timers(),
            HeddleRuntime.CLOCK,
            TICKS_PER_TURN,
            () -> stopping,
            this::fail);
    boolean lost;
    try {
      while (loop.turn()) {}
    } finally {
      // What is woken by the ending of tasks is injected then, where whoever drains will find it.
      leave(thread);
      lost = worker.coreLost();
      if (lost) {
        worker.threadLeft();
        core.returnWorker(worker);
        runtime.blocking().exit();
      } else {
        retire(core);
        worker.ended();
        coreEnded();
      }
      Worker.unbindCurrentThread();
      thread.worker = null;
    }
    return lost;
  }

  /** The calling thread was the core's last, and parks no more. */
  private void retire(Core core) {
    try {
      runtime.reactors().workerEnds(core.index());
    } catch (Throwable thrown) {
      fail(thrown, null);
    }
  }

  /** The calling thread has the core from now on, and the CPU that goes with it. */
  private void take(RuntimeThread thread, Core core) {
    thread.take(core);
    try {
      pins.take(core.index());
    } catch (Throwable refused) {
      fail(refused, null); // the worker goes on where it is, and to its end
    }
  }

  /** The calling thread has neither any more. */
  private void leave(RuntimeThread thread) {
    thread.leave();
    try {
      pins.giveBack();
    } catch (Throwable refused) {
      fail(refused, null);
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // this very scheduler
  public <T extends @Nullable Object> T blockInPlace(Callable<T> closure) throws Exception {
    RuntimeThread thread = (RuntimeThread) Thread.currentThread();
    Core core = thread.core;
    if (core == null) {
      return closure.call(); // lost in this very poll: nobody waits for this thread
    }
    Optional<String> bound = core.parker().boundToItsThread();
    if (bound.isPresent()) {
      throw new UnsupportedOperationException(
          "blockInPlace would have to move this worker to another thread: "
              + bound.get()
              + "; use spawnBlocking");
    }
    // Before the core is offered, as from then on another thread may be its worker.
    leave(thread);
    if (!runtime.blocking().offer(core)) {
      take(thread, core);
      return closure.call();
    }
    Worker worker = Objects.requireNonNull(thread.worker);
    worker.coreOffered();
    try {
      return closure.call();
    } finally {
      if (runtime.blocking().takeBack(core)) {
        worker.coreTakenBack();
        take(thread, core);
      } else {
        worker.loseCore();
      }
    }
  }
}
