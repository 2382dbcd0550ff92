package dev.heddle.drivers.selector;

import dev.heddle.runtime.Waker;
import dev.heddle.runtime.spi.Reactor.Accepted;
import dev.heddle.runtime.spi.Reactor.ListenerIo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A listening socket. After a failure to accept, such as for want of descriptors, which the waiting
 * connection does not go away by, it pauses: the system would tell of that connection without end.
 */
final class SelectorListener implements ListenerIo, SelectorReactor.Socket {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final SelectorReactor reactor;
  private final ServerSocketChannel channel;
  private final InetSocketAddress local;
  private final SelectionKey key;

  private volatile @Nullable Waker waker;
  private volatile boolean pauses;
  private volatile long pausedUntil;

  SelectorListener(SelectorReactor reactor, ServerSocketChannel channel) throws IOException {
    this.reactor = reactor;
    this.channel = channel;
    local = (InetSocketAddress) channel.getLocalAddress();
    key = reactor.register(channel, this);
  }

  @Override
  public @Nullable Accepted pollAccept(Waker by) throws IOException {
    waker = by;
    if (pauses && channel.isOpen()) {
      return null;
    }
    reactor.counts.calls.increment();
    SocketChannel accepted;
    try {
      accepted = channel.accept();
    } catch (IOException e) {
      if (channel.isOpen()) {
        pausedUntil = System.nanoTime() + PAUSE_NANOS;
        pauses = true;
        reactor.pause(this);
      }
      throw e;
    }
    if (accepted == null) {
      reactor.arm(key, SelectionKey.OP_ACCEPT);
      return null;
    }
    reactor.counts.accepted.increment();
    return AcceptedChannel.of(accepted);
  }

  long pausedUntil() {
    return pausedUntil;
  }

  void pauseEnds() {
    pauses = false;
    wake();
  }

  private void wake() {
    Waker last = waker;
    if (last != null) {
      last.wake();
    }
  }

  @Override
  public void ready(int operations) {
    // Until somebody has found that there is no more to accept.
    reactor.disarm(key, SelectionKey.OP_ACCEPT);
    wake();
  }

  @Override
  public InetSocketAddress local() {
    return local;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a listening socket could not be closed", e);
    }
    reactor.changed(); // the descriptor is freed by the next selection
    wake();
  }
}
