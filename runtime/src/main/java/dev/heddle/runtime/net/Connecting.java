package dev.heddle.runtime.net;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.spi.Reactor.StreamIo;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A connection in the making. */
final class Connecting implements Future<TcpStream> {
  private final Net net;
  private final InetSocketAddress address;
  private @Nullable StreamIo io;
  private boolean connected;

  Connecting(Net net, InetSocketAddress address) {
    this.net = net;
    this.address = address;
  }

  @Override
  public Poll poll(Context context) throws IOException {
    StreamIo begun = io;
    if (begun == null) {
      begun = net.here().connect(address);
      io = begun;
    }
    connected = connected || begun.pollConnected(context.waker());
    return connected && context.takeBudget() ? Poll.READY : Poll.PENDING;
  }

  @Override
  public TcpStream value() {
    StreamIo begun = io;
    if (!connected || begun == null) {
      throw new IllegalStateException("it is not connected yet, or the stream was taken");
    }
    io = null;
    return new TcpStream(net, begun);
  }

  @Override
  public void close() {
    if (io != null) {
      io.close();
    }
  }
}
