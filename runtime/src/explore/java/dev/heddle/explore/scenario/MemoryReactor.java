package dev.heddle.explore.scenario;

import dev.heddle.explore.scenario.MemoryDriver.Descriptor;
import dev.heddle.runtime.WaitState;
import dev.heddle.runtime.Waker;
import dev.heddle.runtime.net.BufferPool;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.spi.Reactor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One event loop of a {@link MemoryDriver}: completions, and a thread that waits for them. */
final class MemoryReactor implements Reactor {
  /** So small and so few that a write of five bytes needs three, and has to wait for the last. */
  private static final int BUFFER_BYTES = 2;

  private static final int BUFFERS = 2;

  private final MemoryDriver driver;
  private final WaitState state = new WaitState();
  private final ConcurrentLinkedQueue<Runnable> completions = new ConcurrentLinkedQueue<>();
  private final BufferPool pool = new BufferPool(BUFFER_BYTES, BUFFERS);
  private final List<MemoryStream> streams = new ArrayList<>();
  private final List<MemoryListener> listeners = new ArrayList<>();

  /** Who waits, or waited last. Plain: written before the look at the completions. */
  private @Nullable Thread waiting;

  private int lent;
  private int openAtTheEnd;
  private boolean inside;
  private boolean retired;
  private volatile boolean closed;

  MemoryReactor(MemoryDriver driver) {
    this.driver = driver;
  }

  // ---- the wait ------------------------------------------------------------------------------

  @Override
  public void park(long deadlineNanos) {
    enter();
    waiting = Thread.currentThread();
    if (state.begin()) {
      while (state.isWaiting() && completions.isEmpty()) {
        if (deadlineNanos == NEVER) {
          LockSupport.park(this);
        } else {
          long nanos = deadlineNanos - System.nanoTime();
          if (nanos <= 0) {
            break;
          }
          LockSupport.parkNanos(this, nanos);
        }
      }
      state.end();
    }
    inside = false;
  }

  @Override
  public void unpark() {
    if (state.tell()) {
      LockSupport.unpark(waiting);
    }
  }

  @Override
  public void poll() {
    enter();
    for (Runnable next = completions.poll(); next != null; next = completions.poll()) {
      next.run();
    }
    inside = false;
  }

  private void enter() {
    if (inside) {
      MemoryDriver.complain("two threads are in one event loop");
    }
    if (retired || closed) {
      MemoryDriver.complain("an event loop that has ended was entered");
    }
    inside = true;
  }

  /** By the kernel: the next poll runs this. */
  private void complete(Runnable completion) {
    completions.add(completion);
    LockSupport.unpark(waiting);
  }

  @Override
  public void retire() {
    enter();
    inside = false;
    retired = true;
  }

  @Override
  public void close() {
    if (closed || inside) {
      MemoryDriver.complain("an event loop was closed twice, or with a thread inside");
    }
    closed = true;
    List.copyOf(listeners).forEach(MemoryListener::close);
    List.copyOf(streams).forEach(MemoryStream::abandon);
  }

  /** How many sockets nobody had closed when this was. */
  int openAtTheEnd() {
    return openAtTheEnd;
  }

  boolean isClosed() {
    return closed;
  }

  // ---- sockets -------------------------------------------------------------------------------

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("the runtime is closed");
    }
  }

  @Override
  public ListenerIo listen(InetSocketAddress address, int backlog) throws IOException {
    requireOpen();
    MemoryListener listener = new MemoryListener(address);
    listeners.add(listener);
    driver.listeners.add(listener);
    return listener;
  }

  @Override
  public StreamIo connect(InetSocketAddress address) throws IOException {
    requireOpen();
    boolean atOnce = address.equals(MemoryDriver.AT_ONCE);
    MemoryStream stream = newStream(driver.newDescriptor(), atOnce);
    if (!atOnce) {
      driver.kernel.request(() -> complete(stream::connected));
    }
    return stream;
  }

  @Override
  public StreamIo adopt(Accepted accepted) throws IOException {
    requireOpen();
    return newStream(((MemoryAccepted) accepted).take(), true);
  }

  private MemoryStream newStream(Descriptor descriptor, boolean connected) {
    MemoryStream stream = new MemoryStream(descriptor, connected);
    streams.add(stream);
    driver.streams.add(stream);
    return stream;
  }

  @Override
  public @Nullable IoBuffer pollBuffer(Waker waker) {
    return pool.poll(waker);
  }

  int buffersTaken() {
    return pool.taken() + lent;
  }

  private IoBuffer lend(byte[] bytes) {
    lent++;
    return new IoBuffer(buffer -> lent--, ByteBuffer.wrap(bytes), 0).take();
  }

  private static void wake(@Nullable Waker waker) {
    if (waker != null) {
      waker.wake();
    }
  }

  /** What nobody asks for here. */
  abstract static class Socket implements Connected {
    @Override
    public InetSocketAddress peer() {
      return MemoryDriver.AT_ONCE;
    }

    @Override
    public InetSocketAddress local() {
      return MemoryDriver.AT_ONCE;
    }

    @Override
    public void noDelay(boolean on) {}
  }

  /** A connection that completes whole requests, as a ring does. */
  final class MemoryStream extends Socket implements StreamIo, World.Peer {
    private final Descriptor descriptor;

    /** By the kernel. */
    private final List<Byte> sentToPeer = new ArrayList<>();

    // Guarded by this.
    private final ArrayDeque<IoBuffer> unread = new ArrayDeque<>();
    private boolean connected;
    private boolean end;
    private boolean closed;
    private @Nullable IoBuffer sending;
    private @Nullable Waker reader;
    private @Nullable Waker writer;

    private MemoryStream(Descriptor descriptor, boolean connected) {
      this.descriptor = descriptor;
      this.connected = connected;
    }

    private void requireOpen() throws IOException {
      if (closed) {
        throw new ClosedChannelException();
      }
    }

    @Override
    public synchronized boolean pollConnected(Waker waker) throws IOException {
      requireOpen();
      writer = waker;
      return connected;
    }

    private void connected() {
      Waker waker;
      synchronized (this) {
        connected = true;
        waker = writer;
        writer = null;
      }
      wake(waker);
    }

    @Override
    public synchronized @Nullable IoBuffer pollRead(Waker waker) throws IOException {
      requireOpen();
      if (!unread.isEmpty()) {
        return unread.pollFirst();
      }
      if (end) {
        return IoBuffer.END;
      }
      reader = waker;
      return null;
    }

    @Override
    public void peerSends(int... bytes) {
      byte[] copy = new byte[bytes.length];
      for (int i = 0; i < bytes.length; i++) {
        copy[i] = (byte) bytes[i];
      }
      driver.kernel.request(() -> complete(() -> received(copy)));
    }

    @Override
    public void peerEnds() {
      driver.kernel.request(() -> complete(() -> received(null)));
    }

    private void received(byte @Nullable [] bytes) {
      Waker waker;
      synchronized (this) {
        if (closed) {
          return;
        }
        if (bytes == null) {
          end = true;
        } else {
          unread.addLast(lend(bytes));
        }
        waker = reader;
        reader = null;
      }
      wake(waker);
    }

    @Override
    public boolean pollWrite(IoBuffer buffer, Waker waker) throws IOException {
      synchronized (this) {
        requireOpen();
        if (sending != null) {
          writer = waker;
          return false;
        }
        sending = buffer;
      }
      driver.kernel.request(this::send);
      return true;
    }

    /** By the kernel. */
    private void send() {
      synchronized (this) {
        if (sending == null) {
          return; // given up with its event loop
        }
        ByteBuffer bytes = sending.bytes();
        while (bytes.hasRemaining()) {
          sentToPeer.add(bytes.get());
        }
      }
      complete(this::sent);
    }

    private void sent() {
      IoBuffer buffer;
      Waker waker;
      synchronized (this) {
        buffer = sending;
        sending = null;
        waker = writer;
        writer = null;
      }
      if (buffer == null) {
        MemoryDriver.complain("what nobody sends was sent");
        return;
      }
      buffer.release();
      wake(waker);
    }

    @Override
    public List<Byte> sentToPeer() {
      return sentToPeer;
    }

    @Override
    public synchronized boolean pollFlush(Waker waker) throws IOException {
      requireOpen();
      writer = waker;
      return sending == null;
    }

    @Override
    public synchronized void shutdownOutput() throws IOException {
      requireOpen();
    }

    @Override
    public void close() {
      Waker one;
      Waker other;
      synchronized (this) {
        if (closed) {
          return;
        }
        closed = true;
        unread.forEach(IoBuffer::release);
        unread.clear();
        one = reader;
        other = writer;
        reader = null;
        writer = null;
      }
      wake(one);
      wake(other);
      driver.kernel.request(descriptor::close); // after what was written
    }

    /** Its event loop ends, and completes nothing more. */
    private void abandon() {
      IoBuffer unsent;
      synchronized (this) {
        unsent = sending;
        sending = null;
      }
      if (unsent != null) {
        unsent.release();
      }
      openAtTheEnd += isOpen() ? 1 : 0;
      close();
    }

    private synchronized boolean isOpen() {
      return !closed;
    }
  }

  /** A connection of no event loop, which is adopted or else closed. */
  private final class MemoryAccepted extends Socket implements Accepted {
    private final Descriptor descriptor = driver.newDescriptor();

    // Guarded by this.
    private boolean taken;
    private boolean closed;

    synchronized Descriptor take() throws IOException {
      if (taken) {
        MemoryDriver.complain("a connection was adopted twice");
      }
      if (closed) {
        throw new ClosedChannelException();
      }
      taken = true;
      return descriptor;
    }

    @Override
    public synchronized void close() {
      if (taken) {
        MemoryDriver.complain("a connection was closed behind the back of who adopted it");
      }
      if (!closed) {
        closed = true;
        descriptor.close();
      }
    }
  }

  final class MemoryListener implements ListenerIo {
    private final InetSocketAddress address;
    private final Descriptor descriptor = driver.newDescriptor();

    // Guarded by this.
    private final ArrayDeque<MemoryAccepted> backlog = new ArrayDeque<>();
    private @Nullable Waker acceptor;
    private boolean closed;

    private MemoryListener(InetSocketAddress address) {
      this.address = address;
    }

    /** A peer connects, sooner or later. */
    void peerConnects() {
      driver.kernel.request(() -> complete(this::arrived));
    }

    private void arrived() {
      Waker waker;
      synchronized (this) {
        if (closed) {
          return; // the kernel has refused it
        }
        backlog.addLast(new MemoryAccepted());
        waker = acceptor;
        acceptor = null;
      }
      wake(waker);
    }

    @Override
    public synchronized @Nullable Accepted pollAccept(Waker waker) throws IOException {
      if (closed) {
        throw new ClosedChannelException();
      }
      if (!backlog.isEmpty()) {
        return backlog.pollFirst();
      }
      acceptor = waker;
      return null;
    }

    @Override
    public InetSocketAddress local() {
      return address;
    }

    @Override
    public void close() {
      Waker waker;
      synchronized (this) {
        if (closed) {
          return;
        }
        closed = true;
        backlog.forEach(MemoryAccepted::close);
        backlog.clear();
        waker = acceptor;
        acceptor = null;
      }
      wake(waker);
      driver.kernel.request(descriptor::close);
    }
  }
}
