package dev.heddle.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A parker without a driver, on {@link LockSupport}.
 *
 * <p>Its own word stands before LockSupport's permit: an unpark of a worker that is not parked, or
 * was unparked already, costs one atomic exchange and no system call.
 */
final class ThreadParker implements Parker {
  private static final int AWAKE = 0;
  private static final int PARKED = 1;
  private static final int NOTIFIED = 2;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(ThreadParker.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * The thread that parks, or parked last: a worker may move from thread to thread. Plain: written
   * before the exchange to PARKED, read after the one that found PARKED. If the parker has moved on
   * in between, the reader may unpark either of the two, and owes it to neither: the park it ended
   * is over.
   */
  private @Nullable Thread thread;

  @SuppressWarnings("UnusedVariable") // through STATE
  private int state;

  @Override
  public void park(long deadlineNanos) {
    thread = Thread.currentThread();
    if (!STATE.compareAndSet(this, AWAKE, PARKED)) {
      // Notified already. An exchange, so that it reads from the latest unpark and sees its writes.
      STATE.getAndSet(this, AWAKE);
      return;
    }
    while ((int) STATE.getVolatile(this) == PARKED) {
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
    STATE.getAndSet(this, AWAKE);
  }

  @Override
  public void unpark() {
    if ((int) STATE.getAndSet(this, NOTIFIED) == PARKED) {
      LockSupport.unpark(thread);
    }
  }
}
