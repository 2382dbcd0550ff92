package dev.heddle.drivers.uring;

import dev.heddle.runtime.Waker;
import dev.heddle.runtime.net.IoBuffer;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/**
 * A socket whose tasks make its calls themselves, by {@link Syscalls} that never block. A call is
 * tried first; only when one has found nothing, the ring is asked to tell when the next is worth it
 * ({@link #mustWait}), by a poll that ends with its first answer.
 *
 * <p>Calls are made under the lock and while the socket is open, so that the descriptor cannot be
 * another file's: it is closed through the ring, after that, and once no poll of it is left.
 */
abstract class PollSocket extends UringSocket<PollReactor> {
  final Direction in = new Direction(UringReactor.READABLE, Abi.POLLIN);
  final Direction out = new Direction(UringReactor.WRITABLE, Abi.POLLOUT);

  PollSocket(PollReactor reactor, int descriptor) {
    super(reactor, descriptor);
  }

  /** What comes, or what goes. One task at a time tries and waits. All under the socket's lock. */
  final class Direction {
    private final int kind;
    private final int events;

    /** Whether a call may find something. If not, there is no use in one before a poll's answer. */
    private boolean ready = true;

    private boolean wanted;
    private boolean polling;
    private boolean cancelling;
    private @Nullable Waker waker;

    private Direction(int kind, int events) {
      this.kind = kind;
      this.events = events;
    }

    /** A call found nothing, or all that there was. */
    void exhausted() {
      ready = false;
    }

    /** There is something to be found, though no poll has said so. */
    void worthATry() {
      ready = true;
    }

    /** Whom to wake when the socket is closed, at the least. */
    void comes(Waker task) {
      waker = task;
    }

    @Nullable Waker takeWaker() {
      Waker taken = waker;
      waker = null;
      return taken;
    }

    private void request() {
      if (wanted) {
        wanted = false;
        polling = true;
        begin();
        reactor.ring().sq.poll(descriptor, events, data(kind));
      }
    }

    private void cancel() {
      if (polling && !cancelling) {
        cancelling = true;
        reactor.ring().sq.pollRemove(data(kind), UringReactor.CANCEL);
      }
    }

    private @Nullable Waker told(int result) {
      polling = false;
      cancelling = false;
      if (result == -Errno.ECANCELED) {
        if (waker != null && !isClosed()) {
          wanted = true; // the thread that asked for it has ended
          request();
        }
        return null;
      }
      if (result < 0) {
        broken = UringSockets.failure("poll", result);
      } else {
        ready = true; // also if it broke: the next call says how
      }
      return takeWaker();
    }
  }

  // ---- by the tasks --------------------------------------------------------------------------

  /**
   * Whether a call would find nothing; if so, the waker is called once one may find something.
   *
   * @throws IOException if the socket is closed, or cannot be waited for
   */
  final boolean mustWait(Direction direction, Waker waker) throws IOException {
    synchronized (this) {
      requireOpen();
      direction.comes(waker);
      if (direction.ready) {
        return false;
      }
      requireWhole();
      if (direction.polling || direction.wanted) {
        return true;
      }
      direction.wanted = true;
      if (!ask()) {
        return true;
      }
    }
    reactor.request(this);
    return true;
  }

  /** Under the lock. */
  final void requireOpen() throws ClosedChannelException {
    if (isClosed()) {
      throw new ClosedChannelException();
    }
  }

  /** Whether a call failed only for now. */
  static boolean wouldBlock(long result) {
    return result == -Errno.EAGAIN || result == -Errno.EINTR;
  }

  // ---- by the thread in the ring, and under the lock -----------------------------------------

  @Override
  void request() {
    in.request();
    out.request();
  }

  @Override
  final void cancel() {
    in.cancel();
    out.cancel();
  }

  @Override
  final @Nullable Waker took(int kind, int result, int flags, boolean more) {
    return switch (kind) {
      case UringReactor.READABLE -> in.told(result);
      case UringReactor.WRITABLE -> out.told(result);
      default -> throw new IllegalStateException("a completion of no poll: " + kind);
    };
  }

  // ---- the end: nothing is under way but polls -----------------------------------------------

  @Override
  final boolean mustGoOutFirst() {
    return false;
  }

  @Override
  final void dropReceived() {
    // The system has it, and drops it.
  }

  @Override
  final @Nullable IoBuffer takeUnsent() {
    return null;
  }

  @Override
  final void wakeAll() {
    Waker one;
    Waker other;
    synchronized (this) {
      one = in.takeWaker();
      other = out.takeWaker();
    }
    wake(one);
    wake(other);
  }
}
