package dev.heddle.runtime.net;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.spi.Reactor.Accepted;
import dev.heddle.runtime.spi.Reactor.Connected;
import dev.heddle.runtime.spi.Reactor.StreamIo;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A TCP connection. One task reads and one writes at a time, which may be two tasks; {@link
 * #close}, {@link #shutdownOutput} and the rest are for any thread.
 *
 * <p>Whoever reads gets the driver's own buffer with what came, and releases it or writes it on to
 * any stream of the same runtime: nothing is copied on the way. The {@code poll} methods are for
 * tasks that allocate nothing; the others make a future a call.
 *
 * <p>No call loses bytes: what came is handed over by the next read if this one is given up, and a
 * write that took its buffer goes out.
 */
public final class TcpStream implements AutoCloseable {
  private final Net net;

  /** A {@link StreamIo} once an event loop has it. Written under the lock. */
  private volatile Connected socket;

  private volatile boolean closed;

  /**
   * What came, until it is handed over. The reader's; but whoever closes the stream takes it too,
   * and takes it from the reader.
   */
  private final AtomicReference<@Nullable IoBuffer> came = new AtomicReference<>();

  private boolean handsOver;

  TcpStream(Net net, Connected socket) {
    this.net = net;
    this.socket = socket;
  }

  private StreamIo io() throws IOException {
    return socket instanceof StreamIo io ? io : adopted();
  }

  private synchronized StreamIo adopted() throws IOException {
    if (socket instanceof Accepted accepted) {
      if (closed) {
        throw new ClosedChannelException(); // whoever closes it may be about to, as it is
      }
      socket = net.here().adopt(accepted);
    }
    return (StreamIo) socket;
  }

  /** The other end's address. */
  public synchronized InetSocketAddress peerAddress() {
    return socket.peer();
  }

  /** This end's address. */
  public synchronized InetSocketAddress localAddress() throws IOException {
    return socket.local();
  }

  /** Whether small writes go out at once, and do not wait for more: TCP_NODELAY. Off at first. */
  public synchronized void noDelay(boolean on) throws IOException {
    socket.noDelay(on);
  }

  /**
   * Looks for what has come, which {@link #received} hands over. Given up between the two, it is
   * there for the next call.
   *
   * @throws IOException if the connection broke, or is closed
   */
  public Poll pollRead(Context context) throws IOException {
    handsOver = false;
    if (came.getPlain() == null) {
      IoBuffer buffer = io().pollRead(context.waker());
      if (buffer == null) {
        return Poll.PENDING;
      }
      putBack(buffer);
    }
    handsOver = context.takeBudget();
    return handsOver ? Poll.READY : Poll.PENDING;
  }

  /**
   * What the latest {@link #pollRead} found, once it was ready: a buffer with one byte at least,
   * which is the caller's to release; or null, once the peer sends no more or the stream is closed.
   *
   * @throws IllegalStateException if it was not ready, or this was called before
   */
  public @Nullable IoBuffer received() {
    if (!handsOver) {
      throw new IllegalStateException("pollRead has not been ready");
    }
    if (came.getPlain() == IoBuffer.END) {
      return null; // for ever
    }
    handsOver = false;
    return came.getAndSet(null);
  }

  /**
   * Writes all that a buffer holds.
   *
   * @return {@link Poll#READY} once the stream has the buffer, which goes out and is released then.
   *     Until then it is the caller's, and the same one must be passed again: a part of it may be
   *     written
   * @throws IOException if the connection broke, in this write or an earlier one, or is closed; the
   *     buffer is the caller's
   */
  public Poll pollWrite(Context context, IoBuffer buffer) throws IOException {
    if (!context.takeBudget()) {
      return Poll.PENDING;
    }
    return io().pollWrite(buffer, context.waker()) ? Poll.READY : Poll.PENDING;
  }

  /**
   * Ready once all that was written has left for the system.
   *
   * @throws IOException if the connection broke
   */
  public Poll pollFlush(Context context) throws IOException {
    return io().pollFlush(context.waker()) && context.takeBudget() ? Poll.READY : Poll.PENDING;
  }

  /** What comes next: a buffer, which is the caller's to release; or null at the end. */
  public Future<@Nullable IoBuffer> read() {
    return new Future<>() {
      @Override
      public Poll poll(Context context) throws IOException {
        return pollRead(context);
      }

      @Override
      public @Nullable IoBuffer value() {
        return received();
      }
    };
  }

  /** Reads into memory of the caller's, which costs a copy; see {@link Reading}. */
  public Future<Integer> read(ByteBuffer into) {
    return new Reading(this, into);
  }

  /**
   * Writes all that a buffer holds. The future owns the buffer, and releases it if it is given up.
   */
  public Future<@Nullable Void> write(IoBuffer buffer) {
    return new Writing(this, buffer);
  }

  /**
   * Writes all that is left in memory of the caller's, which costs a copy. Given up before it is
   * ready, some part of it may be written.
   */
  public Future<@Nullable Void> writeAll(ByteBuffer from) {
    return new WritingAll(this, from);
  }

  /** Ready once all that was written has left for the system. */
  public Future<@Nullable Void> flush() {
    return new Future<>() {
      @Override
      public Poll poll(Context context) throws IOException {
        return pollFlush(context);
      }

      @Override
      public @Nullable Void value() {
        return null;
      }
    };
  }

  /**
   * Sends no more, once what was written has gone out: the peer reads to the end. Idempotent.
   *
   * @throws IOException if the connection broke
   */
  public void shutdownOutput() throws IOException {
    io().shutdownOutput();
  }

  /** Takes a buffer for what is to be written, or null. */
  @Nullable IoBuffer pollBuffer(Context context) {
    return net.pollBuffer(context);
  }

  /** What was received and is not used up comes next. By the reader. */
  void putBack(IoBuffer buffer) {
    came.set(buffer);
    if (closed) {
      releaseWhatCame(); // it was closed before it could see this
    }
  }

  private void releaseWhatCame() {
    IoBuffer left = came.getAndSet(null);
    if (left != null) {
      left.release();
    }
  }

  /**
   * Closes the connection; what was written goes out. Idempotent. Tasks that wait for it are woken
   * and find it closed.
   */
  @Override
  public void close() {
    closed = true;
    Connected last;
    synchronized (this) {
      last = socket;
    }
    last.close();
    releaseWhatCame();
  }
}
