package dev.heddle.runtime;

import dev.heddle.runtime.observe.TaskDump;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The life of a {@link Task} in one {@code int}:
 *
 * <pre>
 *   SCHEDULED  the scheduler holds the task: it is in a queue, or is being polled
 *   NOTIFIED   it was woken while held, so one more poll is due
 *   COMPLETE   finished: value, failure or cancellation stand in the result; nothing follows
 *   CANCELLED  an abort was asked for; acts when the task is taken or suspends, READY wins
 *   DETACHED   nobody will read the result
 * </pre>
 *
 * <p>A wake-up of a waiting task sets SCHEDULED and queues it; in any other state it sets a bit at
 * most, so a task is never in two queues. Taking a task out of a queue and polling it writes no
 * state at all unless it was woken meanwhile, and a yield writes none either: a yielding task
 * simply stays SCHEDULED. (Runtimes that keep "queued" and "running" as two states pay one atomic
 * read-modify-write more per poll.) The state machine follows the task state word of Tokio.
 *
 * <p>The poller's steps, from {@link #takeWakeUps} to {@link #complete}, are for whoever holds the
 * task; all others are for any thread. A superclass, so that the state lies in the task itself.
 */
abstract class TaskState {
  private static final int SCHEDULED = 1;
  private static final int NOTIFIED = 1 << 1;
  private static final int COMPLETE = 1 << 2;
  private static final int CANCELLED = 1 << 3;
  private static final int DETACHED = 1 << 4;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(TaskState.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("UnusedVariable") // through STATE
  private int state = SCHEDULED;

  /** What an abort came upon. */
  enum Abort {
    /** The caller queues the task. */
    OF_A_WAITING_TASK,
    /** Whoever holds the task will see it. */
    OF_A_HELD_TASK,
    /** The task had finished. */
    TOO_LATE
  }

  /** The present bits. Acquire: who sees a bit sees what was written before it was set. */
  final int state() {
    return (int) STATE.getAcquire(this);
  }

  static boolean isFinished(int state) {
    return (state & COMPLETE) != 0;
  }

  static boolean isAborting(int state) {
    return (state & CANCELLED) != 0;
  }

  static boolean isDetached(int state) {
    return (state & DETACHED) != 0;
  }

  /** Whether there is more to do about a task taken out of a queue than to poll it. */
  static boolean isOutOfTheOrdinary(int state) {
    return (state & (NOTIFIED | CANCELLED | COMPLETE)) != 0;
  }

  // ---- the poller's steps --------------------------------------------------------------------

  /** The poll that follows is the one which earlier wake-ups asked for. */
  final void takeWakeUps() {
    // An RMW, so that it reads the latest wake-up of a chain and with it what that waker wrote.
    STATE.getAndBitwiseAnd(this, ~NOTIFIED);
  }

  /**
   * A poll ended and the task waits. From here on it is no longer the poller's.
   *
   * @return false if it was woken or aborted meanwhile: then it is the poller's still
   */
  final boolean tryWait() {
    for (; ; ) {
      int s = (int) STATE.getOpaque(this);
      if ((s & (NOTIFIED | CANCELLED)) != 0) {
        return false;
      }
      // Release, as part of the CAS: publishes the future's fields to the next poller.
      if (STATE.compareAndSet(this, s, s & ~SCHEDULED)) {
        return true;
      }
    }
  }

  /**
   * The task has finished, and its result is written.
   *
   * @return whether nobody will read the result
   */
  final boolean complete() {
    // One add turns SCHEDULED into COMPLETE, leaving the other bits. Being a full RMW it publishes
    // the result, and orders itself before a look at the joiners: see Task.registerJoiner for the
    // other half.
    return isDetached((int) STATE.getAndAdd(this, COMPLETE - SCHEDULED));
  }

  // ---- everybody's ---------------------------------------------------------------------------

  /** Returns whether the caller must queue the task. */
  final boolean wakeUp() {
    for (; ; ) {
      int s = (int) STATE.getOpaque(this);
      if (isFinished(s)) {
        return false;
      }
      if ((s & SCHEDULED) == 0) {
        if (STATE.compareAndSet(this, s, s | SCHEDULED)) {
          return true;
        }
      } else if (STATE.compareAndSet(this, s, s | NOTIFIED)) {
        // An RMW even when NOTIFIED was set already: it joins the release sequence, so that the
        // coming poll sees what this waker wrote too.
        return false;
      }
    }
  }

  final Abort requestAbort() {
    for (; ; ) {
      int s = (int) STATE.getOpaque(this);
      if (isFinished(s)) {
        return Abort.TOO_LATE;
      }
      if (STATE.compareAndSet(this, s, s | CANCELLED | SCHEDULED)) {
        return (s & SCHEDULED) == 0 ? Abort.OF_A_WAITING_TASK : Abort.OF_A_HELD_TASK;
      }
    }
  }

  /** Returns whether the task had finished: then the caller drops the result. */
  final boolean noteDetached() {
    return isFinished((int) STATE.getAndBitwiseOr(this, DETACHED));
  }

  /** Where the task stands. For whoever looks on: maybe a moment old. */
  final TaskDump.State stateNow() {
    int s = (int) STATE.getOpaque(this);
    if (isFinished(s)) {
      return TaskDump.State.FINISHED;
    }
    if (isAborting(s)) {
      return TaskDump.State.ABORTING;
    }
    if ((s & SCHEDULED) == 0) {
      return TaskDump.State.WAITING;
    }
    return (s & NOTIFIED) == 0 ? TaskDump.State.RUNNABLE : TaskDump.State.WOKEN;
  }
}
