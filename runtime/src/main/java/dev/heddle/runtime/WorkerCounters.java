package dev.heddle.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongSupplier;

/**
 * What one worker did so far. Written by that worker alone, with opaque stores, which cost what a
 * plain store does; read by any thread at any time. A reader sees each counter whole and growing,
 * but not all of them at one instant.
 *
 * <p>If a poll blocks in place the counting splits: the steps of the policy, which go on with
 * another thread, still count here (what is public), and the polling of that thread counts in
 * another worker of the same index. So each counter has one writer at a time.
 */
public final class WorkerCounters extends WorkerCountersFields {
  private static final VarHandle POLLS = handle("polls");
  private static final VarHandle REQUEUES = handle("requeues");
  private static final VarHandle BUDGET_YIELDS = handle("budgetYields");
  private static final VarHandle SPAWNED = handle("spawned");
  private static final VarHandle FINISHED = handle("finished");
  private static final VarHandle SCHEDULES = handle("schedules");
  private static final VarHandle REMOTE_SCHEDULES = handle("remoteSchedules");
  private static final VarHandle LIFO_POLLS = handle("lifoPolls");
  private static final VarHandle LIFO_CAPS = handle("lifoCaps");
  private static final VarHandle STEAL_OPERATIONS = handle("stealOperations");
  private static final VarHandle STEALS = handle("steals");
  private static final VarHandle OVERFLOW_EVENTS = handle("overflowEvents");
  private static final VarHandle OVERFLOWS = handle("overflows");
  private static final VarHandle PARKS = handle("parks");
  private static final VarHandle NOOP_WAKEUPS = handle("noopWakeups");
  private static final VarHandle UNPARKS = handle("unparks");
  private static final VarHandle WAITS = handle("waits");

  // Behind the counters too, so that two workers' counters never share a line (or the adjacent line
  // that prefetchers fetch along).
  @SuppressWarnings("UnusedVariable")
  private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

  private static VarHandle handle(String field) {
    try {
      return MethodHandles.lookup().findVarHandle(WorkerCountersFields.class, field, long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  void polls() {
    if (Metrics.ON) {
      POLLS.setOpaque(this, polls + 1);
    }
  }

  void requeued() {
    if (Metrics.ON) {
      REQUEUES.setOpaque(this, requeues + 1);
    }
  }

  /** A poll ended because its budget was used up. */
  void budgetYield() {
    if (Metrics.ON) {
      BUDGET_YIELDS.setOpaque(this, budgetYields + 1);
    }
  }

  long pollsNow() {
    return (long) POLLS.getOpaque(this);
  }

  long spawnedNow() {
    return (long) SPAWNED.getOpaque(this);
  }

  long finishedNow() {
    return (long) FINISHED.getOpaque(this);
  }

  /** A task is polled for the first time. */
  void spawned() {
    SPAWNED.setOpaque(this, spawned + 1);
  }

  void finished() {
    if (Metrics.ON) {
      FINISHED.setOpaque(this, finished + 1);
    }
  }

  /**
   * A task is about to be queued by this worker, for the first time, woken, or again.
   *
   * @return how many that makes; counted always, because samples are taken by it
   */
  long scheduled() {
    long count = schedules + 1;
    SCHEDULES.setOpaque(this, count);
    return count;
  }

  /** The task that is about to be polled was queued by a thread that is no worker. */
  void scheduledRemotely() {
    REMOTE_SCHEDULES.setOpaque(this, remoteSchedules + 1);
  }

  /** This worker takes a task out of its LIFO slot. */
  public void lifoPoll() {
    if (Metrics.ON) {
      LIFO_POLLS.setOpaque(this, lifoPolls + 1);
    }
  }

  /** This worker's LIFO slot is closed, because too many tasks in a row came out of it. */
  public void lifoCapped() {
    if (Metrics.ON) {
      LIFO_CAPS.setOpaque(this, lifoCaps + 1);
    }
  }

  /** The worker is about to wait because it found nothing to do. */
  void parked(long nowNanos) {
    if (Metrics.ON) {
      PARKS.setOpaque(this, parks + 1);
      if (polls == pollsWhenResumed) {
        NOOP_WAKEUPS.setOpaque(this, noopWakeups + 1);
      }
      away(nowNanos);
    }
  }

  /** From now on the worker is not busy, without having parked. */
  void away(long nowNanos) {
    if (Metrics.ON) {
      WAITS.setRelease(this, (((waits >> 1) - nowNanos) << 1) | WAITING);
    }
  }

  /** The wait is over. */
  void resumed(long nowNanos) {
    if (Metrics.ON) {
      back(nowNanos);
      pollsWhenResumed = polls;
    }
  }

  /** Ends what {@link #away} began. */
  void back(long nowNanos) {
    if (Metrics.ON) {
      WAITS.setRelease(this, ((waits >> 1) + nowNanos) << 1);
    }
  }

  /** Whether the worker waits, having found nothing to do. */
  boolean isWaiting() {
    return ((long) WAITS.getOpaque(this) & WAITING) != 0;
  }

  /** This worker ended another worker's wait. */
  public void unparked() {
    if (Metrics.ON) {
      UNPARKS.setOpaque(this, unparks + 1);
    }
  }

  /**
   * This worker took tasks out of another worker's queue in one operation.
   *
   * @param tasks how many, at least 1
   */
  public void stole(int tasks) {
    if (Metrics.ON) {
      STEAL_OPERATIONS.setOpaque(this, stealOperations + 1);
      STEALS.setOpaque(this, steals + tasks);
      StealEvent.emit(tasks);
    }
  }

  /**
   * This worker's own queue was full, so tasks went elsewhere.
   *
   * @param tasks how many, at least 1
   */
  public void overflowed(int tasks) {
    if (Metrics.ON) {
      OVERFLOW_EVENTS.setOpaque(this, overflowEvents + 1);
      OVERFLOWS.setOpaque(this, overflows + tasks);
    }
  }

  /** How long the worker has been there without waiting, in ns. */
  private long busyNanos(long sinceNanos, LongSupplier clock) {
    for (; ; ) {
      long seen = (long) WAITS.getAcquire(this);
      long now = clock.getAsLong();
      if ((long) WAITS.getAcquire(this) == seen) { // else it began or ended a wait meanwhile
        return now - sinceNanos - ((seen >> 1) + ((seen & WAITING) == 0 ? 0 : now));
      }
    }
  }

  /**
   * The present values.
   *
   * @param sinceNanos since when the worker has been there, in the scale of the clock
   * @param clock the present time, or that of the worker's end
   */
  RuntimeCounters snapshot(long sinceNanos, LongSupplier clock) {
    if (!Metrics.ON) {
      return RuntimeCounters.NOTHING_KNOWN;
    }
    // What is subtracted is read first, so that no difference is below what was true before.
    long requeued = (long) REQUEUES.getOpaque(this);
    VarHandle.loadLoadFence();
    return new RuntimeCounters(
        (long) POLLS.getOpaque(this),
        requeued,
        (long) BUDGET_YIELDS.getOpaque(this),
        (long) SPAWNED.getOpaque(this),
        (long) FINISHED.getOpaque(this),
        Math.max(0, (long) SCHEDULES.getOpaque(this) - requeued),
        (long) REMOTE_SCHEDULES.getOpaque(this),
        (long) LIFO_POLLS.getOpaque(this),
        (long) LIFO_CAPS.getOpaque(this),
        (long) STEAL_OPERATIONS.getOpaque(this),
        (long) STEALS.getOpaque(this),
        (long) OVERFLOW_EVENTS.getOpaque(this),
        (long) OVERFLOWS.getOpaque(this),
        (long) PARKS.getOpaque(this),
        (long) NOOP_WAKEUPS.getOpaque(this),
        (long) UNPARKS.getOpaque(this),
        busyNanos(sinceNanos, clock));
  }
}

/** In front of the counters: superclass fields are laid out first. */
class WorkerCountersPad {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** The counters themselves, between two paddings. */
class WorkerCountersFields extends WorkerCountersPad {
  /** The lowest bit of {@link #waits}. */
  static final long WAITING = 1;

  long polls;
  long requeues;
  long budgetYields;
  long spawned;
  long finished;
  long schedules;
  long remoteSchedules;
  long lifoPolls;
  long lifoCaps;
  long stealOperations;
  long steals;
  long overflowEvents;
  long overflows;
  long parks;
  long noopWakeups;
  long unparks;

  /**
   * Two facts in one word, so that a reader has them of one moment: whether the worker waits, in
   * the lowest bit, and above it the ns it has waited; while it waits, less the time at which it
   * began.
   */
  long waits;

  /** Read by the worker alone. */
  long pollsWhenResumed = -1;
}
