package dev.heddle.runtime.net;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.spi.Reactor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of one runtime: {@link dev.heddle.runtime.HeddleRuntime#net}. Thread-safe.
 *
 * <p>Where each worker has an event loop of its own, a socket belongs to that of the worker on
 * which it is first used. A task that is stolen reaches it from elsewhere, at the cost of a message
 * to that loop.
 */
public final class Net {
  private static final int BACKLOG = 4_096;

  private final Supplier<Reactor> here;

  /**
   * Made by the runtime.
   *
   * @param here the event loop for a socket that the calling thread begins to use
   */
  public Net(Supplier<Reactor> here) {
    this.here = here;
  }

  Reactor here() {
    return here.get();
  }

  /**
   * Listens on an address; port 0 stands for any free one.
   *
   * @throws IOException if the system refuses, such as an address that is in use
   * @throws IllegalStateException if the runtime has no driver
   */
  public TcpListener listen(InetSocketAddress address) throws IOException {
    return new TcpListener(this, here().listen(address, BACKLOG));
  }

  /**
   * Connects. Closing the future before it is ready gives the attempt up.
   *
   * @return a future that fails with an {@link IOException} if the connection is refused
   */
  public Future<TcpStream> connect(InetSocketAddress address) {
    return new Connecting(this, address);
  }

  /**
   * Binds a datagram socket; port 0 stands for any free one.
   *
   * @throws IOException if the system refuses
   * @throws IllegalStateException if the runtime has no driver
   */
  public UdpSocket bind(InetSocketAddress address) throws IOException {
    return new UdpSocket(here().bind(address));
  }

  /**
   * An empty buffer to be filled and written, which is the caller's; or null, and the task is woken
   * once there may be one.
   */
  public @Nullable IoBuffer pollBuffer(Context context) {
    return here().pollBuffer(context.waker());
  }

  /**
   * An empty buffer to be filled and written. Ready once there is one; whoever takes it owns it.
   */
  public Future<IoBuffer> buffer() {
    return new Taking();
  }

  private final class Taking implements Future<IoBuffer> {
    private @Nullable IoBuffer taken;

    @Override
    public Poll poll(Context context) {
      if (taken == null) {
        taken = pollBuffer(context);
      }
      return taken != null && context.takeBudget() ? Poll.READY : Poll.PENDING;
    }

    @Override
    public IoBuffer value() {
      IoBuffer buffer = taken;
      if (buffer == null) {
        throw new IllegalStateException("there is no buffer yet, or it was taken");
      }
      taken = null;
      return buffer;
    }

    @Override
    public void close() {
      if (taken != null) {
        taken.release();
      }
    }
  }
}
