package dev.heddle.drivers.uring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.drivers.Buffers;
import dev.heddle.runtime.Waker;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.spi.Options;
import dev.heddle.runtime.spi.Reactor.Accepted;
import dev.heddle.runtime.spi.Reactor.DatagramIo;
import dev.heddle.runtime.spi.Reactor.ListenerIo;
import dev.heddle.runtime.spi.Reactor.StreamIo;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What is the polls' own: which calls and which polls a socket makes. The test is the thread in the
 * ring and the task at once. That sockets behave as all drivers' do is tested with those.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD) // a ring is one thread's
class PollReactorTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final int ENTRIES = 64;
  private static final int BUFFER_BYTES = 512;
  private static final Options OPTIONS =
      Options.parse(
          new UringPollDriver().options(), List.of("buffer=" + BUFFER_BYTES, "buffers=16"));

  /** Counts how often it is called. */
  private static final class Told implements Waker {
    private volatile int times;

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread at a time
    public void wake() {
      times++;
    }
  }

  private final Told told = new Told();
  private PollReactor reactor;
  private Socket peer;
  private StreamIo stream;

  /** What a write has not taken. */
  private @Nullable IoBuffer unwritten;

  @BeforeEach
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
  void open() throws Exception {
    Harvest.assumeAvailable();
    reactor = PollReactor.open(OPTIONS, ENTRIES, true);
    reactor.poll(); // this is its thread from now on
    ListenerIo listener = reactor.listen(ANY_PORT, 1);
    peer = new Socket(listener.local().getAddress(), listener.local().getPort());
    peer.setTcpNoDelay(true);
    stream = reactor.adopt(Objects.requireNonNull(accept(listener)));
    listener.close();
    settle();
  }

  @AfterEach
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
  void close() throws Exception {
    if (reactor != null) {
      peer.close();
      if (unwritten != null) {
        unwritten.release();
      }
      reactor.retire();
      reactor.close();
      assertThat(reactor.sockets()).isZero();
      assertThat(reactor.buffersTaken()).isZero();
    }
  }

  /** Hands over what was asked for, and what that brings at once is passed on. */
  private void settle() {
    reactor.poll();
    reactor.poll();
  }

  /** Waits in the ring, as a worker does, until the waker was called once more. */
  private void untilTold() {
    int before = told.times;
    long late = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (told.times == before) {
      assertThat(System.nanoTime() - late).as("nanoseconds left").isNegative();
      reactor.park(late);
      reactor.poll();
    }
  }

  private @Nullable Accepted accept(ListenerIo listener) throws IOException {
    Accepted accepted = listener.pollAccept(told);
    if (accepted == null) {
      untilTold();
      accepted = listener.pollAccept(told);
    }
    return accepted;
  }

  private void send(int bytes) throws IOException {
    peer.getOutputStream().write(new byte[bytes]);
  }

  /** Until so many bytes have come, so that one read finds them all. */
  private void awaitUnread(int bytes) {
    int descriptor = ((PollStream) stream).descriptor;
    try (var arena = java.lang.foreign.Arena.ofConfined()) {
      long room = arena.allocate(bytes).address();
      long late = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (peek(descriptor, room, bytes) < bytes) {
        assertThat(System.nanoTime() - late).as("nanoseconds left").isNegative();
        Thread.onSpinWait();
      }
    }
  }

  private static long peek(int descriptor, long room, int bytes) {
    int flags = Syscalls.MSG_DONTWAIT | 2; // MSG_PEEK
    return Syscalls.call(
        Syscalls.newState(), Syscalls.RECVFROM, descriptor, room, bytes, flags, 0, 0);
  }

  private int read() throws IOException {
    IoBuffer buffer = Objects.requireNonNull(stream.pollRead(told));
    int count = buffer.bytes().remaining();
    buffer.release();
    return count;
  }

  private long calls() {
    return reactor.counters().systemCalls();
  }

  private long polls() {
    return reactor.ring().submitted();
  }

  @Test
  void aReadIsOneCallAndOneThatHasFoundAllWaitsWithoutAnother() throws Exception {
    send(10);
    awaitUnread(10);
    long before = calls();
    assertThat(read()).isEqualTo(10);
    assertThat(calls() - before).isEqualTo(1);
    assertThat(stream.pollRead(told)).isNull();
    assertThat(calls() - before).isEqualTo(1);
  }

  @Test
  void aReadThatFillsItsBufferIsFollowedByAnother() throws Exception {
    send(BUFFER_BYTES + 1);
    awaitUnread(BUFFER_BYTES + 1);
    long before = calls();
    assertThat(read()).isEqualTo(BUFFER_BYTES);
    assertThat(read()).isEqualTo(1);
    assertThat(calls() - before).isEqualTo(2);
  }

  @Test
  void whoWaitsAsksForOnePollHoweverOftenItLooks() throws Exception {
    for (int i = 0; i < 5; i++) {
      assertThat(stream.pollRead(told)).isNull();
      settle();
    }
    long before = polls();
    assertThat(stream.pollRead(told)).isNull();
    settle();
    assertThat(polls()).isEqualTo(before);
    send(1);
    untilTold();
    assertThat(read()).isEqualTo(1);
  }

  @Test
  void thePollLeavesWithTheNextWait() throws Exception {
    send(1);
    awaitUnread(1);
    read();
    long calls = calls();
    long polls = polls();
    assertThat(stream.pollRead(told)).isNull();
    send(1);
    untilTold();
    assertThat(polls() - polls).isEqualTo(1);
    assertThat(calls() - calls).isEqualTo(1);
  }

  @Test
  void onlyTheDirectionThatWaitsIsPolled() throws Exception {
    assertThat(stream.pollRead(told)).isNull(); // tries
    long before = polls();
    settle();
    assertThat(polls() - before).isEqualTo(1);
    Told writer = new Told();
    writeUntilFull(writer);
    settle();
    assertThat(polls() - before).isEqualTo(2);
    send(1);
    untilTold();
    assertThat(writer.times).isZero();
    assertThat(read()).isEqualTo(1);
  }

  private void writeUntilFull(Waker waker) throws IOException {
    boolean taken;
    do {
      unwritten = Objects.requireNonNull(reactor.pollBuffer(waker));
      taken = stream.pollWrite(unwritten, waker);
    } while (taken);
  }

  @Test
  void aClosedSocketKeepsItsDescriptorUntilItsPollsHaveEnded() throws Exception {
    int descriptor = ((PollStream) stream).descriptor;
    Path link = Path.of("/proc/self/fd/" + descriptor);
    Object file = Files.readSymbolicLink(link);
    assertThat(stream.pollRead(told)).isNull();
    writeUntilFull(told);
    settle();
    stream.close();
    assertThat(Files.readSymbolicLink(link)).isEqualTo(file);
    assertThatThrownBy(() -> stream.pollRead(told)).isInstanceOf(ClosedChannelException.class);
    long late = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (reactor.sockets() > 0) {
      assertThat(Files.readSymbolicLink(link)).isEqualTo(file);
      reactor.park(late);
      reactor.poll();
    }
    assertThat(Files.exists(link, java.nio.file.LinkOption.NOFOLLOW_LINKS)).isFalse();
  }

  @Test
  void whatCameBeforeABrokenWriteIsReadBeforeThatIsTold() throws Exception {
    assertThat(stream.pollRead(told)).isNull();
    send(7);
    awaitUnread(7);
    peer.setOption(StandardSocketOptions.SO_LINGER, 0);
    peer.close();
    assertThatThrownBy(
            () -> {
              while (true) {
                unwritten = reactor.pollBuffer(told);
                assertThat(stream.pollWrite(Objects.requireNonNull(unwritten), told)).isTrue();
                unwritten = null;
              }
            })
        .isInstanceOf(IOException.class);
    assertThat(read()).isEqualTo(7);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> stream.pollRead(told)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aConnectionIsRefusedForGood() throws Exception {
    InetSocketAddress nobody;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = (InetSocketAddress) closed.getLocalSocketAddress();
    }
    StreamIo refused = reactor.connect(nobody);
    assertThatThrownBy(
            () -> {
              if (!refused.pollConnected(told)) {
                untilTold();
                refused.pollConnected(told);
              }
            })
        .hasMessageContaining("refused");
    assertThatThrownBy(() -> refused.pollConnected(told)).hasMessageContaining("refused");
    assertThatThrownBy(() -> refused.pollRead(told)).hasMessageContaining("refused");
  }

  @Test
  void aListenerThatIsOutOfConnectionsWaits() throws Exception {
    ListenerIo listener = reactor.listen(ANY_PORT, 10);
    assertThat(listener.pollAccept(told)).isNull();
    long before = calls();
    assertThat(listener.pollAccept(told)).isNull();
    assertThat(calls()).isEqualTo(before);
    try (Socket one = new Socket(listener.local().getAddress(), listener.local().getPort());
        Socket two = new Socket(listener.local().getAddress(), listener.local().getPort())) {
      untilTold();
      assertThat(Objects.requireNonNull(listener.pollAccept(told)).peer())
          .isEqualTo(one.getLocalSocketAddress());
      assertThat(Objects.requireNonNull(listener.pollAccept(told)).peer())
          .isEqualTo(two.getLocalSocketAddress());
      assertThat(listener.pollAccept(told)).isNull();
      assertThat(reactor.counters().accepted()).isEqualTo(3);
    }
  }

  @Test
  void datagramsAreOneCallEach() throws Exception {
    DatagramIo one = reactor.bind(ANY_PORT);
    DatagramIo other = reactor.bind(ANY_PORT);
    long before = calls();
    IoBuffer buffer = Objects.requireNonNull(reactor.pollBuffer(told));
    buffer.bytes().put((byte) 7).flip();
    assertThat(one.pollSend(buffer, other.local(), told)).isTrue();
    var got = Objects.requireNonNull(other.pollReceive(told));
    assertThat(calls() - before).isEqualTo(2);
    assertThat(got.from()).isEqualTo(one.local());
    assertThat(got.buffer().bytes().remaining()).isEqualTo(1);
    assertThat(got.buffer().bytes().get()).isEqualTo((byte) 7);
    got.buffer().release();
    assertThat(other.pollReceive(told)).isNull();
  }

  /** Not only Java's thread, but the kernel's too. */
  private static void inAThreadThatEnds(Callable<?> call) throws Exception {
    FutureTask<Path> first =
        new FutureTask<>(() -> {
          call.call();
          return Path.of("/proc").resolve(Files.readSymbolicLink(Path.of("/proc/thread-self")));
        });
    Thread.ofPlatform().start(first);
    long late = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (Files.exists(first.get())) {
      assertThat(System.nanoTime() - late).as("nanoseconds left").isNegative();
      Thread.onSpinWait();
    }
  }

  /** Of a ring that is several threads' by turns: the kernel ends what a thread has asked for. */
  @Test
  void aWayToWakeOutlivesTheThreadThatFirstWaited() throws Exception {
    PollReactor shared = PollReactor.open(OPTIONS, ENTRIES, false);
    try {
      inAThreadThatEnds(() -> {
        shared.poll();
        return null;
      });
      for (int i = 0; i < 5; i++) {
        CountDownLatch mayTell = new CountDownLatch(1);
        Thread other =
            Thread.ofPlatform()
                .start(() -> {
                  try {
                    mayTell.await();
                    Thread.sleep(2); // the wait has begun, if it is quick
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                  told.wake();
                  shared.unpark();
                });
        int before = told.times;
        mayTell.countDown();
        long late = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (told.times == before) {
          assertThat(System.nanoTime() - late).as("nanoseconds left").isNegative();
          shared.park(late);
          shared.poll();
        }
        other.join();
      }
    } finally {
      shared.close();
    }
  }

  /** When it would tell of something, it tells only that it was cancelled. */
  @Test
  void aPollOutlivesTheThreadThatHandedItOver() throws Exception {
    PollReactor shared = PollReactor.open(OPTIONS, ENTRIES, false);
    try {
      DatagramIo receiver = shared.bind(ANY_PORT);
      DatagramIo sender = shared.bind(ANY_PORT);
      inAThreadThatEnds(() -> {
        assertThat(receiver.pollReceive(told)).isNull();
        shared.poll();
        shared.poll();
        return null;
      });
      assertThat(shared.ring().submitted()).isEqualTo(2); // the other one is for wake-ups
      IoBuffer buffer = Objects.requireNonNull(shared.pollBuffer(told));
      buffer.bytes().put((byte) 7).flip();
      assertThat(sender.pollSend(buffer, receiver.local(), told)).isTrue();
      int before = told.times;
      long late = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (told.times == before) {
        assertThat(System.nanoTime() - late).as("nanoseconds left").isNegative();
        shared.park(late);
        shared.poll();
      }
      Objects.requireNonNull(receiver.pollReceive(told)).buffer().release();
    } finally {
      shared.close();
    }
    assertThat(shared.sockets()).isZero();
  }

  @Test
  void itsBuffersAreThePools() throws Exception {
    send(1);
    awaitUnread(1);
    IoBuffer buffer = Objects.requireNonNull(stream.pollRead(told));
    assertThat(buffer.bytes().capacity()).isEqualTo(OPTIONS.get(Buffers.BYTES));
    assertThat(reactor.buffersTaken()).isEqualTo(1);
    assertThat(reactor.lent()).isZero();
    buffer.release();
    assertThat(stream.pollRead(told)).isNull();
    assertThat(reactor.buffersTaken()).isZero(); // whoever waits holds none
  }
}
