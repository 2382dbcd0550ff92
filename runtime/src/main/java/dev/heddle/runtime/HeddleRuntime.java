package dev.heddle.runtime;

import dev.heddle.runtime.net.Net;
import dev.heddle.runtime.observe.RuntimeDump;
import dev.heddle.runtime.spi.IoCounters;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.StrategyProvider;
import dev.heddle.runtime.spi.TimerQueueProvider;
import dev.heddle.runtime.spi.TimerQueueProvider.Placement;
import dev.heddle.runtime.spi.TimerServiceProvider;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on a number of workers, in the order one strategy decides.
 *
 * <pre>{@code
 * try (HeddleRuntime runtime = HeddleRuntime.builder().strategy("work-stealing").workers(4).build()) {
 *   String answer = runtime.spawn(task).join();
 * }
 * }</pre>
 *
 * <p>Thread-safe. Several runtimes may live in one JVM, but for measuring there should be one: a
 * second strategy makes the calls into both slower.
 */
public final class HeddleRuntime implements AutoCloseable {
  /** Real time, for all that is measured; what futures wait for goes by {@link #clock()}. */
  static final LongSupplier CLOCK = System::nanoTime;

  private static final int DUMPED_TASKS = 1_000;

  private final StrategyProvider strategy;
  private final int workerCount;
  private final Books books;

  /** Null while open; then how tasks that are not finished end. */
  private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();

  /** Whether {@link #ending} is set: one load for the many who ask. */
  private volatile boolean closing;

  /** Threads blocked in a join or in blockOn: a runtime that ends leaves none of them behind. */
  private final Set<Thread> blocked = ConcurrentHashMap.newKeySet();

  private volatile boolean terminated;

  private final Object closeLock = new Object();
  private boolean closed;

  /** None, one, or one for each worker. */
  private final Timers[] timers;

  /** Null if there are no timers, if workers wait for them, or a service does. */
  private final @Nullable TimerThread timerThread;

  private final BlockingPool blocking;
  private final Duration closeTimeout;
  private final Clock clock;
  private ShutdownReport report = new ShutdownReport(List.of());

  private final Reactors reactors;
  private final Pins pins;
  private final Scheduler scheduler;
  private final Observation observation;

  HeddleRuntime(RuntimeBuilder builder, StrategyProvider strategy) {
    this.strategy = strategy;
    workerCount = builder.workersFor(strategy);
    books = new Books(this, builder, strategy instanceof SchedulerProvider);
    blocking = new BlockingPool(this, builder);
    closeTimeout = builder.closeTimeout;
    clock = builder.clock;
    timers = timersFor(builder);
    timerThread =
        strategy instanceof SchedulerProvider
                && timers.length > 0
                && timers[0] instanceof QueueTimers queue
            ? new TimerThread(this, queue)
            : null;
    pins = Pins.of(builder.pinning, workerCount);
    reactors = new Reactors(this, builder.driver, builder.driverOptions, workerCount);
    try {
      scheduler = schedulerFor(builder);
      observation = new Observation(this, builder);
    } catch (Throwable cannotBuild) {
      reactors.abandon();
      throw cannotBuild;
    }
  }

  private Scheduler schedulerFor(RuntimeBuilder builder) {
    return switch (strategy) {
      case PolicyProvider provider -> new PolicyScheduler(this, provider, builder.options, pins);
      case SchedulerProvider provider -> provider.create(new AdapterContext(this, builder.options));
    };
  }

  private Timers[] timersFor(RuntimeBuilder builder) {
    return switch (builder.timer) {
      case NoTimer _ -> new Timers[0];
      case TimerServiceProvider provider ->
          new Timers[] {ServiceTimers.start(provider, clock, this::fail)};
      case TimerQueueProvider provider -> {
        boolean perWorker =
            builder.timerOptions.get(TimerQueueProvider.PLACEMENT) == Placement.PER_WORKER;
        Timers[] made = new Timers[perWorker ? workerCount : 1];
        Arrays.setAll(made, i -> new QueueTimers(provider.create(clock.nanoTime()), clock));
        yield made;
      }
    };
  }

  void start() {
    scheduler.start();
    try {
      if (timerThread != null) {
        timerThread.start();
      }
      reactors.start();
      if (Metrics.ON) {
        Ticker.add(this);
      }
    } catch (Throwable cannotStart) {
      close(); // such as a limit on threads: the scheduler's end again
      throw cannotStart;
    }
  }

  /**
   * A builder with {@code work-stealing}, as many workers as available processors, no timers and no
   * driver.
   */
  public static RuntimeBuilder builder() {
    return new RuntimeBuilder();
  }

  /**
   * Starts a task. O(1), without allocation by the runtime itself.
   *
   * <p>The task is the runtime's from now on, and is closed exactly once: also if the runtime is
   * closed or has failed, which ends it here and now, without a poll.
   *
   * @return the task itself, seen from outside
   * @throws IllegalStateException if the runtime is closed or has failed, or the task was spawned
   *     before. (Two threads that spawn one task at the same moment may not be told: a task is
   *     spawned by the thread that made it.)
   */
  public <T extends @Nullable Object> JoinHandle<T> spawn(Task<T> task) {
    spawn(task, null);
    return task;
  }

  /** As above, with a joiner that is sure to be woken at the task's end, and once. */
  void spawn(Task<?> task, @Nullable Waker joiner) {
    task.bind(this);
    Ending ended = ending.get();
    if (ended != null) {
      task.abandon();
      throw refusal(ended);
    }
    if (joiner != null) {
      task.firstJoiner(joiner);
    }
    scheduler.schedule(task);
  }

  private static IllegalStateException refusal(Ending ended) {
    return new IllegalStateException(
        ended.cause() == null ? "the runtime is closed" : "the runtime has failed", ended.cause());
  }

  private void requireOpen() {
    Ending ended = ending.get();
    if (ended != null) {
      throw refusal(ended);
    }
  }

  /**
   * Starts a task that polls a future and closes it in the end: one object more than extending
   * {@link Task}.
   *
   * @throws IllegalStateException if the runtime is closed or has failed; the future is closed then
   */
  public <T extends @Nullable Object> JoinHandle<T> spawn(Future<T> future) {
    return spawn(new FutureTask<>(future));
  }

  /**
   * Drives a future on the calling thread, which parks while the future waits, and closes it
   * exactly once, whatever happens. What the future spawns, and its timers, run in this runtime.
   *
   * @return the value of the future
   * @throws IllegalStateException if called on a worker of any runtime, which would stall the tasks
   *     behind it; or if the runtime is closed or has failed
   * @throws TaskFailedException if its poll or its close threw; the cause is what was thrown
   * @throws TaskCancelledException if the runtime closes or fails while the future waits
   * @throws InterruptedException if the calling thread is interrupted while the future waits
   */
  public <T extends @Nullable Object> T blockOn(Future<T> future) throws InterruptedException {
    try (BlockOn<T> root = new BlockOn<>(this, future)) {
      if (Worker.isCurrentThreadWorker()) {
        throw new IllegalStateException(
            "blockOn() would block a worker; inside a task poll the future, or spawn it");
      }
      Ending ended = ending.get();
      if (ended != null) {
        throw refusal(ended);
      }
      return root.run();
    }
  }

  /**
   * Runs work that may block for long on a thread beside the workers: one that is idle, or a new
   * one up to {@link RuntimeBuilder#blockingThreads}; beyond that it waits in a queue, first in
   * first out and without a limit.
   *
   * <p>The handle is that of a task. Aborting it cancels work that has not begun, at once, and has
   * no effect on work that has. If no thread can be started the work waits for one that lives; if
   * none lives it has failed at once, with a {@link
   * java.util.concurrent.RejectedExecutionException}. On its thread, which is no worker, the work
   * may block as it likes, {@link JoinHandle#join} included, and may spawn.
   *
   * @throws IllegalStateException if the runtime is closed or has failed
   */
  public <T extends @Nullable Object> JoinHandle<T> spawnBlocking(Callable<? extends T> work) {
    requireOpen();
    BlockingJob<T> job = new BlockingJob<>(blocking, work);
    job.bind(this);
    blocking.execute(job);
    return job;
  }

  /**
   * Runs a closure that may block, in the middle of a poll and on its thread, while another thread
   * takes over the worker with all its tasks. If the closure returns before the other thread came,
   * nothing has moved, and the call has cost about a microsecond and a thread's waking; else the
   * poll goes on beside the workers, and its next one is on a worker again. Elsewhere than on a
   * worker, and within such a closure, it just runs the closure.
   *
   * <p>Within the closure the thread is no worker: {@link JoinHandle#join} may be used there. The
   * other futures of the same task stand still meanwhile. An abort acts at the next suspension, and
   * not before; an interrupt comes only from {@link #close(Duration)}.
   *
   * <p>If no thread can be started the closure runs all the same, which is logged once. Other
   * workers can still steal from this one then, but what only this one would run has to wait; with
   * a single worker that is everything.
   *
   * @throws UnsupportedOperationException with the reason, if the strategy's pool or the driver
   *     cannot do without this thread; the closure was not run
   * @throws IllegalStateException if called by a waker, which must not block
   * @throws Exception what the closure throws
   */
  public static <T extends @Nullable Object> T blockInPlace(Callable<T> closure) throws Exception {
    Worker worker = Worker.current();
    return worker == null ? closure.call() : worker.blockInPlace(closure);
  }

  /** The name of the strategy. */
  public String strategy() {
    return strategy.name();
  }

  /** What time it is for the futures that this runtime polls. */
  public Clock clock() {
    return clock;
  }

  /** The sockets of this runtime; without a driver there are none. */
  public Net net() {
    return reactors.net();
  }

  /** What its I/O driver has done; nothing without one. O(workers). */
  public IoCounters ioCounters() {
    return reactors.counters();
  }

  /** Where its event loops stand and what the system gave them, in one line; empty without any. */
  public String ioObtained() {
    return reactors.obtained();
  }

  /** How many workers the strategy was given. */
  public int workers() {
    return workerCount;
  }

  /**
   * The CPU that each worker's thread is held to, in the order of their indices and as the thread
   * itself read it back; empty if the workers are not {@linkplain RuntimeBuilder#pin pinned}.
   */
  public List<Integer> workerCpus() {
    return pins.cpus();
  }

  /**
   * Counters summed over all workers. What an adapter's pool does not tell is {@link
   * RuntimeCounters#UNKNOWN}.
   */
  public RuntimeCounters counters() {
    return books.sum(workerCounters());
  }

  /** Counters of each worker, in the order of their indices. */
  public List<RuntimeCounters> workerCounters() {
    return books.byIndex();
  }

  /** Everything that is counted, at about one moment. O(workers). */
  public RuntimeMetrics metrics() {
    List<RuntimeCounters> each = workerCounters();
    return new RuntimeMetrics(
        books.sum(each),
        each,
        books.liveTasks(),
        scheduler.injectionDepth(),
        scheduler.localDepths(),
        blocking.metrics(),
        observation.stalls().stalls(),
        books.merged(Worker::pollTimes),
        books.merged(Worker::schedulingLatencies));
  }

  /** As {@link #dump(int)}, of 1,000 tasks at most. */
  public RuntimeDump dump() {
    return dump(DUMPED_TASKS);
  }

  /**
   * What the runtime is at: which tasks there are, what each waits for, and what the workers do.
   * For people who ask why nothing goes on. Stops no worker for longer than it takes to copy the
   * top of its stack, and may be called at any time by any thread. O(live tasks).
   *
   * @param maxTasks how many tasks to describe at most; of the rest only their number is told
   * @throws IllegalArgumentException if negative
   */
  public RuntimeDump dump(int maxTasks) {
    if (maxTasks < 0) {
      throw new IllegalArgumentException("maxTasks was " + maxTasks + "; allowed is 0 or more");
    }
    return new Dumping(observation.name(), maxTasks).of(this);
  }

  /** {@link #close(Duration)} with the builder's {@link RuntimeBuilder#closeTimeout}. */
  @Override
  public void close() {
    close(closeTimeout);
  }

  /**
   * Cancels every task that is not finished and every blocking job that has not begun, and waits
   * for the workers to end. A poll that is under way goes on to its end first, however long that
   * takes. Blocking jobs and closures that block in place may go on until the timeout: then they
   * are interrupted, once, logged as a warning, and waited for no longer. Only a closure whose
   * worker could not be given to another thread is, as any poll. Their threads are daemons.
   *
   * <p>Idempotent: every caller waits, but for as long as the first one said, and gets the same
   * report. An interrupt is kept for after.
   *
   * @param timeout for all blocking work together; zero or more
   * @return what did not end in time
   * @throws IllegalStateException if called on a worker of any runtime or by blocking work of this
   *     one: they cannot wait for their own end, a worker of another runtime would stall the tasks
   *     behind it, and two that close each other's would wait for ever. There, use {@link
   *     #closeInBackground}
   */
  public ShutdownReport close(Duration timeout) {
    RuntimeBuilder.requireNotNegative("timeout", timeout);
    long deadline = deadlineIn(timeout);
    if (Worker.isCurrentThreadWorker()) {
      throw new IllegalStateException(
          "close() would block the worker that calls it; call it from outside any runtime, or use"
              + " closeInBackground()");
    }
    if (blocking.waitsForCurrentThread()) {
      throw new IllegalStateException(
          "close() would wait for the blocking work that calls it; call it from outside, or use"
              + " closeInBackground()");
    }
    beginClosing(Ending.CANCELLED);
    return finishClosing(deadline);
  }

  /**
   * Begins to close, and returns at once: nothing is spawned any more, and a thread of its own does
   * what {@link #close()} does. From any thread, so that a task may end a runtime it has made.
   * Idempotent.
   */
  public void closeInBackground() {
    if (beginClosing(Ending.CANCELLED)) {
      startCloser();
    }
  }

  private boolean beginClosing(Ending as) {
    boolean first = ending.compareAndSet(null, as);
    closing = true; // whoever won: its own write may still be to come
    // After the flag: who blocks enters the set first, and then looks at the flag.
    blocked.forEach(LockSupport::unpark);
    return first;
  }

  private void startCloser() {
    Thread closer = new Thread(() -> finishClosing(deadlineIn(closeTimeout)), "heddle-closer");
    closer.setDaemon(true);
    closer.start();
  }

  private static long deadlineIn(Duration timeout) {
    return System.nanoTime() + RuntimeBuilder.nanos(timeout);
  }

  private ShutdownReport finishClosing(long deadline) {
    synchronized (closeLock) {
      if (closed) {
        return report;
      }
      // Idle tasks are queued again by the abort, and whoever takes a task now cancels it. A task
      // that goes idle from here on sees the ending itself: Task.suspend.
      VarHandle.fullFence(); // the ending is set before the look at the lists
      for (Worker worker : books.workers()) {
        worker.live().forEach((task, tick) -> task.abort());
      }
      blocking.close();
      // First, since a closure that kept its worker keeps the workers from ending too.
      List<ShutdownReport.Unfinished> unfinished =
          ShutdownReport.warn(blocking.awaitQuiet(deadline));
      boolean interrupted = false;
      while (!closed) {
        try {
          scheduler.shutdown();
          if (timerThread != null) {
            timerThread.shutdown();
          }
          for (Timers each : timers) {
            each.shutdown();
          }
          reactors.close(this::fail);
          closed = true;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      // Polls that lost their worker while the others ended.
      unfinished.addAll(ShutdownReport.warn(blocking.awaitQuiet(deadline)));
      report = new ShutdownReport(unfinished);
      terminated = true;
      Ticker.remove(this);
      blocked.forEach(LockSupport::unpark);
      observation.ended();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      return report;
    }
  }

  /**
   * A worker died of an error that is not a task's. Says so, and ends the runtime: a runtime with a
   * worker less would hang in silence.
   */
  void fail(Throwable cause) {
    if (beginClosing(new Ending(cause, true))) {
      startCloser();
    }
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, cause);
  }

  /**
   * From now on the calling thread is unparked when the runtime begins to close, and when it has
   * ended. Whoever blocks looks at {@link #isClosing} or {@link #isTerminated} afterwards.
   *
   * @return false if it was so before: then somebody further up the stack will end it
   */
  boolean enterBlocking() {
    return blocked.add(Thread.currentThread());
  }

  void leaveBlocking() {
    blocked.remove(Thread.currentThread());
  }

  /** Whether all workers have ended, so that no task will finish any more. */
  boolean isTerminated() {
    return terminated;
  }

  /** A tick passed; see {@link Observation#ticked}. */
  void ticked(long onTimeNanos) {
    for (Worker worker : books.workers()) {
      worker.ticked();
    }
    observation.ticked(onTimeNanos);
  }

  /** Whether no worker polls, and any that begins to will tell the ticker. */
  boolean isQuiet() {
    return books.workers().stream().allMatch(Worker::isQuiet);
  }

  Books books() {
    return books;
  }

  void schedule(Task<?> task) {
    scheduler.schedule(task);
  }

  /** A task was polled and is runnable again, but its poller's core is another thread's by now. */
  void scheduleAgain(Task<?> task) {
    ((PolicyScheduler) scheduler).scheduleAgain(task); // only there a core can be lost
  }

  boolean isClosing() {
    return closing;
  }

  Ending endingOfUnfinished() {
    return Objects.requireNonNull(ending.get());
  }

  /**
   * The timers that a future which is polled now waits in: if each worker has its own, those of the
   * worker that polls, or of any worker if none does.
   *
   * @throws IllegalStateException if there are none
   */
  Timers timers() {
    if (timers.length == 0) {
      throw NoTimer.refusal();
    }
    if (timers.length == 1) {
      return timers[0];
    }
    Worker worker = Worker.current(this);
    return timers[
        worker != null ? worker.index() : ThreadLocalRandom.current().nextInt(timers.length)];
  }

  /** A watch for this worker, or null if there are no timers that it would have to wait for. */
  @Nullable TimerWatch newTimerWatch(int worker, Runnable unpark) {
    return timers.length > 0 && timers[timers.length == 1 ? 0 : worker] instanceof QueueTimers queue
        ? queue.newWatch(unpark)
        : null;
  }

  /** The workers are about to begin, and their timers with them. */
  void workersBegin() {
    clock.begin(timers, workerCount);
  }

  /** They have all ended. */
  void workersEnded() {
    clock.end(timers, workerCount);
  }

  Reactors reactors() {
    return reactors;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  Pins pins() {
    return pins;
  }

  BlockingPool blocking() {
    return blocking;
  }
}
