package dev.heddle.drivers.uring;

import dev.heddle.runtime.Waker;
import dev.heddle.runtime.net.IoBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/**
 * A descriptor and its requests. Tasks say under the socket's lock what they want; the thread that
 * is in the ring turns that into requests ({@link #serve}), and is told how they end ({@link
 * #completed}). The descriptor is closed when it is wanted no more and no request is left, so that
 * no number is another file's while a request names it; and the socket's slot is free after that,
 * so that no completion is another socket's.
 *
 * @param <R> the ring's reactor, which it asks
 */
abstract class UringSocket<R extends UringReactor> {
  static final int NONE = -1;

  final R reactor;
  final int descriptor;

  /** By which its completions are told from others'; the reactor's. */
  int slot = NONE;

  int generation;

  /** Of a connection, once it is known. */
  private volatile @Nullable InetSocketAddress peer;

  /** Whether it is among those to be served; the reactor's. */
  private boolean asked;

  // Guarded by this.
  private int requests;
  private boolean closed;
  private boolean closing;
  @Nullable IOException broken;

  /** A buffer that is not needed any more, until the lock is free: who waits for one is woken. */
  private @Nullable IoBuffer spent;

  UringSocket(R reactor, int descriptor) {
    this.reactor = reactor;
    this.descriptor = descriptor;
  }

  // ---- by anybody ----------------------------------------------------------------------------

  final boolean isClosed() {
    return closed;
  }

  /** Under the lock. */
  final void requireWhole() throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
    if (broken != null) {
      // A new one, as the same exception may be thrown to two tasks.
      throw new IOException(broken.getMessage(), broken);
    }
  }

  /** Whether nobody has asked for it to be served yet. Under the lock. */
  final boolean ask() {
    if (asked) {
      return false;
    }
    asked = true;
    return true;
  }

  public void close() {
    boolean ask;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      dropReceived();
      ask = ask();
    }
    wakeAll();
    if (ask) {
      reactor.request(this);
    }
  }

  /** Gives back what came and nobody took. Under the lock. */
  abstract void dropReceived();

  /** Copies what came and nobody took; returns how many buffers that freed. */
  int spill() {
    return 0;
  }

  /** What was to be sent and will not be; no request names it. Under the lock. */
  abstract @Nullable IoBuffer takeUnsent();

  private static void release(@Nullable IoBuffer buffer) {
    if (buffer != null) {
      buffer.release();
    }
  }

  /** Wakes whoever waits. Without the lock. */
  abstract void wakeAll();

  static void wake(@Nullable Waker waker) {
    if (waker != null) {
      waker.wake();
    }
  }

  /** What to do with a descriptor. */
  interface Call<T> {
    T on(int descriptor) throws IOException;
  }

  /** Uses the descriptor while it is sure to be this socket's. */
  final synchronized <T> T whileOpen(Call<T> call) throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
    return call.on(descriptor);
  }

  // ---- by anybody, of a connection -----------------------------------------------------------

  final void knowPeer(@Nullable InetSocketAddress address) {
    peer = address;
  }

  public final InetSocketAddress peer() {
    InetSocketAddress known = peer;
    if (known == null) {
      try {
        known = whileOpen(UringSockets::peer);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      peer = known;
    }
    return known;
  }

  public InetSocketAddress local() throws IOException {
    return whileOpen(UringSockets::local);
  }

  public final void noDelay(boolean on) throws IOException {
    whileOpen(open -> {
      UringSockets.noDelay(open, on);
      return this;
    });
  }

  // ---- by the thread in the ring -------------------------------------------------------------

  /** Makes requests of what is wanted. */
  final void serve() {
    IoBuffer unsent;
    synchronized (this) {
      asked = false;
      if (closing) {
        return;
      }
      if (!closed || (mustGoOutFirst() && !reactor.isEnding())) {
        request();
        return;
      }
      if (requests > 0) {
        cancel();
        return;
      }
      closing = true;
      unsent = takeUnsent();
      begin();
      reactor.ring().sq.close(descriptor, data(UringReactor.CLOSE));
    }
    release(unsent);
  }

  /** Under the lock. */
  abstract void request();

  /** Whether something was promised that a closed socket still has to do. Under the lock. */
  abstract boolean mustGoOutFirst();

  /** Ends the requests that wait for the peer. Under the lock. */
  abstract void cancel();

  /** A request goes into the ring. Under the lock. */
  final void begin() {
    requests++;
  }

  final long data(int kind) {
    return UringReactor.data(this, kind);
  }

  /** A request has ended, or brought something and goes on. */
  final void completed(int kind, int result, int flags) {
    boolean more = (flags & Abi.CQE_F_MORE) != 0;
    boolean serve;
    boolean gone;
    Waker waker;
    IoBuffer done;
    synchronized (this) {
      if (!more) {
        requests--;
      }
      gone = kind == UringReactor.CLOSE;
      waker = gone ? null : took(kind, result, flags, more);
      serve = closed && !closing && !asked;
      done = spent;
      spent = null;
    }
    release(done);
    if (gone) {
      reactor.forget(this);
    }
    wake(waker);
    if (serve) {
      serve();
    }
  }

  /** The request that named a buffer has ended. Under the lock. */
  final void spent(IoBuffer buffer) {
    spent = buffer;
  }

  /** Takes what a completion brings; returns whom to wake. Under the lock. */
  abstract @Nullable Waker took(int kind, int result, int flags, boolean more);

  /** The ring is gone: nothing waits any more. Returns whether the descriptor is still open. */
  final boolean abandon() {
    boolean open;
    IoBuffer unsent;
    synchronized (this) {
      open = !closing;
      closed = true;
      closing = true;
      dropReceived();
      unsent = requests == 0 ? takeUnsent() : null;
    }
    release(unsent);
    wakeAll();
    return open;
  }
}
