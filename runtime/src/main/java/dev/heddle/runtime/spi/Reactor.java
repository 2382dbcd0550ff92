package dev.heddle.runtime.spi;

import dev.heddle.runtime.Parker;
import dev.heddle.runtime.Waker;
import dev.heddle.runtime.net.IoBuffer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One event loop of an I/O driver: a {@link Parker} that waits for I/O as well, and the sockets
 * that belong to it. A runtime has one, or one for each worker.
 *
 * <p>{@link #park} only waits: what it was ended by is passed on by the next {@link #poll}, because
 * a worker that is announced as parked must wake no task. {@link #park}, {@link #poll} and {@link
 * #retire} are called by one thread at a time; everything else, and all that its sockets offer, by
 * any thread. No waker is called under a lock.
 *
 * <p>A driver that lacks a kind of socket throws {@link UnsupportedOperationException} where one is
 * asked for.
 */
public interface Reactor extends Parker, AutoCloseable {

  /**
   * Binds an address and listens there.
   *
   * @param backlog how many connections may wait to be accepted; the system has a limit of its own
   * @throws IOException if that is refused, such as an address that is in use
   */
  default ListenerIo listen(InetSocketAddress address, int backlog) throws IOException {
    throw new UnsupportedOperationException("this driver has no listening sockets");
  }

  /**
   * Begins to connect; {@link StreamIo#pollConnected} tells how that ends.
   *
   * @throws IOException if it cannot even begin, such as for want of descriptors
   */
  default StreamIo connect(InetSocketAddress address) throws IOException {
    throw new UnsupportedOperationException("this driver makes no connections");
  }

  /**
   * Makes an accepted connection one of this loop's. It may have been accepted by another loop of
   * the same driver.
   *
   * @throws IOException if the connection was closed
   */
  default StreamIo adopt(Accepted accepted) throws IOException {
    throw new UnsupportedOperationException("this driver accepts no connections");
  }

  /**
   * Binds a datagram socket.
   *
   * @throws IOException if that is refused
   */
  default DatagramIo bind(InetSocketAddress address) throws IOException {
    throw new UnsupportedOperationException("this driver has no datagram sockets");
  }

  /** An empty buffer, full of room; or null, and the waker is called once there may be one. */
  default @Nullable IoBuffer pollBuffer(Waker waker) {
    throw new UnsupportedOperationException("this driver has no buffers");
  }

  /** What it has done so far. Any thread; a value may be a moment old. */
  default IoCounters counters() {
    return IoCounters.NONE;
  }

  /** What the system gave it when it was opened, in one line, if there is a choice. Any thread. */
  default Optional<String> obtained() {
    return Optional.empty();
  }

  /** The thread that parks here ends: nobody parks, or polls, any more. */
  default void retire() {}

  /**
   * Closes every socket that is still open, and releases everything else. Called once, after {@link
   * #retire}; an unpark or the close of a socket may still come, and does no harm. Does not wait
   * for a peer.
   */
  @Override
  void close();

  /** What a socket that is connected can tell. */
  interface Connected {

    /** The other end. */
    InetSocketAddress peer();

    /** This end. */
    InetSocketAddress local() throws IOException;

    /** Whether small writes go out at once: TCP_NODELAY. */
    void noDelay(boolean on) throws IOException;

    /** Closes the socket. Idempotent. */
    void close();
  }

  /** A connection that belongs to no loop yet. Whoever got it adopts or closes it. */
  interface Accepted extends Connected {}

  /** A listening socket. One task accepts at a time. */
  interface ListenerIo {

    /**
     * The next connection; or null, and the waker is called once there may be one.
     *
     * @throws IOException if accepting failed. The listener is good for another try then: where
     *     descriptors are exhausted it tries again after a pause, and whoever polls meanwhile waits
     */
    @Nullable Accepted pollAccept(Waker waker) throws IOException;

    /** The address it is bound to. */
    InetSocketAddress local();

    /** Closes the socket, and connections that nobody accepted. Idempotent. */
    void close();
  }

  /** A connection. One task reads and one writes at a time; they may be two. */
  interface StreamIo extends Connected {

    /**
     * Whether it is connected; if not yet, the waker is called later.
     *
     * @throws IOException if the connection was refused
     */
    boolean pollConnected(Waker waker) throws IOException;

    /**
     * What has come: a buffer with one byte at least, which is the caller's now; {@link
     * IoBuffer#END} once the peer sends no more; or null, and the waker is called later.
     *
     * @throws IOException if the connection broke
     */
    @Nullable IoBuffer pollRead(Waker waker) throws IOException;

    /**
     * Sends what a buffer holds. If true, the driver has the buffer and releases it when it is
     * sent, which may be later. If false, the caller has it still, a part may have been sent, and
     * the waker is called later.
     *
     * @throws IOException if the connection broke, in this write or an earlier one; the caller has
     *     the buffer still
     */
    boolean pollWrite(IoBuffer buffer, Waker waker) throws IOException;

    /**
     * Whether all that was written has left for the system; if not yet, the waker is called later.
     *
     * @throws IOException if the connection broke
     */
    boolean pollFlush(Waker waker) throws IOException;

    /** Sends no more once what was written has gone out: the peer reads to the end. Idempotent. */
    void shutdownOutput() throws IOException;

    /**
     * Closes the connection: nothing more is read or accepted, and what was written goes out.
     * Idempotent. Whoever waits is woken, and finds it closed.
     */
    @Override
    void close();
  }

  /** A datagram socket. One task receives and one sends at a time. */
  interface DatagramIo {

    /** A datagram, cut to the buffer's size; or null, and the waker is called later. */
    @Nullable Datagram pollReceive(Waker waker) throws IOException;

    /**
     * Sends what a buffer holds as one datagram. If true, the driver has the buffer; if false, the
     * caller has it still, and the waker is called later.
     */
    boolean pollSend(IoBuffer buffer, InetSocketAddress to, Waker waker) throws IOException;

    /** The address it is bound to. */
    InetSocketAddress local();

    /** Closes the socket. Idempotent. */
    void close();
  }

  /** What came in one datagram, and from where. */
  record Datagram(IoBuffer buffer, InetSocketAddress from) {}
}
