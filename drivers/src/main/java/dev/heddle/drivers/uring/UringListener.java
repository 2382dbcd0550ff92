package dev.heddle.drivers.uring;

import dev.heddle.runtime.Waker;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.spi.Reactor.Accepted;
import dev.heddle.runtime.spi.Reactor.ListenerIo;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A listening socket. One request accepts for as long as the task keeps up. After a failure, such
 * as for want of descriptors, which the waiting connection does not go away by, it pauses.
 */
final class UringListener extends UringSocket<CompletionReactor>
    implements ListenerIo, UringReactor.Pausing {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** With so many not taken, the others stay with the system. */
  private static final int MOST_WAITING = 64;

  private final InetSocketAddress local;

  // All guarded by this.
  private final ArrayDeque<Accepted> waiting = new ArrayDeque<>();
  private boolean accepting;
  private boolean wantsToAccept;
  private boolean stopping;
  private boolean pauses;
  private long pausedUntil;
  private @Nullable IOException failure;
  private @Nullable Waker acceptor;

  UringListener(CompletionReactor reactor, int descriptor) throws IOException {
    super(reactor, descriptor);
    local = UringSockets.local(descriptor);
  }

  @Override
  public @Nullable Accepted pollAccept(Waker waker) throws IOException {
    synchronized (this) {
      Accepted next = waiting.pollFirst();
      if (next != null) {
        return next;
      }
      IOException failed = failure;
      if (failed != null) {
        failure = null;
        throw failed;
      }
      requireWhole();
      acceptor = waker;
      if (accepting || wantsToAccept || pauses) {
        return null;
      }
      wantsToAccept = true;
      if (!ask()) {
        return null;
      }
    }
    reactor.request(this);
    return null;
  }

  @Override
  void request() {
    if (wantsToAccept && !isClosed() && !pauses) {
      wantsToAccept = false;
      accepting = true;
      begin();
      reactor
          .ring()
          .sq
          .acceptMultishot(descriptor, Syscalls.SOCK_CLOEXEC, data(UringReactor.ACCEPT));
    }
  }

  @Override
  boolean mustGoOutFirst() {
    return false;
  }

  @Override
  void cancel() {
    if (accepting && !stopping) {
      stopping = true;
      reactor.ring().sq.cancel(data(UringReactor.ACCEPT), UringReactor.CANCEL);
    }
  }

  @Override
  @Nullable Waker took(int kind, int result, int flags, boolean more) {
    if (!more) {
      accepting = false;
      stopping = false;
    }
    if (result >= 0) {
      Accepted connection = new UringAccepted(result);
      if (isClosed()) {
        connection.close();
        return null;
      }
      reactor.acceptedCount().incrementAndGet();
      waiting.addLast(connection);
      if (more && waiting.size() >= MOST_WAITING) {
        cancel();
      }
    } else if (result == -Errno.ECANCELED) {
      if (acceptor != null && !isClosed()) {
        wantsToAccept = true; // its thread has ended
        request();
      }
      return null;
    } else {
      failure = UringSockets.failure("accept", result);
      pausedUntil = System.nanoTime() + PAUSE_NANOS;
      pauses = true;
      reactor.pause(this);
    }
    return takeAcceptor();
  }

  private @Nullable Waker takeAcceptor() {
    Waker waker = acceptor;
    acceptor = null;
    return waker;
  }

  @Override
  public synchronized long pausedUntil() {
    return pausedUntil;
  }

  @Override
  public void pauseEnds() {
    synchronized (this) {
      pauses = false;
      if (acceptor == null) {
        return; // the next one to poll asks
      }
      wantsToAccept = true;
    }
    serve();
  }

  @Override
  void dropReceived() {
    waiting.forEach(Accepted::close);
    waiting.clear();
  }

  @Override
  @Nullable IoBuffer takeUnsent() {
    return null;
  }

  @Override
  void wakeAll() {
    Waker waker;
    synchronized (this) {
      waker = takeAcceptor();
    }
    wake(waker);
  }

  @Override
  public InetSocketAddress local() {
    return local;
  }
}
