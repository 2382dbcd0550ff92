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
  private static final VarHandle REQUEUES = handle("requeues");
  private static final VarHandle BUDGET_YIELDS = handle("budgetYields");
  private static final VarHandle SUSPENSIONS = handle("suspensions");
  private static final VarHandle FINISHED_AT_ONCE = handle("finishedAtOnce");
  private static final VarHandle KEPT = handle("kept");
  private static final VarHandle KEPT_FINISHED = handle("keptFinished");
  private static final VarHandle LOCAL_SCHEDULES = handle("localSchedules");
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

  // Where polls take nanoseconds, an addition to memory more is some per cent of them. So the polls
  // themselves are not counted, but the four ways in which they end; and the one of these that
  // costs
  // nothing else, the end of a task in its first poll, is what is left when the turn ends.

  /**
   * A poll ended with the task runnable again, and it is about to be queued.
   *
   * @return how many that makes; counted always, because samples are taken by it
   */
  long requeued() {
    long count = requeues + 1;
    REQUEUES.setOpaque(this, count);
    return count;
  }

  /** A poll ended with the task waiting. */
  void suspended() {
    if (Metrics.ON) {
      SUSPENSIONS.setOpaque(this, suspensions + 1);
    }
  }

  /** A task ended in its first poll, or was cancelled before it. For workers without turns. */
  void finishedAtOnce() {
    if (Metrics.ON) {
      FINISHED_AT_ONCE.setOpaque(this, finishedAtOnce + 1);
    }
  }

  /** A turn ended; with this, tasks that ended in their first poll are counted too. */
  void turned(int polls) {
    if (Metrics.ON) {
      pollsOfTurns += polls;
      FINISHED_AT_ONCE.setOpaque(this, pollsOfTurns - requeues - suspensions - keptFinished);
    }
  }

  /** A task's first poll ended without an end of the task. */
  void kept() {
    if (Metrics.ON) {
      KEPT.setOpaque(this, kept + 1);
    }
  }

  /** A task of which {@link #kept} was told, by whichever worker, ended. */
  void keptFinished() {
    if (Metrics.ON) {
      KEPT_FINISHED.setOpaque(this, keptFinished + 1);
    }
  }

  /** A poll ended because its budget was used up. */
  void budgetYield() {
    if (Metrics.ON) {
      BUDGET_YIELDS.setOpaque(this, budgetYields + 1);
    }
  }

  /** How many polls have ended, but for those of the present turn that ended tasks at once. */
  long pollsNow() {
    return (long) REQUEUES.getOpaque(this)
        + (long) SUSPENSIONS.getOpaque(this)
        + (long) FINISHED_AT_ONCE.getOpaque(this)
        + (long) KEPT_FINISHED.getOpaque(this);
  }

  long keptNow() {
    return (long) KEPT.getOpaque(this);
  }

  long keptFinishedNow() {
    return (long) KEPT_FINISHED.getOpaque(this);
  }

  /**
   * A task is about to be queued because this worker spawned or woke it.
   *
   * @return how many that makes; counted always, because samples are taken by it
   */
  long scheduledLocally() {
    long count = localSchedules + 1;
    LOCAL_SCHEDULES.setOpaque(this, count);
    return count;
  }

  /** The task that is about to be polled was queued by a thread that is no worker. */
  void scheduledRemotely() {
    REMOTE_SCHEDULES.setOpaque(this, remoteSchedules + 1);
  }

  /**
   * This worker takes a task out of its LIFO slot.
   *
   * @param soFar how many that makes; the policy's own count, which it needs anyway
   */
  public void lifoPolls(long soFar) {
    if (Metrics.ON) {
      LIFO_POLLS.setOpaque(this, soFar);
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
      if (pollsNow() == pollsWhenResumed) {
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
      pollsWhenResumed = pollsNow();
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
    long requeued = (long) REQUEUES.getOpaque(this);
    long atOnce = (long) FINISHED_AT_ONCE.getOpaque(this);
    long keptEnded = keptFinishedNow();
    return new RuntimeCounters(
        requeued + (long) SUSPENSIONS.getOpaque(this) + atOnce + keptEnded,
        requeued,
        (long) BUDGET_YIELDS.getOpaque(this),
        atOnce + keptNow(),
        atOnce + keptEnded,
        (long) LOCAL_SCHEDULES.getOpaque(this),
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

  long requeues;
  long suspensions;
  long finishedAtOnce;
  long kept;
  long keptFinished;
  long budgetYields;
  long localSchedules;
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

  // Read by the worker alone.
  long pollsWhenResumed = -1;
  long pollsOfTurns;
}
