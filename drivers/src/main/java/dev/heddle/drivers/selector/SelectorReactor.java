package dev.heddle.drivers.selector;

import dev.heddle.runtime.WaitState;
import dev.heddle.runtime.Waker;
import dev.heddle.runtime.net.BufferPool;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.spi.IoCounters;
import dev.heddle.runtime.spi.Reactor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One selector with its sockets. What a selection finds is kept until the next poll, and told to
 * the sockets then.
 *
 * <p>The selector tells of a socket again and again while it is ready (level-triggered), and a
 * change of what it shall tell of is a system call. So a socket's interest stays as it is while its
 * task keeps up: it is told once, reads until nothing is left, and waits for the next time. Only if
 * it is told once more before it has read is the interest taken back, until it has.
 *
 * <p>So that this stays rare where many are ready at once, some of the polls after a selection do
 * not look: those in which its sockets are still being served.
 */
final class SelectorReactor implements Reactor {
  /** About as many as a worker serves between two polls. */
  static final int SERVED_BETWEEN_POLLS = 64;

  private final Selector selector;
  private final BufferPool buffers;
  private final WaitState state = new WaitState();

  private volatile boolean ended;

  /** Whether a selection may be under way that does not know of the latest changes. */
  private volatile boolean selecting;

  /** Found ready, and not told so yet. By whoever parks or polls. */
  private final List<SelectionKey> ready = new ArrayList<>();

  private final Consumer<SelectionKey> collector = ready::add;

  /** How many polls do not look, as the last selection has found that much work. Likewise. */
  private int pollsLeftOut;

  /** Connections whose turn to close comes after a pause; see {@link SelectorListener}. */
  private final List<SelectorListener> paused = new ArrayList<>();

  final Counts counts = new Counts();

  SelectorReactor(BufferPool buffers) throws IOException {
    this.buffers = buffers;
    selector = Selector.open();
  }

  /** By any thread, and seldom by two at a time. */
  static final class Counts {
    final LongAdder calls = new LongAdder();
    final LongAdder waits = new LongAdder();
    final LongAdder wakes = new LongAdder();
    final LongAdder events = new LongAdder();
    final LongAdder reads = new LongAdder();
    final LongAdder writes = new LongAdder();
    final LongAdder accepted = new LongAdder();
  }

  BufferPool buffers() {
    return buffers;
  }

  // ---- the wait ------------------------------------------------------------------------------

  @Override
  public void park(long deadlineNanos) {
    if (!state.begin()) {
      return;
    }
    if (ready.isEmpty()) {
      selecting = true; // before the look at what is asked for: a pause may begin just now
      try {
        long until = earlierOf(deadlineNanos, firstPauseEnds());
        long nanos = until == NEVER ? Long.MAX_VALUE : until - System.nanoTime();
        if (nanos > 0 && state.isWaiting()) {
          // Rounded up: never early. 0 would stand for ever.
          select(nanos == Long.MAX_VALUE ? 0 : millisUp(nanos));
        }
      } finally {
        selecting = false;
      }
    }
    state.end();
  }

  private static long millisUp(long nanos) {
    return (nanos - 1) / TimeUnit.MILLISECONDS.toNanos(1) + 1;
  }

  private static long earlierOf(long one, long other) {
    if (one == NEVER || other == NEVER) {
      return one == NEVER ? other : one;
    }
    return one - other < 0 ? one : other;
  }

  private void select(long millis) {
    try {
      counts.calls.increment();
      counts.waits.increment();
      selector.select(collector, millis);
    } catch (IOException e) {
      throw new UncheckedIOException("the selector failed", e);
    } finally {
      // A worker owns its thread; left set, an interrupt would end every further selection.
      Thread.interrupted();
    }
  }

  @Override
  public void unpark() {
    if (state.tell()) {
      wakeSelector();
    }
  }

  private void wakeSelector() {
    counts.wakes.increment();
    counts.calls.add(2); // one to write, and one by the selection to read
    selector.wakeup();
  }

  @Override
  public void poll() {
    endPauses();
    if (ready.isEmpty()) {
      if (pollsLeftOut > 0) {
        pollsLeftOut--;
        return;
      }
      try {
        counts.calls.increment();
        selector.selectNow(collector);
      } catch (IOException e) {
        throw new UncheckedIOException("the selector failed", e);
      }
    }
    for (SelectionKey key : ready) {
      tell(key);
    }
    pollsLeftOut = ready.size() / SERVED_BETWEEN_POLLS;
    ready.clear();
  }

  private void tell(SelectionKey key) {
    int operations;
    try {
      operations = key.readyOps();
    } catch (CancelledKeyException closedMeanwhile) {
      return;
    }
    counts.events.increment();
    ((Socket) key.attachment()).ready(operations);
  }

  /** What is attached to a key. */
  interface Socket {
    /** By whoever polls. */
    void ready(int operations);

    void close();
  }

  // ---- what sockets ask for ------------------------------------------------------------------

  /** Registers a channel without any interest. */
  SelectionKey register(SelectableChannel channel, Socket socket) throws IOException {
    channel.configureBlocking(false);
    counts.calls.increment();
    try {
      SelectionKey key = channel.register(selector, 0, socket);
      if (!ended) {
        return key;
      }
    } catch (ClosedSelectorException e) {
      // and so ended
    }
    throw new IOException("the runtime is closed");
  }

  /** From now on the selector tells of these operations too. Any thread. */
  void arm(SelectionKey key, int operations) throws IOException {
    try {
      if ((key.interestOpsOr(operations) & operations) != operations) {
        counts.calls.increment(); // the next selection tells the system
        changed();
      }
    } catch (CancelledKeyException e) {
      throw new java.nio.channels.ClosedChannelException();
    }
  }

  /** As {@link #arm}, by whoever polls. */
  void rearm(SelectionKey key, int operations) {
    try {
      arm(key, operations);
    } catch (IOException closedMeanwhile) {
      // and whoever waits for it was told
    }
  }

  /** From now on it does not. By whoever polls. */
  void disarm(SelectionKey key, int operations) {
    try {
      if ((key.interestOpsAnd(~operations) & operations) != 0) {
        counts.calls.increment();
      }
    } catch (CancelledKeyException closedMeanwhile) {
      // and so of no interest
    }
  }

  /**
   * A selection that is under way must begin anew. After the change; the flag is set before the
   * selector looks at changes, so either it sees this one or the flag is seen.
   */
  void changed() {
    if (selecting) {
      wakeSelector();
    }
  }

  /** A listener found no descriptor free, and waits. By any thread. */
  void pause(SelectorListener listener) {
    synchronized (paused) {
      paused.add(listener);
    }
    changed();
  }

  private long firstPauseEnds() {
    synchronized (paused) {
      long first = NEVER;
      for (SelectorListener listener : paused) {
        first = earlierOf(first, listener.pausedUntil());
      }
      return first;
    }
  }

  private void endPauses() {
    List<SelectorListener> over = List.of();
    synchronized (paused) {
      if (!paused.isEmpty()) {
        long now = System.nanoTime();
        over = paused.stream().filter(each -> now - each.pausedUntil() >= 0).toList();
        paused.removeAll(over);
      }
    }
    over.forEach(SelectorListener::pauseEnds);
  }

  // ---- sockets -------------------------------------------------------------------------------

  @Override
  public ListenerIo listen(InetSocketAddress address, int backlog) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    return orClose(
        channel,
        () -> {
          channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
          channel.bind(address, backlog);
          return new SelectorListener(this, channel);
        });
  }

  @Override
  public StreamIo connect(InetSocketAddress address) throws IOException {
    SocketChannel channel = SocketChannel.open();
    return orClose(
        channel,
        () -> {
          channel.configureBlocking(false);
          counts.calls.increment();
          channel.connect(address);
          return new SelectorStream(this, channel);
        });
  }

  @Override
  public StreamIo adopt(Accepted accepted) throws IOException {
    SocketChannel channel = ((AcceptedChannel) accepted).channel();
    return orClose(channel, () -> new SelectorStream(this, channel));
  }

  @Override
  public DatagramIo bind(InetSocketAddress address) throws IOException {
    DatagramChannel channel = DatagramChannel.open();
    return orClose(
        channel,
        () -> {
          channel.bind(address);
          return new SelectorDatagrams(this, channel);
        });
  }

  private interface Making<T> {
    T make() throws IOException;
  }

  private static <T> T orClose(SelectableChannel channel, Making<T> making) throws IOException {
    try {
      return making.make();
    } catch (Throwable cannot) {
      channel.close();
      throw cannot;
    }
  }

  @Override
  public @Nullable IoBuffer pollBuffer(Waker waker) {
    return buffers.poll(waker);
  }

  /** How many sockets are registered. */
  int sockets() {
    return selector.isOpen() ? selector.keys().size() : 0;
  }

  @Override
  public IoCounters counters() {
    return new IoCounters(
        counts.calls.sum(),
        counts.waits.sum(),
        counts.wakes.sum(),
        counts.events.sum(),
        counts.reads.sum(),
        counts.writes.sum(),
        counts.accepted.sum(),
        buffers.refusals());
  }

  /** Which of the system's ways to wait the JDK chose. */
  @Override
  public Optional<String> obtained() {
    return Optional.of(selector.provider().getClass().getSimpleName());
  }

  @Override
  public void close() {
    ended = true; // before the look at the sockets: one that is registered after it is closed there
    for (SelectionKey key : List.copyOf(selector.keys())) {
      ((Socket) key.attachment()).close();
    }
    try {
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the selector could not be closed", e);
    }
  }
}
