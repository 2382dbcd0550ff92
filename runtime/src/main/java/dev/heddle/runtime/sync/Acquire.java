package dev.heddle.runtime.sync;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import org.jspecify.annotations.Nullable;

/**
 * Waits for permits. It enters the queue at its first poll, not before.
 *
 * <p>Once ready it holds them, until its value is taken, which passes them on to whoever has the
 * value, or it is closed, which gives them back. Closed before that, it leaves the queue, and what
 * it was handed since its last poll goes to the next.
 */
abstract class Acquire<T extends @Nullable Object> extends Waiter<Acquire<?>> implements Future<T> {
  private enum Step {
    NEW,
    QUEUED,
    HOLDS,
    REFUSED,
    PASSED_ON,
    CLOSED
  }

  final int wanted;

  /** How many it has not been handed yet; under the permits' lock, while it waits. */
  int missing;

  private final Permits permits;
  private Step step = Step.NEW;

  Acquire(Permits permits, int wanted) {
    this.permits = permits;
    this.wanted = wanted;
  }

  @Override
  public Poll poll(Context context) {
    return switch (step) {
      case NEW -> begin(context);
      case QUEUED -> {
        if (keepsWaiting(permits.lock(), context.waker()) || !context.takeBudget()) {
          yield Poll.PENDING;
        }
        step = outcome() == Permits.GRANTED ? Step.HOLDS : Step.REFUSED;
        yield Poll.READY;
      }
      default -> throw new IllegalStateException("polled again after it was ready or closed");
    };
  }

  private Poll begin(Context context) {
    boolean paid = false;
    for (; ; ) {
      if (!permits.isDecided(wanted)) {
        if (permits.enter(this, context.waker())) {
          step = Step.QUEUED;
          return Poll.PENDING;
        }
      } else if (!paid && !context.takeBudget()) {
        return Poll.PENDING;
      } else {
        paid = true;
        if (permits.tryTake(wanted)) {
          step = Step.HOLDS;
          return Poll.READY;
        }
        if (permits.isClosed()) {
          step = Step.REFUSED;
          return Poll.READY;
        }
      }
    }
  }

  @Override
  final @Nullable String waitingFor() {
    return step == Step.QUEUED ? what() : null;
  }

  /** What the permits stand for. */
  abstract String what();

  /** After {@link Poll#READY}: whether there will never be permits for it. */
  final boolean isRefused() {
    return step == Step.REFUSED;
  }

  /**
   * The permits are the caller's from now on, and closing this future no longer gives them back.
   *
   * @throws IllegalStateException if there are none
   */
  final void passOn() {
    if (step != Step.HOLDS) {
      throw new IllegalStateException("nothing was acquired");
    }
    step = Step.PASSED_ON;
  }

  @Override
  public void close() {
    Step was = step;
    if (was != Step.PASSED_ON) {
      step = Step.CLOSED;
    }
    if (was == Step.QUEUED) {
      permits.leave(this);
    } else if (was == Step.HOLDS) {
      permits.give(wanted);
    }
  }
}
