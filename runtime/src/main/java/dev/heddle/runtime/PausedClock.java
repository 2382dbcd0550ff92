package dev.heddle.runtime;

import dev.heddle.runtime.spi.Policy;
import dev.heddle.runtime.spi.WorkerPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A clock that stands still, for tests and simulation. It advances by hand, and unless {@linkplain
 * #byHand told not to} by itself: when everything is idle, to the earliest deadline of all timers.
 * So a test that sleeps for a year takes milliseconds, and tasks wake at exactly their deadline and
 * in the order of their deadlines, whatever the strategy and however many workers. The idea is that
 * of Tokio's {@code time::pause}.
 *
 * <pre>{@code
 * PausedClock clock = PausedClock.startingAt(0);
 * try (HeddleRuntime runtime =
 *     HeddleRuntime.builder().timer("timer-wheel").clock(clock).build()) {
 *   runtime.blockOn(Futures.sleep(Duration.ofDays(365)));
 * }
 * }</pre>
 *
 * <p>Everything is <em>idle</em> when nobody holds the clock. These hold it:
 *
 * <ul>
 *   <li>a worker, from the moment that somebody is about to unpark it until it parks;
 *   <li>a thread in the middle of waking or spawning a task from outside, until it has returned;
 *   <li>a job of {@link HeddleRuntime#spawnBlocking}, until it has ended and woken who joined it;
 *   <li>a poll in {@link HeddleRuntime#blockInPlace}, or beside the workers after it;
 *   <li>a thread in {@link HeddleRuntime#blockOn}, except while its future waits;
 *   <li>whoever called {@link #hold}.
 * </ul>
 *
 * <p>Any other thread outside is not seen. Between two of its calls time may pass, so a test that
 * wants to begin several things at one moment begins them inside a task, or holds the clock. And
 * blocking work that itself waits for a sleep waits for ever, as it holds the clock meanwhile.
 *
 * <p>It needs timers that the workers fire: with a strategy on a foreign pool, which cannot tell
 * when it is idle, or timers with a thread of their own it is refused. So is a driver, unless the
 * clock is moved by hand alone: what comes in through a socket comes in real time.
 *
 * <p>Thread-safe; one lock, which workers take when they park. One clock may serve several
 * runtimes, and then it advances when all are idle.
 */
public final class PausedClock extends Clock {
  /**
   * 73 years. All times that are compared must lie less than 2^63 ns apart: what a queue was told
   * last may lie behind by such a step and a tick, and a deadline ahead by {@link Sleep#LONGEST}.
   */
  private static final long LONGEST_STEP = 1L << 61;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition idle = lock.newCondition();
  private final List<QueueTimers> timers = new CopyOnWriteArrayList<>();
  private final boolean advancesItself;

  /** Written under the lock. */
  private volatile long nowNanos;

  /** No queue was told the time before this one. Guarded by the lock. */
  private long toldNanos;

  /** Of those listed above, how many hold the clock now. Guarded by the lock. */
  private int holds;

  private PausedClock(long nowNanos, boolean advancesItself) {
    this.nowNanos = nowNanos;
    toldNanos = nowNanos;
    this.advancesItself = advancesItself;
  }

  /** One that advances itself when everything is idle. */
  public static PausedClock startingAt(long nanos) {
    return new PausedClock(nanos, true);
  }

  /** One that only {@link #advance} moves. */
  public static PausedClock byHand(long startNanos) {
    return new PausedClock(startNanos, false);
  }

  /** Whether it advances when everything is idle. */
  boolean advancesItself() {
    return advancesItself;
  }

  @Override
  public long nanoTime() {
    return nowNanos;
  }

  /**
   * Jumps ahead, as a machine does that was suspended: what comes due meanwhile is fired after the
   * jump, all at once, in the order of the deadlines. Does not wait for that: {@link #awaitIdle}.
   * What was due already, and nobody has fired when 73 years have passed, is fired here.
   *
   * @throws IllegalArgumentException if negative, or over 146 years
   */
  public void advance(Duration by) {
    RuntimeBuilder.requireNotNegative("the time to advance by", by);
    if (by.compareTo(Sleep.LONGEST) > 0) {
      throw new IllegalArgumentException(
          "the time to advance by was " + by + "; allowed is up to 146 years (2^62 ns)");
    }
    takeHold();
    try {
      long left = by.toNanos();
      while (left > LONGEST_STEP) {
        step(LONGEST_STEP).forEach(Waker::wake);
        left -= LONGEST_STEP;
      }
      step(left).forEach(Waker::wake);
      unparkDue();
    } finally {
      letGo();
    }
  }

  private List<Waker> step(long nanos) {
    lock.lock();
    try {
      return moveTo(nowNanos + nanos);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Under the lock: one step, before which the queues are told the time if it would be long ago
   * else. A queue that nobody has looked at would take what is far ahead for the past, or the other
   * way round.
   *
   * @return whom to wake, without the lock, because they were due before
   */
  private List<Waker> moveTo(long nanos) {
    List<Waker> overdue = List.of();
    if (nanos - toldNanos > LONGEST_STEP) {
      overdue = new ArrayList<>();
      for (QueueTimers each : timers) {
        each.takeDue(into(overdue));
      }
      toldNanos = nowNanos;
    }
    nowNanos = nanos;
    return overdue;
  }

  private static Consumer<TimerEntry> into(List<Waker> toWake) {
    return entry -> {
      Waker waker = entry.fire();
      if (waker != null) {
        toWake.add(waker);
      }
    };
  }

  /**
   * The clock does not advance by itself until the hold is closed. For a thread outside that does
   * several things at one moment.
   */
  public Hold hold() {
    return new Hold(this);
  }

  /** Keeps a clock from advancing by itself. */
  public static final class Hold implements AutoCloseable {
    private final PausedClock clock;
    private boolean closed;

    private Hold(PausedClock clock) {
      this.clock = clock;
      clock.takeHold();
    }

    /** Lets go of the clock. Idempotent; by one thread at a time. */
    @Override
    public void close() {
      if (!closed) {
        closed = true;
        clock.letGo();
      }
    }
  }

  /**
   * Waits until everything is idle; if the clock advances itself, also until no timer is left.
   * Whoever holds the clock itself waits for ever.
   *
   * @throws IllegalStateException if called on a worker, which is not idle while it waits
   */
  public void awaitIdle() throws InterruptedException {
    if (Worker.isCurrentThreadWorker()) {
      throw new IllegalStateException(
          "awaitIdle() would wait for the worker that calls it; call it from outside any runtime");
    }
    lock.lock();
    try {
      while (holds > 0) {
        idle.await();
      }
    } finally {
      lock.unlock();
    }
  }

  // ---- the side of the runtimes --------------------------------------------------------------

  /**
   * Real time never comes to such a deadline: the clock unparks the waiter. Who advances the clock
   * sets the time and then looks who waits, who waits says so and then looks at the time.
   */
  @Override
  long parkDeadline(long deadlineNanos, TimerWatch waiter) {
    if (deadlineNanos != Parker.NEVER && nowNanos - deadlineNanos >= 0) {
      waiter.unpark();
    }
    return Parker.NEVER;
  }

  @Override
  void begin(Timers[] ofRuntime, int workers) {
    for (Timers each : ofRuntime) {
      timers.add((QueueTimers) each); // others are refused: their thread goes by real time
    }
    for (int i = 0; i < workers; i++) {
      takeHold();
    }
  }

  @Override
  void end(Timers[] ofRuntime, int workers) {
    timers.removeAll(Arrays.asList(ofRuntime)); // first, because nobody fires what is left in them
    for (int i = 0; i < workers; i++) {
      letGo();
    }
  }

  @Override
  void takeHold() {
    lock.lock();
    try {
      holds++;
    } finally {
      lock.unlock();
    }
  }

  @Override
  void letGo() {
    List<Waker> overdue = new ArrayList<>();
    while (letGoAndAdvance(overdue)) {
      overdue.forEach(Waker::wake);
      overdue.clear();
      unparkDue();
    }
  }

  /**
   * The last one to let go advances the clock, and takes hold again until everybody who waits for
   * that moment has been unparked, and so holds the clock himself.
   */
  private boolean letGoAndAdvance(List<Waker> overdue) {
    lock.lock();
    try {
      if (--holds > 0) {
        return false;
      }
      if (advancesItself && toEarliest(overdue)) {
        holds++;
        return true;
      }
      idle.signalAll();
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Nobody inserts or fires a timer meanwhile: whoever would holds the clock. */
  private boolean toEarliest(List<Waker> overdue) {
    long earliest = Parker.NEVER;
    for (QueueTimers each : timers) {
      long next = each.earliestNanos();
      if (next != Parker.NEVER && (earliest == Parker.NEVER || next - earliest < 0)) {
        earliest = next;
      }
    }
    if (earliest == Parker.NEVER || earliest - nowNanos <= 0) {
      return false;
    }
    while (earliest - nowNanos > LONGEST_STEP) {
      overdue.addAll(moveTo(nowNanos + LONGEST_STEP));
    }
    overdue.addAll(moveTo(earliest));
    return true;
  }

  /** Not under the lock: an unpark takes hold of the clock, and may go through a driver. */
  private void unparkDue() {
    for (QueueTimers each : timers) {
      each.unparkDue();
    }
  }

  @Override
  Parker watched(Parker parker) {
    return new WatchedParker(parker);
  }

  /** Lets go of the clock while its thread waits, and takes hold for it before it is unparked. */
  private final class WatchedParker implements Parker {
    private final Parker parker;

    /** Whether its thread waits, and nobody has begun to unpark it. Guarded by the lock. */
    private boolean away;

    /** Whether somebody has, since its thread came back last. Guarded by the lock. */
    private boolean called;

    WatchedParker(Parker parker) {
      this.parker = parker;
    }

    @Override
    public void park(long deadlineNanos) {
      if (leave()) {
        letGo();
      }
      try {
        parker.park(deadlineNanos);
      } finally {
        comeBack();
      }
    }

    /** Whether it waits at all: not if an unpark is on its way, which will end the wait. */
    private boolean leave() {
      lock.lock();
      try {
        away = !called;
        return away;
      } finally {
        lock.unlock();
      }
    }

    private void comeBack() {
      lock.lock();
      try {
        called = false;
        backAtWork();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void unpark() {
      lock.lock();
      try {
        called = true;
        backAtWork();
      } finally {
        lock.unlock();
      }
      parker.unpark();
    }

    private void backAtWork() {
      if (away) {
        away = false;
        holds++;
      }
    }

    @Override
    public Optional<String> boundToItsThread() {
      return parker.boundToItsThread();
    }

    @Override
    public void poll() {
      parker.poll();
    }
  }

  @Override
  Policy watched(Policy policy) {
    return new WatchedPolicy(policy);
  }

  /**
   * Who queues a task from outside holds the clock until that is done. Even a task that is queued
   * may have nobody on the way to it yet, but somebody who is about to be sent by another one.
   */
  private final class WatchedPolicy implements Policy {
    private final Policy policy;

    WatchedPolicy(Policy policy) {
      this.policy = policy;
    }

    @Override
    public WorkerPolicy worker(int index) {
      return policy.worker(index);
    }

    @Override
    public void inject(Task<?> task) {
      takeHold();
      try {
        policy.inject(task);
      } finally {
        letGo();
      }
    }

    @Override
    public long injectionDepth() {
      return policy.injectionDepth();
    }
  }
}
