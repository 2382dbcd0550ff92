package dev.heddle.runtime.sync;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Waker;
import dev.heddle.runtime.observe.WaitsFor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A channel for one value: any thread {@linkplain #send sends} it once, one task receives it by
 * polling. One object is both ends.
 *
 * <p>Thread-safe between sender and receiver; both sides are wait-free and allocate nothing.
 *
 * @param <T> the type of the value
 */
public final class Oneshot<T extends @Nullable Object> implements Future<T>, WaitsFor {
  private static final int EMPTY = 0;
  private static final int WAITING = 1;
  private static final int SENT = 2;
  private static final int SENDER_CLOSED = 3;
  private static final int RECEIVER_CLOSED = 4;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Oneshot.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private int state = EMPTY;
  private @Nullable Waker waker;
  private @Nullable T value;

  /**
   * Sends the value and wakes the receiver.
   *
   * @return false if the receiver was closed: nobody will have the value
   * @throws IllegalStateException if a value was sent, or the sender closed, before
   */
  public boolean send(T sent) {
    int s = (int) STATE.getAcquire(this);
    if (s == SENT || s == SENDER_CLOSED) {
      throw new IllegalStateException("a oneshot sends once");
    }
    value = sent;
    return settle(SENT);
  }

  /** Gives up sending: the receiver's poll fails with {@link OneshotClosedException}. */
  public void closeSender() {
    settle(SENDER_CLOSED);
  }

  private boolean settle(int to) {
    for (; ; ) {
      int s = (int) STATE.getAcquire(this);
      if (s == SENT || s == SENDER_CLOSED) {
        return false;
      }
      if (s == RECEIVER_CLOSED) {
        value = null;
        return false;
      }
      // Full RMW: publishes the value, and makes the waker stored before WAITING visible. From here
      // on the receiver leaves the waker alone, so it is read now and not earlier.
      if (STATE.compareAndSet(this, s, to)) {
        Waker waiting = waker;
        if (s == WAITING && waiting != null) {
          Waiter.wake(waiting);
        }
        return true;
      }
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the same waker, not an equal one
  public Poll poll(Context context) {
    Waker mine = context.waker();
    for (; ; ) {
      int s = (int) STATE.getAcquire(this);
      switch (s) {
        case SENT -> {
          return context.takeBudget() ? Poll.READY : Poll.PENDING;
        }
        case SENDER_CLOSED -> throw new OneshotClosedException();
        case RECEIVER_CLOSED -> throw new IllegalStateException("the receiver was closed");
        case WAITING -> {
          // Only the receiver writes the waker, so it may read it; to change it, it takes the state
          // back first, so that a sender never reads a waker that is being changed.
          if (waker == mine) {
            return Poll.PENDING;
          }
          STATE.compareAndSet(this, WAITING, EMPTY);
        }
        default -> {
          waker = mine;
          // Release: the sender that sees WAITING sees the waker.
          if (STATE.compareAndSet(this, EMPTY, WAITING)) {
            return Poll.PENDING;
          }
        }
      }
    }
  }

  @Override
  @SuppressWarnings("NullAway") // after SENT the value is a T, or the only null a T allows
  public T value() {
    if ((int) STATE.getAcquire(this) != SENT) {
      throw new IllegalStateException("nothing was received");
    }
    return value;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the same waker, not an equal one
  public @Nullable String waitsFor(Waker asked) {
    return (int) STATE.getAcquire(this) == WAITING && waker == asked ? "oneshot" : null;
  }

  /** Gives up receiving: a later {@link #send} returns false. */
  @Override
  public void close() {
    int s = (int) STATE.getAcquire(this);
    while (s == EMPTY || s == WAITING) {
      s = (int) STATE.compareAndExchange(this, s, RECEIVER_CLOSED);
    }
  }
}
