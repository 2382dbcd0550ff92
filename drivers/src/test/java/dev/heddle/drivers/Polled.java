package dev.heddle.drivers;

import dev.heddle.runtime.Waker;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.spi.IoCounters;
import dev.heddle.runtime.spi.Reactor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An event loop that counts how often it is polled. */
final class Polled implements Reactor {
  private final Reactor reactor;

  /** So far. By whoever polls. */
  int polls;

  Polled(Reactor reactor) {
    this.reactor = reactor;
  }

  @Override
  public void poll() {
    polls++;
    reactor.poll();
  }

  @Override
  public void park(long deadlineNanos) {
    reactor.park(deadlineNanos);
  }

  @Override
  public void unpark() {
    reactor.unpark();
  }

  @Override
  public Optional<String> boundToItsThread() {
    return reactor.boundToItsThread();
  }

  @Override
  public ListenerIo listen(InetSocketAddress address, int backlog) throws IOException {
    return reactor.listen(address, backlog);
  }

  @Override
  public StreamIo connect(InetSocketAddress address) throws IOException {
    return reactor.connect(address);
  }

  @Override
  public StreamIo adopt(Accepted accepted) throws IOException {
    return reactor.adopt(accepted);
  }

  @Override
  public DatagramIo bind(InetSocketAddress address) throws IOException {
    return reactor.bind(address);
  }

  @Override
  public @Nullable IoBuffer pollBuffer(Waker waker) {
    return reactor.pollBuffer(waker);
  }

  @Override
  public IoCounters counters() {
    return reactor.counters();
  }

  @Override
  public void retire() {
    reactor.retire();
  }

  @Override
  public void close() {
    reactor.close();
  }
}
