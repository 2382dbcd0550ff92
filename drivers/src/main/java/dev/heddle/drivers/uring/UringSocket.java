package dev.heddle.drivers.uring;

import dev.heddle.runtime.Waker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/**
 * A descriptor and its requests. Tasks say under the socket's lock what they want; the thread that
 * is in the ring turns that into requests ({@link #serve}), and is told how they end ({@link
 * #completed}). The descriptor is closed when it is wanted no more and no request is left, so that
 * no number is another file's while a request names it; and the socket's slot is free after that,
 * so that no completion is another socket's.
 */
abstract class UringSocket {
  static final int NONE = -1;

  final UringReactor reactor;
  final int descriptor;

  /** By which its completions are told from others'; the reactor's. */
  int slot = NONE;

  int generation;

  /** Whether it is among those to be served; the reactor's. */
  private boolean asked;

  // Guarded by this.
  private int requests;
  private boolean closed;
  private boolean closing;
  @Nullable IOException broken;

  UringSocket(UringReactor reactor, int descriptor) {
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

  /** Wakes whoever waits. Without the lock. */
  abstract void wakeAll();

  static void wake(@Nullable Waker waker) {
    if (waker != null) {
      waker.wake();
    }
  }

  final InetSocketAddress boundTo() throws IOException {
    return UringSockets.local(descriptor);
  }

  // ---- by the thread in the ring -------------------------------------------------------------

  /** Makes requests of what is wanted. */
  final void serve() {
    synchronized (this) {
      asked = false;
      if (closing) {
        return;
      }
      if (!closed) {
        request();
        return;
      }
      if (mustGoOutFirst()) {
        request();
      } else if (requests > 0) {
        cancel();
      } else {
        closing = true;
        begin();
        reactor.ring().sq.close(descriptor, data(UringReactor.CLOSE));
      }
    }
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
    synchronized (this) {
      if (!more) {
        requests--;
      }
      gone = kind == UringReactor.CLOSE;
      waker = gone ? null : took(kind, result, flags, more);
      serve = closed && !closing && !asked;
    }
    if (gone) {
      reactor.forget(this);
    }
    wake(waker);
    if (serve) {
      serve();
    }
  }

  /** Takes what a completion brings; returns whom to wake. Under the lock. */
  abstract @Nullable Waker took(int kind, int result, int flags, boolean more);

  /** The ring is gone: nothing waits any more. Returns whether the descriptor is still open. */
  final boolean abandon() {
    boolean open;
    synchronized (this) {
      open = !closing;
      closed = true;
      closing = true;
      dropReceived();
    }
    wakeAll();
    return open;
  }
}
