package dev.heddle.runtime.sync;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Waker;
import org.jspecify.annotations.Nullable;

/**
 * Holds tasks until a fixed number of them has arrived, then lets them all go and begins anew. The
 * last to arrive is the leader of its round.
 *
 * <p>Thread-safe, for tasks of any runtimes. Arriving is O(1) under a short lock; the last one
 * wakes the others, after the lock. After Tokio's {@code Barrier}, except that a task that gives up
 * waiting takes its arrival back.
 */
public final class Barrier {
  private static final int RELEASED = 1;

  private final int parties;

  /** Also the lock that guards everything here. */
  private final WaitList<Arrival> waiting = new WaitList<>();

  /** The length of the list; volatile for the looks without the lock. */
  private volatile int arrived;

  /**
   * @param parties how many must arrive, 1 or more
   * @throws IllegalArgumentException if it is less
   */
  public Barrier(int parties) {
    if (parties < 1) {
      throw new IllegalArgumentException("a barrier is for 1 task or more, not " + parties);
    }
    this.parties = parties;
  }

  /**
   * Arrives at the first poll, and is ready once all have arrived. The value tells whether this one
   * is the leader: true for one of the round, false for the others.
   *
   * <p>A future that is closed while it waits has not arrived; closed after the last one arrived,
   * it has. A round whose leader is closed before its value was taken has no other leader.
   */
  public Future<Boolean> await() {
    return new Arrival(this);
  }

  private boolean isLastMissing() {
    return arrived == parties - 1;
  }

  /**
   * Arrives, unless that would complete the round, and waits.
   *
   * @return false if it is the last one missing
   */
  private boolean enter(Arrival arrival, Waker waker) {
    synchronized (waiting) {
      if (isLastMissing()) {
        return false;
      }
      arrived = arrived + 1; // one writer at a time
      arrival.waker = waker;
      waiting.append(arrival);
      return true;
    }
  }

  /** Arrives as the last and releases all, if that is so. */
  private boolean tryComplete() {
    Arrival all;
    synchronized (waiting) {
      if (!isLastMissing()) {
        return false;
      }
      for (Arrival at = waiting.first(); at != null; at = at.next) {
        at.settle(RELEASED);
      }
      all = waiting.removeAll();
      arrived = 0;
    }
    Waiter.wakeAll(all);
    return true;
  }

  private void leave(Arrival arrival) {
    synchronized (waiting) {
      if (arrival.isWaiting()) {
        waiting.remove(arrival);
        arrived = arrived - 1;
      }
    }
  }

  private static final class Arrival extends Waiter<Arrival> implements Future<Boolean> {
    private enum Step {
      NEW,
      QUEUED,
      RELEASED,
      LEADER,
      CLOSED
    }

    private final Barrier barrier;
    private Step step = Step.NEW;

    Arrival(Barrier barrier) {
      this.barrier = barrier;
    }

    @Override
    @Nullable String waitingFor() {
      return step == Step.QUEUED
          ? "barrier, %d of %d arrived".formatted(barrier.arrived, barrier.parties)
          : null;
    }

    @Override
    public Poll poll(Context context) {
      return switch (step) {
        case NEW -> begin(context);
        case QUEUED -> {
          if (keepsWaiting(barrier.waiting, context.waker()) || !context.takeBudget()) {
            yield Poll.PENDING;
          }
          step = Step.RELEASED;
          yield Poll.READY;
        }
        default -> throw new IllegalStateException("polled again after it was ready or closed");
      };
    }

    private Poll begin(Context context) {
      boolean paid = false;
      for (; ; ) {
        if (!barrier.isLastMissing()) {
          if (barrier.enter(this, context.waker())) {
            step = Step.QUEUED;
            return Poll.PENDING;
          }
        } else if (!paid && !context.takeBudget()) {
          return Poll.PENDING;
        } else {
          paid = true;
          if (barrier.tryComplete()) {
            step = Step.LEADER;
            return Poll.READY;
          }
        }
      }
    }

    @Override
    public Boolean value() {
      if (step != Step.RELEASED && step != Step.LEADER) {
        throw new IllegalStateException("not all have arrived yet");
      }
      return step == Step.LEADER;
    }

    @Override
    public void close() {
      Step was = step;
      if (was == Step.NEW || was == Step.QUEUED) {
        step = Step.CLOSED;
      }
      if (was == Step.QUEUED) {
        barrier.leave(this);
      }
    }
  }
}
