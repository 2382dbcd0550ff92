package dev.heddle.runtime;

import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What the runtime keeps for each thread that polls tasks, whichever scheduler owns the thread:
 * counters, the list of suspended tasks, the sampling of scheduling latency.
 *
 * <p>Used by one thread at a time.
 */
public final class Worker extends WorkerPad {
  /** The name of {@link #runInTurn}: what the stack of a worker shows while it polls. */
  static final String POLLING_METHOD = "runInTurn";

  /** The name of {@link #blockInPlace}, for the same purpose. */
  static final String BLOCKING_METHOD = "blockInPlace";

  private static final ThreadLocal<Worker> CURRENT = new ThreadLocal<>();

  private final HeddleRuntime runtime;
  private final int index;
  private final WorkerCounters counters = new WorkerCounters();
  private final PollWatch watch = new PollWatch();
  private final LiveTasks live = new LiveTasks();
  private final DurationRecorder pollTimes = new DurationRecorder();
  private final DurationRecorder latencies = new DurationRecorder();
  private final @Nullable LatencySink sink;
  private final int sampleEvery;

  /** The count of queued tasks at which one is sampled. */
  private long nextSample;

  /** The tick that is accounted for. */
  private int tick;

  private short turn;

  /** When the worker began and ended, in nanoTime; the end is {@link Parker#NEVER} until then. */
  private volatile long beganNanos = HeddleRuntime.CLOCK.getAsLong();

  private volatile long endedNanos = Parker.NEVER;

  /** Whether a poll blocked in place, and another thread has the core since. */
  private boolean coreLost;

  /** Whether the driver or the timers call wakers now, or may: what they call must not block. */
  private boolean lookingAround;

  /** The thread that polls; null before it begins and after it ended. */
  private volatile @Nullable Thread thread;

  /** State of an xorshift generator: sampling gaps are random, so no periodic load can hide. */
  private int random;

  Worker(HeddleRuntime runtime, int index, @Nullable LatencySink sink, int sampleEvery) {
    this.runtime = runtime;
    this.index = index;
    this.sink = sink;
    this.sampleEvery = sampleEvery;
    this.random = 0x9E3779B9 * (index + 1);
    this.nextSample = nextGap();
  }

  /** The index of this worker, from 0. */
  public int index() {
    return index;
  }

  /** This worker's counters. */
  public WorkerCounters counters() {
    return counters;
  }

  /** The values of this worker's counters. */
  RuntimeCounters countersNow() {
    return counters.snapshot(
        beganNanos,
        () -> {
          long ended = endedNanos;
          return ended != Parker.NEVER ? ended : HeddleRuntime.CLOCK.getAsLong();
        });
  }

  /** Nanoseconds that sampled polls took. */
  DurationHistogram pollTimes() {
    return pollTimes.snapshot();
  }

  /** Nanoseconds from runnable to polled, of sampled tasks. */
  DurationHistogram schedulingLatencies() {
    return latencies.snapshot();
  }

  /** Declares the calling thread to be this worker, so that blocking calls on it can be refused. */
  public void bindToCurrentThread() {
    CURRENT.set(this);
    thread = Thread.currentThread();
    beganNanos = HeddleRuntime.CLOCK.getAsLong();
  }

  /** The calling thread, which lost the core, polls with this worker no more; another one may. */
  void threadLeft() {
    thread = null;
  }

  /** The worker polls no more. */
  void ended() {
    thread = null;
    endedNanos = HeddleRuntime.CLOCK.getAsLong();
  }

  static boolean isCurrentThreadWorker() {
    return CURRENT.get() != null;
  }

  /** What the calling thread polls with, or null; null too while its poll blocks in place. */
  static @Nullable Worker current() {
    return CURRENT.get();
  }

  /** The calling thread polls no more. */
  static void unbindCurrentThread() {
    CURRENT.remove();
  }

  /**
   * The calling thread polls with this worker from now on: for the first time, or after an earlier
   * thread of it had lost its core.
   */
  void beginOnCurrentThread() {
    thread = Thread.currentThread();
    if (coreLost) {
      coreLost = false;
      coreTakenBack();
      CURRENT.set(this);
    } else {
      bindToCurrentThread();
    }
  }

  /** {@link HeddleRuntime#blockInPlace} on this worker's thread. */
  <T extends @Nullable Object> T blockInPlace(Callable<T> closure) throws Exception {
    if (lookingAround) {
      throw new IllegalStateException(
          "blockInPlace was called by a waker, which must not block; wake a task that does");
    }
    runtime.blocking().enter(closure);
    CURRENT.remove(); // the thread is, for now, nobody whose blocking would harm
    try {
      return runtime.scheduler().blockInPlace(closure);
    } finally {
      CURRENT.set(this);
      if (!coreLost) {
        runtime.blocking().exit(); // else at the end of the poll, which a closing runtime waits for
      }
    }
  }

  /** From now on the time is not this worker's, but that of whoever takes the core. */
  void coreOffered() {
    counters.away(HeddleRuntime.CLOCK.getAsLong());
  }

  void coreTakenBack() {
    counters.back(HeddleRuntime.CLOCK.getAsLong());
  }

  boolean coreLost() {
    return coreLost;
  }

  void coreLost(boolean lost) {
    coreLost = lost;
  }

  void lookingAround(boolean looks) {
    lookingAround = looks;
  }

  boolean isRuntimeClosing() {
    return runtime.isClosing();
  }

  /**
   * The number of the present turn, modulo 2^16; never 0, but 0 on a worker whose loop has no
   * turns.
   */
  short turn() {
    return turn;
  }

  /** A new turn begins: the driver has been looked at. Returns its number. */
  short beginTurn() {
    if (++turn == 0) {
      turn = 1;
    }
    if (Metrics.ON) {
      tick = Ticker.now();
    }
    return turn;
  }

  /** The thread that polls; null before it begins and after it ended. */
  @Nullable Thread thread() {
    return thread;
  }

  /** How long this worker's present poll has been seen. */
  PollWatch watch() {
    return watch;
  }

  LiveTasks live() {
    return live;
  }

  /**
   * To be called by the scheduler for each task that becomes runnable on this worker's thread,
   * before it is queued: stamps a random sample of them with the time.
   */
  public void stamp(Task<?> task) {
    if (counters.scheduled() == nextSample) {
      nextSample += nextGap();
      if (isSampling()) {
        task.mark |= timeMark();
      }
    }
  }

  private boolean isSampling() {
    return Metrics.ON || sink != null;
  }

  private static long timeMark() {
    return HeddleRuntime.CLOCK.getAsLong() & Task.TIME_MARK;
  }

  /** As {@link #stamp}, for a task that becomes runnable on a thread that is no worker. */
  static void stampOutside(Task<?> task, boolean sampling, int sampleEvery) {
    if (Metrics.ON) {
      task.mark |= Task.REMOTE_MARK;
    }
    if (sampling && ThreadLocalRandom.current().nextInt(sampleEvery) == 0) {
      task.mark |= timeMark();
    }
  }

  /** Uniform in 1..2*sampleEvery-1, so sampleEvery on average. */
  private int nextGap() {
    int x = random;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    random = x;
    return 1 + Integer.remainderUnsigned(x, 2 * sampleEvery - 1);
  }

  /**
   * Polls a task once. The caller took it out of a queue. Never throws what the task throws: that
   * ends in its join handle.
   *
   * @return whether the task is runnable again: then the caller queues it, behind the others
   */
  public boolean run(Task<?> task) {
    if (Metrics.ON) {
      tick = Ticker.now(); // whatever the thread did since its last poll was no task's doing
    }
    return runInTurn(task);
  }

  /** As {@link #run}, within a turn. */
  boolean runInTurn(Task<?> task) {
    counters.polls();
    boolean again = task.mark == 0 ? task.pollOnce(this) : pollMarked(task);
    if (again) {
      counters.requeued();
    }
    if (Metrics.ON && tick != Ticker.now()) {
      chargeTicks(task);
    }
    return again;
  }

  /** A poll about which something was noted when the task became runnable. */
  private boolean pollMarked(Task<?> task) {
    long mark = task.mark;
    task.mark = 0;
    if ((mark & Task.SPAWNED_MARK) != 0) {
      counters.spawned();
    }
    if ((mark & Task.REMOTE_MARK) != 0) {
      counters.scheduledRemotely();
    }
    long readyAtNanos = mark & Task.TIME_MARK;
    return readyAtNanos == 0 ? task.pollOnce(this) : pollSampled(task, readyAtNanos);
  }

  private boolean pollSampled(Task<?> task, long readyAtNanos) {
    long begin = HeddleRuntime.CLOCK.getAsLong();
    long latency = Math.max(0, begin - readyAtNanos);
    if (sink != null) {
      sink.record(index, latency);
    }
    latencies.record(latency);
    boolean again = task.pollOnce(this);
    pollTimes.record(HeddleRuntime.CLOCK.getAsLong() - begin);
    return again;
  }

  /** The ticks since the last poll or the beginning of the turn go to the task that was polled. */
  private void chargeTicks(Task<?> task) {
    int now = Ticker.now();
    task.charge(now - tick);
    tick = now;
  }
}

/** In front of the fields, so that two workers' fields are never on one line. */
class WorkerPad {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}
