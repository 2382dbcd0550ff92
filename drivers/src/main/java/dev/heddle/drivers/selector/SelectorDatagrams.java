package dev.heddle.drivers.selector;

import dev.heddle.runtime.Waker;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.spi.Reactor.Datagram;
import dev.heddle.runtime.spi.Reactor.DatagramIo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import org.jspecify.annotations.Nullable;

/** A datagram socket: whoever finds nothing, or no room, waits to be told once. */
final class SelectorDatagrams implements DatagramIo, SelectorReactor.Socket {
  private final SelectorReactor reactor;
  private final DatagramChannel channel;
  private final InetSocketAddress local;
  private final SelectionKey key;

  private volatile @Nullable Waker receiver;
  private volatile @Nullable Waker sender;

  SelectorDatagrams(SelectorReactor reactor, DatagramChannel channel) throws IOException {
    this.reactor = reactor;
    this.channel = channel;
    local = (InetSocketAddress) channel.getLocalAddress();
    key = reactor.register(channel, this);
  }

  @Override
  public @Nullable Datagram pollReceive(Waker waker) throws IOException {
    receiver = waker;
    if (!channel.isOpen()) {
      throw new ClosedChannelException(); // also if there is no buffer
    }
    IoBuffer buffer = reactor.buffers().poll(waker);
    if (buffer == null) {
      return null;
    }
    InetSocketAddress from;
    try {
      reactor.counts.calls.increment();
      from = (InetSocketAddress) channel.receive(buffer.bytes());
    } catch (Throwable broken) {
      buffer.release();
      throw broken;
    }
    if (from == null) {
      buffer.release();
      reactor.arm(key, SelectionKey.OP_READ);
      return null;
    }
    reactor.counts.reads.increment();
    buffer.bytes().flip();
    return new Datagram(buffer, from);
  }

  @Override
  public boolean pollSend(IoBuffer buffer, InetSocketAddress to, Waker waker) throws IOException {
    sender = waker;
    reactor.counts.calls.increment();
    boolean empty = !buffer.bytes().hasRemaining();
    if (channel.send(buffer.bytes(), to) == 0 && !empty) {
      reactor.arm(key, SelectionKey.OP_WRITE);
      return false;
    }
    reactor.counts.writes.increment();
    buffer.release();
    return true;
  }

  @Override
  public void ready(int operations) {
    reactor.disarm(key, operations);
    if ((operations & SelectionKey.OP_READ) != 0) {
      wake(receiver);
    }
    if ((operations & SelectionKey.OP_WRITE) != 0) {
      wake(sender);
    }
  }

  private static void wake(@Nullable Waker waker) {
    if (waker != null) {
      waker.wake();
    }
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
      throw new UncheckedIOException("a datagram socket could not be closed", e);
    }
    reactor.changed(); // the descriptor is freed by the next selection
    wake(receiver);
    wake(sender);
  }
}
