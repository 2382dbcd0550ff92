package dev.heddle.drivers.uring;

import dev.heddle.runtime.spi.Reactor.Accepted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

/** A connection that no ring has yet. */
final class UringAccepted implements Accepted {
  private final int descriptor;

  /** The same, or none once it is taken or closed. */
  private final AtomicInteger held;

  UringAccepted(int descriptor) {
    this.descriptor = descriptor;
    held = new AtomicInteger(descriptor);
  }

  /** The descriptor, which is the caller's from now on. */
  int take() {
    int taken = held.getAndSet(UringSocket.NONE);
    if (taken == UringSocket.NONE) {
      throw new IllegalStateException("the connection was adopted or closed before");
    }
    return taken;
  }

  @Override
  public InetSocketAddress peer() {
    try {
      return UringSockets.peer(descriptor);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public InetSocketAddress local() throws IOException {
    return UringSockets.local(descriptor);
  }

  @Override
  public void noDelay(boolean on) throws IOException {
    UringSockets.noDelay(descriptor, on);
  }

  @Override
  public void close() {
    int taken = held.getAndSet(UringSocket.NONE);
    if (taken != UringSocket.NONE) {
      Syscalls.close(taken);
    }
  }
}
