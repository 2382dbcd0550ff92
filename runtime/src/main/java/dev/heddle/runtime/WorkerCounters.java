package dev.heddle.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What one worker did so far. Written by that worker alone, with opaque stores, which cost what a
 * plain store does; read by any thread at any time. A reader sees each counter whole and growing,
 * but not all of them at one instant.
 */
public final class WorkerCounters extends WorkerCountersFields {
  private static final VarHandle POLLS = handle("polls");
  private static final VarHandle REQUEUES = handle("requeues");
  private static final VarHandle PARKS = handle("parks");
  private static final VarHandle UNPARKS = handle("unparks");
  private static final VarHandle STEAL_OPERATIONS = handle("stealOperations");
  private static final VarHandle STEALS = handle("steals");
  private static final VarHandle OVERFLOWS = handle("overflows");
  private static final VarHandle BUDGET_YIELDS = handle("budgetYields");

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
    POLLS.setOpaque(this, polls + 1);
  }

  void requeued() {
    REQUEUES.setOpaque(this, requeues + 1);
  }

  /** A poll ended because its budget was used up. */
  void budgetYield() {
    BUDGET_YIELDS.setOpaque(this, budgetYields + 1);
  }

  /** The worker is about to wait because it found nothing to do. */
  public void parked() {
    PARKS.setOpaque(this, parks + 1);
  }

  /** This worker ended another worker's wait. */
  public void unparked() {
    UNPARKS.setOpaque(this, unparks + 1);
  }

  /**
   * This worker took tasks out of another worker's queue in one operation.
   *
   * @param tasks how many, at least 1
   */
  public void stole(int tasks) {
    STEAL_OPERATIONS.setOpaque(this, stealOperations + 1);
    STEALS.setOpaque(this, steals + tasks);
  }

  /**
   * This worker's own queue was full, so tasks went elsewhere.
   *
   * @param tasks how many, at least 1
   */
  public void overflowed(int tasks) {
    OVERFLOWS.setOpaque(this, overflows + tasks);
  }

  /** The present values. */
  public RuntimeCounters snapshot() {
    return new RuntimeCounters(
        (long) POLLS.getOpaque(this),
        (long) REQUEUES.getOpaque(this),
        (long) PARKS.getOpaque(this),
        (long) UNPARKS.getOpaque(this),
        (long) STEAL_OPERATIONS.getOpaque(this),
        (long) STEALS.getOpaque(this),
        (long) OVERFLOWS.getOpaque(this),
        (long) BUDGET_YIELDS.getOpaque(this));
  }
}

/** In front of the counters: superclass fields are laid out first. */
class WorkerCountersPad {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** The counters themselves, between two paddings. */
class WorkerCountersFields extends WorkerCountersPad {
  long polls;
  long requeues;
  long parks;
  long unparks;
  long stealOperations;
  long steals;
  long overflows;
  long budgetYields;
}
