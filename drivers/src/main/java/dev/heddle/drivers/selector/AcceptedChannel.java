package dev.heddle.drivers.selector;

import dev.heddle.runtime.spi.Reactor.Accepted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** A channel that is registered nowhere yet. */
record AcceptedChannel(SocketChannel channel, InetSocketAddress peer) implements Accepted {

  static AcceptedChannel of(SocketChannel channel) throws IOException {
    return new AcceptedChannel(channel, (InetSocketAddress) channel.getRemoteAddress());
  }

  @Override
  public InetSocketAddress local() throws IOException {
    return (InetSocketAddress) channel.getLocalAddress();
  }

  @Override
  public void noDelay(boolean on) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, on);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a connection could not be closed", e);
    }
  }
}
