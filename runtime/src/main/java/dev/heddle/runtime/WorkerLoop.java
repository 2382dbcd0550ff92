package dev.heddle.runtime;

import dev.heddle.runtime.spi.WorkerPolicy;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The one loop that runs every policy, cut into turns, so that threads drive it for measuring and a
 * test may drive it step by step. It knows its worker, its side of the policy, its parker and its
 * watch over the timers; who drives, and whose time the clock shows, it does not know.
 *
 * <p>Driven by one thread at a time.
 */
final class WorkerLoop {
  /** A turn shorter than this is quick: 61 polls of 0.3 us. */
  private static final long QUICK_TURN_NANOS = 20_000;

  private static final int UNMEASURED_TURNS = 6;

  private final Worker worker;
  private final WorkerPolicy policy;
  private final Parker parker;
  private final @Nullable TimerWatch timers;
  private final LongSupplier clock;
  private final int ticksPerTurn;
  private final BooleanSupplier stopping;
  private final BiConsumer<Throwable, @Nullable Task<?>> failure;

  /** Whether the last turn ended with a look around, so that only a search came after it. */
  private boolean lookedJustNow;

  /** When the last full turn ended, if nothing but polling happened since; else 0. */
  private long turnEndNanos;

  /** How many full turns go by without a look at the clock. */
  private int turnsUnmeasured;

  /** When the worker came back from parking last, and how often it has polled since. */
  private long busySinceNanos;

  private long busyPolls;

  /**
   * @param timers null if the runtime has none
   * @param clock nanoseconds, as {@link System#nanoTime}
   * @param ticksPerTurn how many polls there are at most between two looks at the driver
   * @param stopping whether to end once there is nothing left to do
   * @param failure told of an error that is no task's, and of the task in hand, which the policy
   *     may hold as well if it threw after queueing it; null if there is none
   */
  WorkerLoop(
      Worker worker,
      WorkerPolicy policy,
      Parker parker,
      @Nullable TimerWatch timers,
      LongSupplier clock,
      int ticksPerTurn,
      BooleanSupplier stopping,
      BiConsumer<Throwable, @Nullable Task<?>> failure) {
    this.worker = worker;
    this.policy = policy;
    this.parker = parker;
    this.timers = timers;
    this.clock = clock;
    this.ticksPerTurn = ticksPerTurn;
    this.stopping = stopping;
    this.failure = failure;
    busySinceNanos = clock.getAsLong();
  }

  /**
   * One turn: polls tasks until there are none at hand, a full turn's ticks at most, and looks at
   * the driver and the timers. If there is nothing at all, not even after a search, parks.
   *
   * @return false once there is nothing left and the runtime is stopping, or after a failure, or if
   *     a poll blocked in place and another thread goes on
   */
  boolean turn() {
    // Locals, because what is read from a field between two volatile accesses is read again.
    Worker worker = this.worker;
    WorkerPolicy policy = this.policy;
    short turn = worker.beginTurn();
    int ticks = 0;
    Task<?> task = null;
    try {
      task = policy.take();
      if (task == null) {
        task = policy.search();
        if (task == null) {
          return idle();
        }
      }
      if (timers != null) {
        timers.leave();
      }
      do {
        ticks++;
        if (task.yieldedInTurn == turn) {
          // It yielded, and everything in front of it had its turn since: now the driver has its
          // own, so that tasks which only yield never keep the driver waiting.
          lookAround();
          turn = worker.beginTurn();
        }
        boolean again = worker.runInTurn(task);
        if (worker.wantsAttention()) {
          worker.chargeTicks(task);
          if (worker.coreLost()) {
            // The poll blocked in place, and another thread has the policy's side, the parker and
            // the timers now: this one touches nothing of them any more.
            if (again) {
              worker.stampAgain(task);
              task.runtime().scheduleAgain(task);
            }
            worker.counters().turned(ticks);
            return false;
          }
        }
        if (again) {
          worker.stampAgain(task);
          policy.requeue(task);
        }
        task = null;
      } while (ticks < ticksPerTurn && (task = policy.take()) != null);
      worker.counters().turned(ticks);
      lookAround();
      lookedJustNow = true;
    } catch (Throwable thrown) {
      // Not a task's exception, which ends in its handle, but the policy's, the driver's or ours.
      failure.accept(thrown, task);
      return false;
    }
    busyPolls += ticks;
    measure(ticks);
    return true;
  }

  /**
   * Tells the policy the mean poll time of full turns. While polls are short, a look at the clock
   * after every turn would be some per cent of all time and change nothing, so most turns go by
   * unmeasured.
   */
  private void measure(int ticks) {
    if (ticks < ticksPerTurn) {
      turnEndNanos = 0;
      return;
    }
    if (turnsUnmeasured > 0) {
      turnsUnmeasured--;
      return;
    }
    long now = clock.getAsLong();
    if (turnEndNanos != 0) {
      long turnNanos = now - turnEndNanos;
      policy.tune(turnNanos / ticks);
      if (turnNanos < QUICK_TURN_NANOS) {
        turnsUnmeasured = UNMEASURED_TURNS;
        now = 0; // the next turn to be measured needs a beginning of its own
      }
    }
    turnEndNanos = now;
  }

  /**
   * As {@link #measure}, where there never is a full turn: over the time from one park to the next,
   * the search before it included.
   */
  private void measureBusy(long now) {
    if (busyPolls > 0 && busyPolls < ticksPerTurn) {
      policy.tune((now - busySinceNanos) / busyPolls);
    }
  }

  /** The driver's turn, and the timers'. What they wake is queued on this worker. */
  private void lookAround() {
    worker.lookingAround(true);
    parker.poll();
    if (timers != null) {
      timers.fireDue();
    }
    worker.lookingAround(false);
  }

  /** The timers' turn alone. */
  private void fireTimers() {
    if (timers != null) {
      worker.lookingAround(true);
      timers.fireDue();
      worker.lookingAround(false);
    }
  }

  /** The first deadline of the timers that this worker waits for, or the end of its nap. */
  private long parkUntil(long now) {
    long deadline = timers == null ? Parker.NEVER : timers.waitUntil();
    long nap = policy.napNanos();
    if (nap == Parker.NEVER) {
      return deadline;
    }
    long until = now + nap;
    return deadline == Parker.NEVER || until - deadline < 0 ? until : deadline;
  }

  private boolean idle() {
    turnEndNanos = 0;
    // Before the policy is asked for leave to park: then it sees what was woken, wherever that is.
    // At the driver once only, since a look may be a system call; what comes after it ends the wait
    // at once.
    if (lookedJustNow) {
      fireTimers();
    } else {
      lookAround();
    }
    lookedJustNow = false;
    if (stopping.getAsBoolean()) {
      return false;
    }
    if (policy.sleep()) {
      long now = clock.getAsLong();
      measureBusy(now);
      worker.live().tidy(now);
      worker.counters().parked(now);
      ParkEvent event = ParkEvent.started();
      worker.lookingAround(true);
      parker.park(parkUntil(now));
      worker.lookingAround(false);
      if (event != null) {
        event.commit();
      }
      busySinceNanos = clock.getAsLong();
      busyPolls = 0;
      worker.counters().resumed(busySinceNanos);
      policy.awake();
      // Now, and not before: what it wakes may be given to this worker, which must not count as
      // parked then. And before a search, which would find nothing.
      lookAround();
      lookedJustNow = true;
    }
    return true;
  }
}
