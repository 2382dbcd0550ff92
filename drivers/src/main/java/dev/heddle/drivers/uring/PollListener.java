package dev.heddle.drivers.uring;

import dev.heddle.runtime.Waker;
import dev.heddle.runtime.spi.Reactor.Accepted;
import dev.heddle.runtime.spi.Reactor.ListenerIo;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A listening socket. After a failure to accept, such as for want of descriptors, which the waiting
 * connection does not go away by, it pauses: a poll would tell of that connection without end.
 */
final class PollListener extends PollSocket implements ListenerIo, UringReactor.Pausing {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final InetSocketAddress local;

  // All guarded by this.
  private boolean pauses;
  private boolean wantsToPause;
  private long pausedUntil;

  PollListener(PollReactor reactor, int descriptor) throws IOException {
    super(reactor, descriptor);
    local = UringSockets.local(descriptor);
  }

  @Override
  public @Nullable Accepted pollAccept(Waker waker) throws IOException {
    while (!pausesFor(waker) && !mustWait(in, waker)) {
      int descriptor = accept();
      if (descriptor >= 0) {
        reactor.acceptedCount().incrementAndGet();
        return new UringAccepted(descriptor);
      }
      if (!wouldBlock(descriptor)) {
        pause();
        throw UringSockets.failure("accept", descriptor);
      }
    }
    return null;
  }

  private synchronized boolean pausesFor(Waker waker) throws IOException {
    requireOpen();
    in.comes(waker);
    return pauses;
  }

  private synchronized int accept() throws IOException {
    requireOpen();
    reactor.called();
    int result = Syscalls.accept4(descriptor, 0, 0, Syscalls.SOCK_CLOEXEC);
    if (wouldBlock(result)) {
      in.exhausted();
    }
    return result;
  }

  private void pause() {
    synchronized (this) {
      pauses = true;
      wantsToPause = true;
      pausedUntil = System.nanoTime() + PAUSE_NANOS;
      if (!ask()) {
        return;
      }
    }
    reactor.request(this);
  }

  @Override
  void request() {
    if (wantsToPause) {
      wantsToPause = false;
      reactor.pause(this);
    }
    super.request();
  }

  @Override
  public synchronized long pausedUntil() {
    return pausedUntil;
  }

  @Override
  public void pauseEnds() {
    Waker waker;
    synchronized (this) {
      pauses = false;
      waker = in.takeWaker();
    }
    wake(waker);
  }

  @Override
  public InetSocketAddress local() {
    return local;
  }
}
