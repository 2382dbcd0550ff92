package dev.heddle.runtime;

import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.PolicyProvider;
import dev.heddle.runtime.spi.Scheduler;
import dev.heddle.runtime.spi.SchedulerContext;
import dev.heddle.runtime.spi.SchedulerProvider;
import dev.heddle.runtime.spi.StrategyProvider;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
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
  /** Where the worker loops and the timers have the time from. */
  static final LongSupplier CLOCK = System::nanoTime;

  private final StrategyProvider strategy;
  private final int workerCount;
  private final int sampleEvery;
  private final @Nullable LatencySink sink;

  /** Every worker there ever was; adapters' threads come and go. */
  private final List<Worker> workers = new CopyOnWriteArrayList<>();

  /** Null while open; then how tasks that are not finished end. */
  private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();

  /** Whether {@link #ending} is set: one load for the many who ask. */
  private volatile boolean closing;

  /** Threads blocked in a join: a runtime that ends leaves none of them behind. */
  private final Set<Thread> joining = ConcurrentHashMap.newKeySet();

  private volatile boolean terminated;

  private final LongAdder abandoned = new LongAdder();

  private final Object closeLock = new Object();
  private boolean closed;

  /** Null if there are none. */
  private final @Nullable Timers timers;

  /** Null if there are no timers, or workers that wait for them. */
  private final @Nullable TimerThread timerThread;

  private final Scheduler scheduler;

  HeddleRuntime(RuntimeBuilder builder, StrategyProvider strategy) {
    this.strategy = strategy;
    workerCount = builder.workers;
    sampleEvery = builder.sampleEvery;
    sink = builder.sink;
    timers =
        builder.timer instanceof NoTimer
            ? null
            : new Timers(builder.timer.create(CLOCK.getAsLong()), CLOCK);
    timerThread =
        timers != null && strategy instanceof SchedulerProvider
            ? new TimerThread(this, timers)
            : null;
    scheduler =
        switch (strategy) {
          case PolicyProvider provider ->
              new PolicyScheduler(
                  this, provider, builder.options, builder.driver.open(workerCount));
          case SchedulerProvider provider -> provider.create(new Adapted(builder.options));
        };
  }

  void start() {
    scheduler.start();
    try {
      if (timerThread != null) {
        timerThread.start();
      }
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
   * @return the task itself, seen from outside
   * @throws IllegalStateException if the runtime is closed or has failed, or the task was spawned
   *     before
   */
  public <T extends @Nullable Object> JoinHandle<T> spawn(Task<T> task) {
    Ending ended = ending.get();
    if (ended != null) {
      throw new IllegalStateException(
          ended.cause() == null ? "the runtime is closed" : "the runtime has failed",
          ended.cause());
    }
    task.bind(this);
    scheduler.schedule(task);
    return task;
  }

  /**
   * Starts a task that polls a future and closes it in the end: one object more than extending
   * {@link Task}.
   *
   * @throws IllegalStateException if the runtime is closed or has failed
   */
  public <T extends @Nullable Object> JoinHandle<T> spawn(Future<T> future) {
    return spawn(new FutureTask<>(future));
  }

  /** The name of the strategy. */
  public String strategy() {
    return strategy.name();
  }

  /** How many workers the strategy was given. */
  public int workers() {
    return workerCount;
  }

  /**
   * Counters summed over all workers. What an adapter's pool does not tell is {@link
   * RuntimeCounters#UNKNOWN}.
   */
  public RuntimeCounters counters() {
    return counters(workerCounters());
  }

  private RuntimeCounters counters(List<RuntimeCounters> each) {
    RuntimeCounters sum = each.stream().reduce(RuntimeCounters.ZERO, RuntimeCounters::plus);
    return known(sum);
  }

  private RuntimeCounters known(RuntimeCounters counted) {
    return strategy instanceof SchedulerProvider ? counted.ofForeignPool() : counted;
  }

  /** Counters of each worker, in the order of their indices. */
  public List<RuntimeCounters> workerCounters() {
    return workers.stream().map(Worker::countersNow).map(this::known).toList();
  }

  /** Everything that is counted, at about one moment. O(workers). */
  public RuntimeMetrics metrics() {
    List<RuntimeCounters> each = workerCounters();
    return new RuntimeMetrics(
        counters(each),
        each,
        liveTasks(),
        scheduler.injectionDepth(),
        scheduler.localDepths(),
        merged(Worker::pollTimes),
        merged(Worker::schedulingLatencies));
  }

  private DurationHistogram merged(Function<Worker, DurationHistogram> of) {
    return workers.stream().map(of).reduce(DurationHistogram.EMPTY, DurationHistogram::plus);
  }

  /**
   * How many tasks were polled and are not finished; {@link RuntimeCounters#UNKNOWN} with the
   * metrics off. Those that wait for their first poll are in no worker's books yet.
   */
  private long liveTasks() {
    if (!Metrics.ON) {
      return RuntimeCounters.UNKNOWN;
    }
    // The ends first: every task that is counted among them is then among the beginnings too.
    long ended = abandoned.sum();
    for (Worker worker : workers) {
      ended += worker.counters().finishedNow();
    }
    VarHandle.loadLoadFence();
    long begun = 0;
    for (Worker worker : workers) {
      begun += worker.counters().spawnedNow();
    }
    return begun - ended;
  }

  /**
   * Cancels every task that is not finished, and waits for the workers to end. A poll that is under
   * way goes on to its end first. Idempotent; every caller waits. An interrupt is kept for after.
   *
   * @throws IllegalStateException if called on a worker, which cannot wait for its own end
   */
  @Override
  public void close() {
    if (Worker.isCurrentThreadWorker()) {
      throw new IllegalStateException(
          "close() would wait for the worker that calls it; call it from outside the runtime");
    }
    ending.compareAndSet(null, Ending.CANCELLED);
    closing = true; // whoever won: its own write may still be to come
    synchronized (closeLock) {
      if (closed) {
        return;
      }
      // Idle tasks are queued again by the abort, and whoever takes a task now cancels it. A task
      // that goes idle from here on sees the ending itself: Task.suspend.
      VarHandle.fullFence(); // the ending is set before the look at the lists
      for (Worker worker : workers) {
        worker.live().forEach((task, tick) -> task.abort());
      }
      boolean interrupted = false;
      while (!closed) {
        try {
          scheduler.shutdown();
          if (timerThread != null) {
            timerThread.shutdown();
          }
          closed = true;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      terminated = true;
      Ticker.remove(this);
      joining.forEach(LockSupport::unpark);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * A worker died of an error that is not a task's. Says so, and ends the runtime: a runtime with a
   * worker less would hang in silence.
   */
  void fail(Throwable cause) {
    boolean first = ending.compareAndSet(null, new Ending(cause, true));
    closing = true;
    if (first) {
      Thread closer = new Thread(this::close, "heddle-closer");
      closer.setDaemon(true);
      closer.start();
    }
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, cause);
  }

  /**
   * Blocks the calling thread until the task is finished; it is registered with the task already.
   *
   * @throws TaskCancelledException if the runtime has ended and lost the task, which only a broken
   *     strategy can bring about
   */
  void blockUntilFinished(Task<?> task) throws InterruptedException {
    Thread thread = Thread.currentThread();
    joining.add(thread);
    try {
      while (!task.isFinished()) {
        if (terminated && !task.isFinished()) {
          throw endingOfUnfinished().toException();
        }
        LockSupport.park(task);
        if (Thread.interrupted()) {
          throw new InterruptedException("interrupted while joining a task, which goes on");
        }
      }
    } finally {
      joining.remove(thread);
    }
  }

  /** A task that was polled before ends without a worker. */
  void abandonedAfterPolls() {
    abandoned.increment();
  }

  void schedule(Task<?> task) {
    scheduler.schedule(task);
  }

  boolean isClosing() {
    return closing;
  }

  Ending endingOfUnfinished() {
    return Objects.requireNonNull(ending.get());
  }

  /**
   * The timers that futures may wait for.
   *
   * @throws IllegalStateException if there are none
   */
  Timers timers() {
    if (timers == null) {
      throw NoTimer.refusal();
    }
    return timers;
  }

  /** A watch for one worker, or null if there are no timers. */
  @Nullable TimerWatch newTimerWatch(Runnable unpark) {
    return timers == null ? null : timers.newWatch(unpark);
  }

  Worker newWorker() {
    synchronized (workers) {
      Worker worker = new Worker(this, workers.size(), sink, sampleEvery);
      workers.add(worker);
      return worker;
    }
  }

  void stampOutside(Task<?> task) {
    Worker.stampOutside(task, Metrics.ON || sink != null, sampleEvery);
  }

  /** What an adapter sees. */
  private final class Adapted implements SchedulerContext {
    private final Options options;

    Adapted(Options options) {
      this.options = options;
    }

    @Override
    public int workers() {
      return workerCount;
    }

    @Override
    public Worker newWorker() {
      return HeddleRuntime.this.newWorker();
    }

    @Override
    public void stamp(Task<?> task) {
      stampOutside(task);
    }

    @Override
    public void abandon(Task<?> task, Throwable reason) {
      if (!closing) {
        fail(reason);
      }
      task.abandon();
    }

    @Override
    public void fail(Throwable cause) {
      HeddleRuntime.this.fail(cause);
    }

    @Override
    public Options options() {
      return options;
    }
  }
}
