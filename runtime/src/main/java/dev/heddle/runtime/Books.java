package dev.heddle.runtime;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Every worker a runtime ever had, and what they have counted together. Thread-safe; each sum is
 * O(workers), and of about one moment.
 */
final class Books {
  private final HeddleRuntime runtime;
  private final @Nullable LatencySink sink;
  private final int sampleEvery;
  private final boolean ofForeignPool;

  /** Adapters' threads come and go, and so do those that block in place; their workers stay. */
  private final List<Worker> workers = new CopyOnWriteArrayList<>();

  private final LongAdder abandoned = new LongAdder();

  /**
   * @param ofForeignPool whether the workers' threads are a pool's that tells nothing of itself
   */
  Books(HeddleRuntime runtime, RuntimeBuilder builder, boolean ofForeignPool) {
    this.runtime = runtime;
    this.sink = builder.sink;
    this.sampleEvery = builder.sampleEvery;
    this.ofForeignPool = ofForeignPool;
  }

  Worker newWorker() {
    synchronized (workers) {
      return newWorker(workers.size());
    }
  }

  /** One more for an index, for the thread that goes on where another one blocks in place. */
  Worker newWorker(int index) {
    Worker worker = new Worker(runtime, index, sink, sampleEvery);
    workers.add(worker);
    Ticker.wakeUp();
    return worker;
  }

  /** All of them, in the order they came. */
  List<Worker> workers() {
    return workers;
  }

  /** A task becomes runnable by a thread that is no worker. */
  void stampOutside(Task<?> task) {
    Worker.stampOutside(task, Metrics.ON || sink != null, sampleEvery);
  }

  /** A task that {@linkplain WorkerCounters#kept was kept} ends without a worker. */
  void abandoned() {
    abandoned.increment();
  }

  /** Counters by the index of the worker: one that blocked in place counted in several places. */
  List<RuntimeCounters> byIndex() {
    Map<Integer, RuntimeCounters> byIndex = new TreeMap<>();
    for (Worker worker : workers) {
      byIndex.merge(worker.index(), known(worker.countersNow()), RuntimeCounters::plus);
    }
    return List.copyOf(byIndex.values());
  }

  RuntimeCounters sum(List<RuntimeCounters> counters) {
    return known(counters.stream().reduce(RuntimeCounters.ZERO, RuntimeCounters::plus));
  }

  private RuntimeCounters known(RuntimeCounters counted) {
    return ofForeignPool ? counted.ofForeignPool() : counted;
  }

  DurationHistogram merged(Function<Worker, DurationHistogram> of) {
    return workers.stream().map(of).reduce(DurationHistogram.EMPTY, DurationHistogram::plus);
  }

  /**
   * How many tasks were polled and are not finished; {@link RuntimeCounters#UNKNOWN} with the
   * metrics off. Those that wait for their first poll are in no worker's books yet.
   */
  long liveTasks() {
    if (!Metrics.ON) {
      return RuntimeCounters.UNKNOWN;
    }
    // The ends first: every task that is counted among them is then among the beginnings too.
    long ended = abandoned.sum();
    for (Worker worker : workers) {
      ended += worker.counters().keptFinishedNow();
    }
    VarHandle.loadLoadFence();
    long begun = 0;
    for (Worker worker : workers) {
      begun += worker.counters().keptNow();
    }
    return begun - ended;
  }
}
