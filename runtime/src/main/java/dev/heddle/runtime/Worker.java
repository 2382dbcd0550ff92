package dev.heddle.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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

  /** A tick of the {@link Ticker} passed since this was last looked at. */
  private static final int TICKED = 1;

  /** A poll blocked in place, and another thread has the core since. */
  private static final int CORE_LOST = 1 << 1;

  private static final VarHandle ATTENTION;
  private static final VarHandle LOOKS;
  private static final VarHandle THREAD;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      ATTENTION = lookup.findVarHandle(Worker.class, "attention", int.class);
      LOOKS = lookup.findVarHandle(Worker.class, "looks", int.class);
      THREAD = lookup.findVarHandle(Worker.class, "thread", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final HeddleRuntime runtime;
  private final int index;
  private final WorkerCounters counters = new WorkerCounters();
  private final PollWatch watch = new PollWatch();
  private final LiveTasks live = new LiveTasks();
  private final DurationRecorder pollTimes = new DurationRecorder();
  private final DurationRecorder latencies = new DurationRecorder();
  private final @Nullable LatencySink sink;
  private final int sampleEvery;

  /** The counts of tasks that this worker made runnable, and of requeues, at which to sample. */
  private long nextLocalSample;

  private long nextRequeueSample;

  /**
   * What the worker shall look at when its poll ends, in bits: one load that is mostly 0. The
   * ticker's thread sets a bit too.
   */
  private int attention;

  /** The tick at which {@link #TICKED} was set. */
  private int tickedAt;

  private int looks;

  private short turn;

  /** When the worker began and ended, in nanoTime; the end is {@link Parker#NEVER} until then. */
  private volatile long beganNanos = HeddleRuntime.CLOCK.getAsLong();

  private volatile long endedNanos = Parker.NEVER;

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
    this.nextLocalSample = nextGap();
    this.nextRequeueSample = nextGap();
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

  /**
   * The calling thread polls with this worker until {@link #leave}: for threads that are many more
   * than workers, or that serve several runtimes, so that none can keep a worker for life. Whoever
   * passes a worker from thread to thread sees to it that one has left before the next enters.
   */
  public void enter() {
    if (CURRENT.get() != this) {
      CURRENT.set(this);
    }
    THREAD.setRelease(this, Thread.currentThread());
  }

  /**
   * Ends what {@link #enter} began. The thread runs no task's code until it enters a worker again,
   * maybe this one: the pool's own code asks for nothing that a worker is refused.
   */
  public void leave() {
    THREAD.setRelease(this, null);
  }

  /** What the calling thread polls with if that is of this runtime, or null. */
  static @Nullable Worker current(HeddleRuntime of) {
    Worker worker = CURRENT.get();
    return worker != null && worker.runtime == of ? worker : null;
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
    if (coreLost()) {
      ATTENTION.getAndBitwiseAnd(this, ~CORE_LOST);
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
    Thread.interrupted(); // some earlier poll's doing, and no affair of this one
    try {
      return runtime.scheduler().blockInPlace(closure);
    } finally {
      CURRENT.set(this);
      if (!coreLost()) {
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
    VarHandle.fullFence(); // no longer waiting, before the ticker is told
    Ticker.wakeUp();
  }

  boolean coreLost() {
    return ((int) ATTENTION.getOpaque(this) & CORE_LOST) != 0;
  }

  void loseCore() {
    ATTENTION.getAndBitwiseOr(this, CORE_LOST);
  }

  /** Whether there is anything to look at after a poll: a tick, or a lost core. */
  boolean wantsAttention() {
    return (int) ATTENTION.getOpaque(this) != 0;
  }

  /** By the ticker's thread, at each tick. */
  void ticked() {
    if (((int) ATTENTION.getOpaque(this) & TICKED) == 0) {
      tickedAt = Ticker.now();
      ATTENTION.getAndBitwiseOr(this, TICKED); // publishes when that was
    }
  }

  /** Takes the ticks since the last look. Returns how many. */
  private int takeTicks() {
    int seen = (int) ATTENTION.getAcquire(this);
    if ((seen & TICKED) == 0) {
      return 0;
    }
    LOOKS.setOpaque(this, looks + 1);
    ATTENTION.getAndBitwiseAnd(this, ~TICKED);
    Ticker.wakeUp();
    return Ticker.now() - tickedAt + 1;
  }

  /** Whether this worker does not poll, and will take a tick before it polls again. */
  boolean isQuiet() {
    return ((int) ATTENTION.getAcquire(this) & TICKED) != 0
        && (counters.isWaiting() || watch.isIdle());
  }

  /** How often the worker has seen, at the end of a poll or between two, that a tick passed. */
  int looks() {
    return (int) LOOKS.getOpaque(this);
  }

  /** The ticks that passed during a poll go to its task. */
  void chargeTicks(Task<?> task) {
    int ticks = takeTicks();
    if (ticks > 0) {
      task.charge(ticks);
    }
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
    if (wantsAttention()) {
      takeTicks(); // what passed between two turns was no task's doing
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
   * To be called by the scheduler for each task that code on this worker's thread has spawned or
   * woken, before it is queued: stamps a random sample of them with the time.
   */
  public void stamp(Task<?> task) {
    if (counters.scheduledLocally() == nextLocalSample) {
      nextLocalSample += nextGap();
      sample(task);
    }
  }

  /** As {@link #stamp}, for a task that {@link #run} has said is runnable again. */
  public void stampAgain(Task<?> task) {
    if (counters.requeued() == nextRequeueSample) {
      nextRequeueSample += nextGap();
      sample(task);
    }
  }

  private void sample(Task<?> task) {
    if (isSampling()) {
      task.mark |= timeMark();
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
    if (wantsAttention()) {
      takeTicks(); // whatever the thread did since its last poll was no task's doing
    }
    boolean again = runInTurn(task);
    if (wantsAttention()) {
      chargeTicks(task);
    }
    return again;
  }

  /** As {@link #run}, within a turn, whose loop looks at {@link #wantsAttention} itself. */
  boolean runInTurn(Task<?> task) {
    return task.mark == 0 ? task.pollOnce(this) : pollMarked(task);
  }

  /** A poll about which something was noted when the task became runnable. */
  private boolean pollMarked(Task<?> task) {
    long mark = task.mark;
    task.mark = 0;
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
}

/** In front of the fields, so that two workers' fields are never on one line. */
class WorkerPad {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}
