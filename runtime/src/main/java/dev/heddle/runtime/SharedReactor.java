package dev.heddle.runtime;

import dev.heddle.runtime.spi.Reactor;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One reactor for all workers. Of those that wait one is the <em>holder</em>, which waits in the
 * reactor; the others stand by. The holder keeps it until it has passed on what its wait was ended
 * by, and then appoints one of those that stand by, so that somebody waits for I/O as long as
 * anybody waits at all, however long the polls of the others are. Tokio's driver is shared so, but
 * for the appointing.
 *
 * <p>If somebody stands by there is a holder: who begins to wait becomes the holder if there is
 * none, and a holder that leaves appoints one.
 */
final class SharedReactor {
  private final Reactor reactor;

  /** Who stands by; the lock of this class. */
  private final ArrayDeque<Side> standby = new ArrayDeque<>();

  /** Written under the lock. */
  private volatile @Nullable Side holder;

  SharedReactor(Reactor reactor) {
    this.reactor = reactor;
  }

  /** One worker's side. */
  Parker newParker() {
    return new Side();
  }

  private final class Side implements Parker {
    private final WaitState state = new WaitState();

    /** As in {@link ThreadParker}. */
    private @Nullable Thread thread;

    @Override
    @SuppressWarnings("ReferenceEquality") // this very side
    public void park(long deadlineNanos) {
      thread = Thread.currentThread();
      if (!state.begin()) {
        return;
      }
      enter();
      while (state.isWaiting()) {
        if (holder == this) {
          // Once more: it may have been appointed after the first look, and told not to wait before
          // it was, by somebody who saw it standing by.
          if (state.isWaiting()) {
            reactor.park(deadlineNanos);
          }
          break;
        }
        if (deadlineNanos == NEVER) {
          LockSupport.park(this);
        } else {
          long nanos = deadlineNanos - System.nanoTime();
          if (nanos <= 0) {
            break;
          }
          LockSupport.parkNanos(this, nanos);
        }
        Thread.interrupted(); // as in ThreadParker
      }
      state.end();
      synchronized (standby) {
        standby.remove(this);
      }
    }

    /** Becomes the holder, or stands by. */
    private void enter() {
      synchronized (standby) {
        if (holder == null) {
          holder = this;
        } else if (holder != this) {
          standby.addLast(this);
        }
      }
    }

    /**
     * The unparked worker either reads the holder after this exchange and sees that it need not
     * wait, or has become the holder before it, and is seen to be.
     */
    @Override
    @SuppressWarnings("ReferenceEquality") // this very side
    public void unpark() {
      if (state.tell()) {
        if (holder == this) {
          reactor.unpark();
        } else {
          LockSupport.unpark(thread);
        }
      }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // this very side
    public void poll() {
      if (holder != this && !hold()) {
        return; // somebody else sees to it
      }
      try {
        reactor.poll();
      } finally {
        letGo();
      }
    }

    private boolean hold() {
      if (holder != null) {
        return false; // most times, and without the lock
      }
      synchronized (standby) {
        if (holder != null) {
          return false;
        }
        holder = this;
        return true;
      }
    }

    private void letGo() {
      Side successor;
      synchronized (standby) {
        successor = standby.pollFirst();
        holder = successor;
      }
      if (successor != null) {
        // It waits still, or is about to look who the holder is.
        LockSupport.unpark(successor.thread);
      }
    }

    @Override
    public Optional<String> boundToItsThread() {
      return reactor.boundToItsThread();
    }
  }
}
