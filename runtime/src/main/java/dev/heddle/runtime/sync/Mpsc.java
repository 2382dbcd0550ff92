package dev.heddle.runtime.sync;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Waker;
import dev.heddle.runtime.observe.WaitsFor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Channels from many senders to one receiver.
 *
 * <pre>{@code
 * var channel = Mpsc.<String>bounded(16);
 * Mpsc.Sender<String> sender = channel.sender(); // sender.copy() for each further task
 * Future<Boolean> sending = sender.send("hello"); // ready once there was room
 * sender.close();
 *
 * Future<@Nullable String> receiving = channel.receiver().receive(); // null: closed, and no more
 * }</pre>
 *
 * <p>Messages of one sender arrive in the order sent. The channel is closed when its last sender
 * is, or its receiver: from then on sending is refused, and what was sent before can still be
 * received. A message that was accepted is received, unless the receiver stops asking.
 *
 * <p>Senders are thread-safe, and sender and receiver may live in different runtimes, or on a plain
 * thread. Sending allocates one node beside the message, receiving nothing; neither takes a lock,
 * except where a sender waits for room. After Tokio's {@code mpsc}.
 */
public final class Mpsc {
  private Mpsc() {}

  /** Both ends of a channel in which senders wait for room. */
  public record Bounded<T>(Sender<T> sender, Receiver<T> receiver) {}

  /** Both ends of a channel in which senders never wait. */
  public record Unbounded<T>(UnboundedSender<T> sender, Receiver<T> receiver) {}

  /** What became of a message that was not to wait. */
  public enum Outcome {
    /** The receiver will have it. */
    SENT,
    /** There is no room, or what there is belongs to others, who wait or are about to send. */
    FULL,
    /** The channel is closed. */
    CLOSED
  }

  /**
   * A channel that holds this many messages at most. Senders wait for room in the order they came.
   *
   * @param capacity 1 to {@link Semaphore#MAX_PERMITS}
   * @throws IllegalArgumentException if it is another number
   */
  public static <T> Bounded<T> bounded(int capacity) {
    if (capacity < 1 || capacity > Permits.MAX) {
      throw new IllegalArgumentException(
          "a bounded channel holds 1 to " + Permits.MAX + " messages, not " + capacity);
    }
    Permits room = new Permits(capacity, capacity);
    Channel<T> channel = new Channel<>(room);
    return new Bounded<>(new Sender<>(channel, room), new Receiver<>(channel));
  }

  /** A channel that grows as long as messages are sent faster than received. */
  public static <T> Unbounded<T> unbounded() {
    Channel<T> channel = new Channel<>(null);
    return new Unbounded<>(new UnboundedSender<>(channel), new Receiver<>(channel));
  }

  /** What both kinds of sender have. */
  abstract static sealed class SendingEnd<T> implements AutoCloseable {
    private static final VarHandle CLOSED;

    static {
      try {
        CLOSED = MethodHandles.lookup().findVarHandle(SendingEnd.class, "closed", boolean.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private final Channel<T> channel;
    private boolean closed;

    SendingEnd(Channel<T> channel) {
      this.channel = channel;
    }

    /** The channel, for a message that may be sent. */
    final Channel<T> open(T message) {
      Objects.requireNonNull(message, "a message is not null: to a receiver null is the end");
      return open();
    }

    final Channel<T> open() {
      if ((boolean) CLOSED.getAcquire(this)) {
        throw Channel.closedSender();
      }
      return channel;
    }

    /** Whether sending is refused from now on, because the receiver, or every sender, is closed. */
    public final boolean isClosed() {
      return channel.isClosed();
    }

    /**
     * Gives up this sender. The channel is closed with the last one, and refuses sends that still
     * wait for room. Idempotent.
     */
    @Override
    public final void close() {
      // An exchange: of two threads that close, one counts.
      if (!(boolean) CLOSED.getAndSet(this, true)) {
        channel.removeSender();
      }
    }
  }

  /** The sending end of a {@link #bounded} channel. Thread-safe. */
  public static final class Sender<T> extends SendingEnd<T> {
    private final Permits room;

    private Sender(Channel<T> channel, Permits room) {
      super(channel);
      this.room = room;
    }

    /**
     * Sends as soon as there is room. The value tells whether it was sent: if false the channel is
     * closed, and nobody will have the message.
     *
     * <p>The message is sent exactly when the future is ready. Closed before that, it is not sent,
     * and room that was kept for it goes to the next.
     *
     * @throws IllegalStateException if this sender was closed
     */
    public Future<Boolean> send(T message) {
      return new Sending<>(open(message), room, message);
    }

    /**
     * Sends if there is room now.
     *
     * @throws IllegalStateException if this sender was closed
     */
    public Outcome trySend(T message) {
      Channel<T> channel = open(message);
      if (!room.tryTake(1)) {
        return channel.isClosed() ? Outcome.CLOSED : Outcome.FULL;
      }
      return channel.push(message) ? Outcome.SENT : Outcome.CLOSED;
    }

    /**
     * Another sender of the channel, to be closed on its own.
     *
     * @throws IllegalStateException if this sender was closed
     */
    public Sender<T> copy() {
      Channel<T> channel = open();
      channel.addSender();
      return new Sender<>(channel, room);
    }
  }

  /** The sending end of an {@link #unbounded} channel. Thread-safe. */
  public static final class UnboundedSender<T> extends SendingEnd<T> {
    private UnboundedSender(Channel<T> channel) {
      super(channel);
    }

    /**
     * Sends at once.
     *
     * @return false if the channel is closed: nobody will have the message
     * @throws IllegalStateException if this sender was closed
     */
    public boolean send(T message) {
      return open(message).push(message);
    }

    /**
     * Another sender of the channel, to be closed on its own.
     *
     * @throws IllegalStateException if this sender was closed
     */
    public UnboundedSender<T> copy() {
      Channel<T> channel = open();
      channel.addSender();
      return new UnboundedSender<>(channel);
    }
  }

  /** Waits for room, and sends when it has it. */
  private static final class Sending<T> extends Acquire<Boolean> {
    private final Channel<T> channel;
    private @Nullable T message;
    private @Nullable Boolean sent;

    Sending(Channel<T> channel, Permits room, T message) {
      super(room, 1);
      this.channel = channel;
      this.message = message;
    }

    @Override
    String what() {
      return "room in a channel";
    }

    @Override
    public Poll poll(Context context) {
      Poll poll = super.poll(context);
      if (poll == Poll.READY) {
        boolean accepted = false;
        if (!isRefused()) {
          passOn(); // the room is the message's, and free again when that is received
          accepted = channel.push(Objects.requireNonNull(message));
        }
        message = null;
        sent = accepted;
      }
      return poll;
    }

    @Override
    public Boolean value() {
      if (sent == null) {
        throw new IllegalStateException("nothing was sent yet");
      }
      return sent;
    }
  }

  /**
   * The receiving end of a channel. For one task, or one thread, at a time.
   *
   * <p>A task that receives again and again needs no future for it: {@link #pollReceive} until it
   * is ready, then {@link #tryReceive}.
   */
  public static final class Receiver<T> implements AutoCloseable, WaitsFor {
    private final Channel<T> channel;

    /** The future that was polled, and whose value is neither taken nor given up. */
    private @Nullable Receiving<T> receiving;

    private Receiver(Channel<T> channel) {
      this.channel = channel;
    }

    /**
     * The next message; or null once the channel is closed and everything was received.
     *
     * <p>The message is taken out with {@code value()}: a future that is closed before that leaves
     * it to the next.
     *
     * @return a future whose poll throws {@link IllegalStateException} while another one of this
     *     receiver was polled and neither gave its value nor was closed
     */
    public Future<@Nullable T> receive() {
      return new Receiving<>(this);
    }

    /**
     * Waits inside a task. {@link Poll#READY} means that {@link #tryReceive} has the next message,
     * or null because there will be none.
     *
     * @throws IllegalStateException while a future of {@link #receive} is at it
     */
    public Poll pollReceive(Context context) {
      checkAlone();
      return poll(context);
    }

    private Poll poll(Context context) {
      Poll poll = channel.pollDecided(context.waker());
      return poll == Poll.READY && !context.takeBudget() ? Poll.PENDING : poll;
    }

    /**
     * Receives what is there.
     *
     * @return null if there is no message now, or never will be: {@link #isDrained}
     * @throws IllegalStateException while a future of {@link #receive} is at it
     */
    public @Nullable T tryReceive() {
      checkAlone();
      return channel.take();
    }

    private void checkAlone() {
      if (receiving != null) {
        throw oneAtATime();
      }
    }

    private static IllegalStateException oneAtATime() {
      return new IllegalStateException(
          "another receive() is under way: take its value or close it first");
    }

    @Override
    public @Nullable String waitsFor(Waker waker) {
      return channel.isAwaitedBy(waker) ? "message of a channel" : null;
    }

    /** Whether the channel is closed and everything was received. */
    public boolean isDrained() {
      return channel.isDrained();
    }

    /** Closes the channel: what was sent before can still be received. Idempotent. */
    @Override
    public void close() {
      channel.close();
    }
  }

  private static final class Receiving<T> implements Future<@Nullable T>, WaitsFor {
    private final Receiver<T> receiver;
    private boolean ready;
    private boolean finished;
    private @Nullable T message;

    Receiving(Receiver<T> receiver) {
      this.receiver = receiver;
    }

    @Override
    public @Nullable String waitsFor(Waker waker) {
      return receiver.waitsFor(waker);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // this very future
    public Poll poll(Context context) {
      if (ready || finished) {
        throw new IllegalStateException("polled again after it was ready or closed");
      }
      if (receiver.receiving != this) {
        receiver.checkAlone();
        receiver.receiving = this;
      }
      Poll poll = receiver.poll(context);
      ready = poll == Poll.READY;
      return poll;
    }

    @Override
    public @Nullable T value() {
      if (!ready) {
        throw new IllegalStateException("nothing was received");
      }
      if (!finished) {
        finished = true;
        receiver.receiving = null;
        message = receiver.channel.take();
      }
      return message;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // this very future
    public void close() {
      if (receiver.receiving == this) {
        receiver.receiving = null;
        receiver.channel.forgetReceiver();
      }
      finished = true;
    }
  }
}
