package dev.heddle.drivers.uring;

import dev.heddle.runtime.spi.Reactor.Accepted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;

/** A connection that no ring has yet. */
final class UringAccepted implements Accepted {
  /** None once it is taken or closed. Guarded by this, also while it is used. */
  private int descriptor;

  UringAccepted(int descriptor) {
    this.descriptor = descriptor;
  }

  private int held() throws ClosedChannelException {
    if (descriptor == UringSocket.NONE) {
      throw new ClosedChannelException();
    }
    return descriptor;
  }

  /**
   * The descriptor, which is the caller's from now on.
   *
   * @throws ClosedChannelException if it was taken or closed before
   */
  synchronized int take() throws ClosedChannelException {
    int taken = held();
    descriptor = UringSocket.NONE;
    return taken;
  }

  @Override
  public synchronized InetSocketAddress peer() {
    try {
      return UringSockets.peer(held());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized InetSocketAddress local() throws IOException {
    return UringSockets.local(held());
  }

  @Override
  public synchronized void noDelay(boolean on) throws IOException {
    UringSockets.noDelay(held(), on);
  }

  @Override
  public synchronized void close() {
    if (descriptor != UringSocket.NONE) {
      Syscalls.close(descriptor);
      descriptor = UringSocket.NONE;
    }
  }
}
