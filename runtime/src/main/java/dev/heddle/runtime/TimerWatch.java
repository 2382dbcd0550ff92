package dev.heddle.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One thread's watch over the {@link QueueTimers}: fires what is due, and says how long that thread
 * may wait. All methods but {@link #unpark} are called by that thread alone.
 */
final class TimerWatch {
  private final QueueTimers timers;
  private final int index;
  private final Runnable unpark;

  /** Whom to wake; empty between two calls. Wakers, because an entry may be armed anew at once. */
  private final List<Waker> due = new ArrayList<>();

  /** The one for whom the list had no room. */
  private @Nullable Waker unlisted;

  /** Once and for all, so that firing allocates nothing. */
  private final Consumer<TimerEntry> taker = this::take;

  /** Until when the thread waits, or {@link Parker#NEVER}. Guarded by the timers' lock. */
  long waitsUntilNanos = Parker.NEVER;

  /** Whether the thread has waited, or said it would, and not taken leave since. */
  private boolean waits;

  TimerWatch(QueueTimers timers, int index, Runnable unpark) {
    this.timers = timers;
    this.index = index;
    this.unpark = unpark;
  }

  /** Its place in the order of the watches, from 0. */
  int index() {
    return index;
  }

  /**
   * Wakes whoever waits for a deadline that has come. Not between {@link
   * dev.heddle.runtime.spi.WorkerPolicy#sleep} and {@code awake}: a worker that is announced as
   * parked might choose itself as the one to be unparked for the woken task.
   */
  void fireDue() {
    if (timers.due()) {
      try {
        timers.takeDue(taker);
      } finally {
        wakeAll(); // also if it threw: whoever was taken out is in no queue any more
      }
    }
  }

  private void wakeAll() {
    for (int i = 0; i < due.size(); i++) {
      due.get(i).wake();
    }
    due.clear();
    Waker last = unlisted;
    if (last != null) {
      unlisted = null;
      last.wake();
    }
  }

  /** Under the lock. If there is no memory, it throws, and the queue gives no more. */
  private void take(TimerEntry entry) {
    Waker waker = entry.fire();
    if (waker != null) {
      unlisted = waker;
      due.add(waker);
      unlisted = null;
    }
  }

  /**
   * The thread is about to wait. Returns until when at most in real time, or {@link Parker#NEVER}.
   */
  long waitUntil() {
    waits = true;
    return timers.clock().parkDeadline(timers.wait(this), this);
  }

  /** The thread is about to run tasks, and answers for no timer meanwhile. */
  void leave() {
    if (waits) {
      waits = false;
      timers.leave(this);
    }
  }

  void unpark() {
    unpark.run();
  }
}
