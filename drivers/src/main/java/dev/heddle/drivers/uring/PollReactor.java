package dev.heddle.drivers.uring;

import dev.heddle.drivers.Buffers;
import dev.heddle.runtime.net.BufferPool;
import dev.heddle.runtime.spi.Options;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * A ring that only tells when a socket is ready, as an epoll would: its tasks make the calls
 * themselves. What it saves is the call for each change of what is waited for, since those leave
 * with the next wait.
 */
final class PollReactor extends UringReactor {
  private PollReactor(Ring ring, RingWake wake, BufferPool buffers, boolean oneThread) {
    super(ring, wake, buffers, oneThread);
  }

  static PollReactor open(Options options, int entries, boolean oneThread)
      throws UnavailableException {
    return open(entries, oneThread, Buffers.pool(options));
  }

  static PollReactor open(int entries, boolean oneThread, BufferPool buffers)
      throws UnavailableException {
    return open(
        entries, oneThread, (ring, wake) -> new PollReactor(ring, wake, buffers, oneThread));
  }

  @Override
  int socketFlags() {
    return Syscalls.SOCK_NONBLOCK; // connect and accept have no flag of their own for it
  }

  @Override
  ListenerIo listener(int descriptor) throws IOException {
    return enrolled(new PollListener(this, descriptor));
  }

  @Override
  StreamIo connecting(int descriptor, InetSocketAddress address) {
    return enrolled(PollStream.connecting(this, descriptor, address));
  }

  @Override
  StreamIo connected(int descriptor) {
    return enrolled(PollStream.connected(this, descriptor));
  }

  @Override
  DatagramIo datagrams(int descriptor) throws IOException {
    return enrolled(new PollDatagrams(this, descriptor));
  }
}
