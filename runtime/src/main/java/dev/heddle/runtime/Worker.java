package dev.heddle.runtime;

import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What the runtime keeps for each thread that polls tasks, whichever scheduler owns the thread:
 * counters, the list of suspended tasks, the sampling of scheduling latency.
 *
 * <p>Used by one thread at a time.
 */
public final class Worker {
  private static final ThreadLocal<Worker> CURRENT = new ThreadLocal<>();

  private final int index;
  private final WorkerCounters counters = new WorkerCounters();
  private final LiveTasks live = new LiveTasks();
  private final @Nullable LatencySink sink;
  private final int sampleEvery;
  private int untilSample;

  /** State of an xorshift generator: sampling gaps are random, so no periodic load can hide. */
  private int random;

  Worker(int index, @Nullable LatencySink sink, int sampleEvery) {
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

  LiveTasks live() {
    return live;
  }

  /**
   * To be called by the scheduler for each task that becomes runnable on this worker's thread,
   * before it is queued: stamps a random sample of them with the time.
   */
  public void stamp(Task<?> task) {
    if (--untilSample < 0) {
      untilSample = nextGap();
      if (sink != null) {
        task.readyAtNanos = System.nanoTime();
      }
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
   * Polls a task once. The caller took it out of a queue, where {@link Task.After} says what to do
   * with it now. Never throws what the task throws: that ends in its join handle.
   */
  public Task.After run(Task<?> task) {
    long readyAt = task.readyAtNanos;
    if (readyAt != 0) {
      task.readyAtNanos = 0;
      if (sink != null) {
        sink.record(index, Math.max(0, System.nanoTime() - readyAt));
      }
    }
    counters.polled();
    Task.After after = task.pollOnce(this);
    if (after == Task.After.YIELDED) {
      counters.yielded();
    }
    return after;
  }
}
