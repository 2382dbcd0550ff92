package dev.heddle.runtime.sync;

import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Waker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** What the two ends of a {@link Mpsc} channel share. */
final class Channel<T> {
  private static final VarHandle SENDERS;
  private static final VarHandle RECEIVER;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      SENDERS = lookup.findVarHandle(Channel.class, "senders", int.class);
      RECEIVER = lookup.findVarHandle(Channel.class, "receiver", Waker.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final MessageQueue<T> queue = new MessageQueue<>();

  /** The room in a bounded channel; null in one without bounds. */
  private final @Nullable Permits room;

  private int senders = 1;

  /** The waker of a receiver that waits: whoever takes it out wakes it. */
  @SuppressWarnings("UnusedVariable") // through RECEIVER
  private @Nullable Waker receiver;

  Channel(@Nullable Permits room) {
    this.room = room;
  }

  // ---- the senders' side ---------------------------------------------------------------------

  /**
   * Sends without asking for room.
   *
   * @return false if the channel is closed
   */
  boolean push(T message) {
    if (!queue.push(message)) {
      return false;
    }
    wakeReceiver();
    return true;
  }

  boolean isClosed() {
    return queue.hasEnded();
  }

  /** One sender more, made from an open one. */
  void addSender() {
    for (; ; ) {
      int count = (int) SENDERS.getOpaque(this);
      if (count == 0) {
        throw closedSender(); // by another thread, just now
      }
      if (SENDERS.compareAndSet(this, count, count + 1)) {
        return;
      }
    }
  }

  static IllegalStateException closedSender() {
    return new IllegalStateException("this sender was closed; each task has its own, from copy()");
  }

  /** One sender less: after the last one the channel is closed. */
  void removeSender() {
    if ((int) SENDERS.getAndAdd(this, -1) == 1) {
      close();
    }
  }

  /** From either side: nothing can be sent any more. */
  void close() {
    if (queue.end()) {
      if (room != null) {
        room.close();
      }
      wakeReceiver();
    }
  }

  private void wakeReceiver() {
    // A load first: while the receiver is busy nobody writes here, and senders share the line.
    if (RECEIVER.getVolatile(this) != null) {
      // An exchange, so that one of several senders wakes. Acquire: the waker's own fields.
      Waker waiting = (Waker) RECEIVER.getAndSet(this, null);
      if (waiting != null) {
        Waiter.wake(waiting);
      }
    }
  }

  // ---- the receiver's side -------------------------------------------------------------------

  /** {@link Poll#READY} once {@link #take} has a message, or never will; else wakes this waker. */
  Poll pollDecided(Waker waker) {
    if (!queue.isDecided()) {
      // First say so, then look again, both volatile: see MessageQueue for the other half.
      RECEIVER.setVolatile(this, waker);
      if (!queue.isDecided()) {
        return Poll.PENDING;
      }
      forgetReceiver();
    }
    return Poll.READY;
  }

  /** The receiver no longer waits. */
  void forgetReceiver() {
    RECEIVER.setOpaque(this, null); // at worst a sender has it already, and wakes once too often
  }

  /** Whether that waker is the receiver's, which waits. */
  @SuppressWarnings("ReferenceEquality") // the same waker, not an equal one
  boolean isAwaitedBy(Waker waker) {
    return RECEIVER.getVolatile(this) == waker;
  }

  @Nullable T take() {
    T message = queue.take();
    if (message != null && room != null) {
      room.give(1);
    }
    return message;
  }

  boolean isDrained() {
    return queue.isDrained();
  }
}
