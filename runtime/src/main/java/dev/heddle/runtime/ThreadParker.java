package dev.heddle.runtime;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A parker without a driver, on {@link LockSupport}.
 *
 * <p>Its {@link WaitState} stands before LockSupport's permit: an unpark of a worker that is not
 * parked, or was unparked already, makes no system call.
 */
public final class ThreadParker implements Parker {
  private final WaitState state = new WaitState();

  /**
   * The thread that parks, or parked last: a worker may move from thread to thread. Plain: written
   * before the state says that it waits, read after a look that found so. If the parker has moved
   * on in between, the reader may unpark either of the two, and owes it to neither: the park it
   * ended is over.
   */
  private @Nullable Thread thread;

  /** Of whichever thread parks there. */
  public ThreadParker() {}

  @Override
  public void park(long deadlineNanos) {
    thread = Thread.currentThread();
    if (!state.begin()) {
      return;
    }
    while (state.isWaiting()) {
      if (deadlineNanos == NEVER) {
        LockSupport.park(this);
      } else {
        long nanos = deadlineNanos - System.nanoTime();
        if (nanos <= 0) {
          break;
        }
        LockSupport.parkNanos(this, nanos);
      }
      // A worker owns its thread, so an interrupt has no addressee; left set it would make park
      // spin.
      Thread.interrupted();
    }
    state.end();
  }

  @Override
  public void unpark() {
    if (state.tell()) {
      LockSupport.unpark(thread);
    }
  }
}
