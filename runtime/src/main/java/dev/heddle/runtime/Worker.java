package dev.heddle.runtime;

import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What the runtime keeps for each thread that polls tasks, whichever scheduler owns the thread:
 * counters, the list of suspended tasks, the sampling of scheduling latency.
 *
 * <p>Used by one thread at a time.
 */
public final class Worker extends WorkerPad {
  private static final ThreadLocal<Worker> CURRENT = new ThreadLocal<>();

  private final HeddleRuntime runtime;
  private final int index;
  private final WorkerCounters counters = new WorkerCounters();
  private final LiveTasks live = new LiveTasks();
  private final @Nullable LatencySink sink;
  private final int sampleEvery;
  private int untilSample;

  private int turn;

  /** State of an xorshift generator: sampling gaps are random, so no periodic load can hide. */
  private int random;

  Worker(HeddleRuntime runtime, int index, @Nullable LatencySink sink, int sampleEvery) {
    this.runtime = runtime;
    this.index = index;
    this.sink = sink;
    this.sampleEvery = sampleEvery;
    this.random = 0x9E3779B9 * (index + 1);
    this.untilSample = nextGap();
  }

  /** The index of this worker, from 0. */
  public int index() {
    return index;
  }

  /** This worker's counters. */
  public WorkerCounters counters() {
    return counters;
  }

  /** Declares the calling thread to be this worker, so that blocking calls on it can be refused. */
  public void bindToCurrentThread() {
    CURRENT.set(this);
  }

  static boolean isCurrentThreadWorker() {
    return CURRENT.get() != null;
  }

  boolean isRuntimeClosing() {
    return runtime.isClosing();
  }

  /** The number of the present turn; never 0, but 0 on a worker whose loop has no turns. */
  int turn() {
    return turn;
  }

  /** A new turn begins: the driver has been looked at. Returns its number. */
  int beginTurn() {
    turn = Math.max(1, turn + 1);
    return turn;
  }

  LiveTasks live() {
    return live;
  }

  /**
   * To be called by the scheduler for each task that becomes runnable on this worker's thread,
   * before it is queued: stamps a random sample of them with the time.
   */
  public void stamp(Task<?> task) {
    if (--untilSample < 0) {
      sample(task);
    }
  }

  private void sample(Task<?> task) {
    untilSample = nextGap();
    if (sink != null) {
      task.readyAtNanos = System.nanoTime();
    }
  }

  /** As {@link #stamp}, for a task that becomes runnable on a thread that is no worker. */
  static void stampOutside(Task<?> task, int sampleEvery) {
    if (ThreadLocalRandom.current().nextInt(sampleEvery) == 0) {
      task.readyAtNanos = System.nanoTime();
    }
  }

  /** Uniform in 0..2*(sampleEvery-1), so one in sampleEvery on average. */
  private int nextGap() {
    if (sink == null) {
      return Integer.MAX_VALUE;
    }
    int x = random;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    random = x;
    return Integer.remainderUnsigned(x, 2 * sampleEvery - 1);
  }

  /**
   * Polls a task once. The caller took it out of a queue. Never throws what the task throws: that
   * ends in its join handle.
   *
   * @return whether the task is runnable again: then the caller queues it, behind the others
   */
  public boolean run(Task<?> task) {
    if (task.readyAtNanos != 0) {
      recordLatency(task);
    }
    counters.polls();
    if (task.pollOnce(this)) {
      counters.requeued();
      return true;
    }
    return false;
  }

  private void recordLatency(Task<?> task) {
    long nanos = Math.max(0, System.nanoTime() - task.readyAtNanos);
    task.readyAtNanos = 0;
    if (sink != null) {
      sink.record(index, nanos);
    }
  }
}

/** In front of the fields, so that two workers' fields are never on one line. */
class WorkerPad {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}
