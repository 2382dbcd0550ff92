package dev.heddle.runtime.sync;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Waker;
import org.jspecify.annotations.Nullable;

/**
 * Tells waiting tasks that something has happened, and nothing else: what it is they look up
 * themselves.
 *
 * <p>{@link #notifyOne} wakes the one that waits longest. If none waits it leaves one permit, and
 * no more than one, for the next that comes: so a task that looks, finds nothing and then waits
 * misses nothing in between. {@link #notifyWaiters} wakes all whose future was made before, and
 * leaves no permit.
 *
 * <p>Thread-safe, for tasks of any runtimes and for plain threads; every call takes O(1) under a
 * short lock, and O(waiters) to wake them all. After Tokio's {@code Notify}.
 */
public final class Notify {
  /** What waiters are settled with. */
  private static final int BY_ONE = 1;

  private static final int BY_ALL = 2;

  /** Also the lock that guards everything here. */
  private final WaitList<Notified> waiting = new WaitList<>();

  // Written under the lock; volatile for the looks without it. There is no permit while one waits.
  private volatile boolean permit;
  private volatile int broadcasts;

  /** Wakes one, in the order of their first polls; or leaves the permit. */
  public void notifyOne() {
    Notified first;
    synchronized (waiting) {
      first = waiting.first();
      if (first == null) {
        permit = true;
      } else {
        waiting.remove(first);
        first.settle(BY_ONE);
      }
    }
    Waiter.wakeAll(first);
  }

  /** Wakes all that wait now, and makes those ready that were made and not yet polled. */
  public void notifyWaiters() {
    Notified all;
    synchronized (waiting) {
      broadcasts = broadcasts + 1; // one writer at a time
      for (Notified at = waiting.first(); at != null; at = at.next) {
        at.settle(BY_ALL);
      }
      all = waiting.removeAll();
    }
    Waiter.wakeAll(all);
  }

  /**
   * Waits for a notification. It counts for {@link #notifyWaiters} from now on, and enters the
   * queue for {@link #notifyOne} at its first poll.
   *
   * <p>Its notification is used up when it is ready. A future that is closed before that, though
   * {@link #notifyOne} chose it, passes the notification on.
   */
  public Future<@Nullable Void> notified() {
    return new Notified(this, broadcasts);
  }

  private boolean isDecided(int broadcastsSeen) {
    return broadcasts != broadcastsSeen || permit;
  }

  /** Takes a notification that is there. */
  private boolean tryTake(int broadcastsSeen) {
    synchronized (waiting) {
      if (broadcasts != broadcastsSeen) {
        return true; // it was among the waiters; the permit is for another
      }
      boolean was = permit;
      permit = false;
      return was;
    }
  }

  /** Enters one that must wait. */
  private boolean enter(Notified waiter, Waker waker) {
    synchronized (waiting) {
      if (isDecided(waiter.broadcastsSeen)) {
        return false;
      }
      waiter.waker = waker;
      waiting.append(waiter);
      return true;
    }
  }

  private void leave(Notified waiter) {
    synchronized (waiting) {
      if (waiter.isWaiting()) {
        waiting.remove(waiter);
        return;
      }
    }
    if (waiter.outcome() == BY_ONE) {
      notifyOne();
    }
  }

  private static final class Notified extends Waiter<Notified> implements Future<@Nullable Void> {
    private enum Step {
      NEW,
      QUEUED,
      NOTIFIED,
      CLOSED
    }

    private final Notify notify;
    private final int broadcastsSeen;
    private Step step = Step.NEW;

    Notified(Notify notify, int broadcastsSeen) {
      this.notify = notify;
      this.broadcastsSeen = broadcastsSeen;
    }

    @Override
    @Nullable String waitingFor() {
      return step == Step.QUEUED ? "notification" : null;
    }

    @Override
    public Poll poll(Context context) {
      return switch (step) {
        case NEW -> begin(context);
        case QUEUED -> {
          if (keepsWaiting(notify.waiting, context.waker()) || !context.takeBudget()) {
            yield Poll.PENDING;
          }
          step = Step.NOTIFIED;
          yield Poll.READY;
        }
        default -> throw new IllegalStateException("polled again after it was ready or closed");
      };
    }

    private Poll begin(Context context) {
      boolean paid = false;
      for (; ; ) {
        if (!notify.isDecided(broadcastsSeen)) {
          if (notify.enter(this, context.waker())) {
            step = Step.QUEUED;
            return Poll.PENDING;
          }
        } else if (!paid && !context.takeBudget()) {
          return Poll.PENDING;
        } else {
          paid = true;
          if (notify.tryTake(broadcastsSeen)) {
            step = Step.NOTIFIED;
            return Poll.READY;
          }
        }
      }
    }

    @Override
    public @Nullable Void value() {
      if (step != Step.NOTIFIED) {
        throw new IllegalStateException("not notified yet");
      }
      return null;
    }

    @Override
    public void close() {
      Step was = step;
      if (was != Step.NOTIFIED) {
        step = Step.CLOSED;
      }
      if (was == Step.QUEUED) {
        notify.leave(this);
      }
    }
  }
}
