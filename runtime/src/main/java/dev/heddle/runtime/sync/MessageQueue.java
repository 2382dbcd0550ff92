package dev.heddle.runtime.sync;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a channel: an unbounded queue for many producers and one consumer, which ends.
 *
 * <p>A linked list after Vyukov's MPSC queue: a producer makes its node the last one and then links
 * it to the one before. Where that queue exchanges the last node, this one compares and sets, so
 * that the end of the channel can be a node too, the one nothing is put behind. Hence a push either
 * comes before the end, and is received, or is refused, with no moment in between.
 *
 * <p>Pushing is lock-free and allocates one node; taking is wait-free and allocates nothing.
 * Between the two steps of a producer, its message and those behind it are not to be seen yet.
 */
final class MessageQueue<T> extends MessageQueuePad<T> {
  private static final VarHandle LAST;
  private static final VarHandle NEXT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      LAST = lookup.findVarHandle(MessageQueueLast.class, "last", Node.class);
      NEXT = lookup.findVarHandle(Node.class, "next", Node.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static final class Node<T> {
    @Nullable T message;

    @SuppressWarnings("UnusedVariable") // through NEXT
    private @Nullable Node<T> next;

    Node(@Nullable T message) {
      this.message = message;
    }
  }

  private final Node<T> end = new Node<>(null);

  /** The consumer's: the node taken last, so that there always is one. */
  private Node<T> taken;

  MessageQueue() {
    super(new Node<>(null));
    taken = last;
  }

  /**
   * Puts a message behind the others. Any thread.
   *
   * @return false if the queue has ended, and the message is not in it
   */
  boolean push(T message) {
    return append(new Node<>(message));
  }

  /**
   * Nothing is put in any more. Any thread.
   *
   * @return false if it had ended before
   */
  boolean end() {
    return append(end);
  }

  @SuppressWarnings({"unchecked", "ReferenceEquality"}) // there is one end
  private boolean append(Node<T> node) {
    for (; ; ) {
      // Acquire: the node's fields are there before it is linked to.
      Node<T> before = (Node<T>) LAST.getAcquire(this);
      if (before == end) {
        return false;
      }
      if (LAST.compareAndSet(this, before, node)) {
        // Volatile, and so is the consumer's look: of a producer that links and then looks for a
        // waiting consumer, and a consumer that says it waits and then looks for a link, one sees
        // the other.
        NEXT.setVolatile(before, node);
        return true;
      }
    }
  }

  /** Whether {@link #end} was called. Any thread. */
  @SuppressWarnings("ReferenceEquality")
  boolean hasEnded() {
    return (Node<?>) LAST.getVolatile(this) == end;
  }

  /** Whether {@link #take} has an answer for good at once. The consumer only. */
  boolean isDecided() {
    return NEXT.getVolatile(taken) != null;
  }

  /** Whether the queue has ended and everything was taken. The consumer only. */
  @SuppressWarnings("ReferenceEquality")
  boolean isDrained() {
    return first() == end;
  }

  /** The node behind the one taken last, or null if there is none. */
  @SuppressWarnings({"unchecked", "ReferenceEquality"})
  private @Nullable Node<T> first() {
    // Acquire: what the producer wrote before it pushed is visible.
    Node<T> node = (Node<T>) NEXT.getAcquire(taken);
    if (node != null || (Node<?>) LAST.getVolatile(this) == taken) {
      return node;
    }
    // Some producer has taken its place and not linked it yet. What another has put behind it, or
    // learned from it, may be over already, so that "none" would be a lie.
    while ((node = (Node<T>) NEXT.getAcquire(taken)) == null) {
      Thread.onSpinWait();
    }
    return node;
  }

  /** Takes the first message, or null if there is none. The consumer only. */
  @SuppressWarnings("ReferenceEquality")
  @Nullable T take() {
    Node<T> node = first();
    if (node == null || node == end) {
      return null;
    }
    T message = node.message;
    node.message = null;
    NEXT.set(taken, null); // else an old node in an old region keeps all its successors
    taken = node;
    return message;
  }
}

/** The producers' side. */
class MessageQueueLast<T> {
  MessageQueue.Node<T> last;

  MessageQueueLast(MessageQueue.Node<T> first) {
    last = first;
  }
}

/** Keeps the consumer's fields off the producers' cache line, and off the line next to it. */
class MessageQueuePad<T> extends MessageQueueLast<T> {
  @SuppressWarnings("UnusedVariable")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

  MessageQueuePad(MessageQueue.Node<T> first) {
    super(first);
  }
}
