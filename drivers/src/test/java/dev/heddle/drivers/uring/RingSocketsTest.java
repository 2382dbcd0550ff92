package dev.heddle.drivers.uring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD) // a ring is one thread's
class RingSocketsTest {
  private static final int GROUP = 5;

  private final Arena arena = Arena.ofShared();
  private final List<Integer> descriptors = new ArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();
  private Ring ring;
  private Harvest harvest;

  @BeforeEach
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
  void open() throws Exception {
    Harvest.assumeAvailable();
    ring = Ring.open(RingOptions.owned(64));
    harvest = new Harvest(ring);
  }

  @AfterEach
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
  void close() throws Exception {
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
    descriptors.forEach(Syscalls::close);
    if (ring != null) {
      ring.close();
    }
    arena.close();
  }

  private <T extends AutoCloseable> T closing(T resource) {
    open.add(resource);
    return resource;
  }

  private int kept(int descriptor) {
    assertThat(descriptor).as(() -> Errno.text(descriptor)).isNotNegative();
    descriptors.add(descriptor);
    return descriptor;
  }

  private int socket(int type) {
    return kept(Syscalls.socket(Syscalls.AF_INET, type | Syscalls.SOCK_CLOEXEC, 0));
  }

  private InetSocketAddress bind(int socket) {
    long address = arena.allocate(Sockaddr.MAX_BYTES, 8).address();
    int length =
        Sockaddr.write(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), address);
    assertThat(Syscalls.bind(socket, address, length)).isZero();
    return name(socket, false);
  }

  private InetSocketAddress name(int socket, boolean peer) {
    long address = arena.allocate(Sockaddr.MAX_BYTES, 8).address();
    long length = arena.allocate(4, 4).address();
    Memory.putInt(length, Sockaddr.MAX_BYTES);
    assertThat(
            peer
                ? Syscalls.getpeername(socket, address, length)
                : Syscalls.getsockname(socket, address, length))
        .isZero();
    return Sockaddr.read(address);
  }

  private Socket client(InetSocketAddress to) throws Exception {
    return closing(new Socket(to.getAddress(), to.getPort()));
  }

  /** A connection: our end as a descriptor, the other as a socket. */
  private record Pair(int ours, Socket theirs) {}

  private Pair pair() throws Exception {
    int listener = socket(Syscalls.SOCK_STREAM);
    InetSocketAddress at = bind(listener);
    assertThat(Syscalls.listen(listener, 4)).isZero();
    Socket theirs = client(at);
    return new Pair(kept(Syscalls.accept4(listener, 0, 0, Syscalls.SOCK_CLOEXEC)), theirs);
  }

  private BufferRing buffers(int count, int size) throws Exception {
    return closing(BufferRing.open(ring, GROUP, count, size));
  }

  private static byte[] bytes(long address, int length) {
    byte[] bytes = new byte[length];
    Memory.get(address, bytes, 0, length);
    return bytes;
  }

  @Test
  void acceptsAgainAndAgain() throws Exception {
    int listener = socket(Syscalls.SOCK_STREAM);
    InetSocketAddress at = bind(listener);
    assertThat(Syscalls.listen(listener, 16)).isZero();
    ring.sq.acceptMultishot(listener, Syscalls.SOCK_CLOEXEC | Syscalls.SOCK_NONBLOCK, 1);
    ring.submit();
    for (int i = 0; i < 10; i++) {
      Socket theirs = client(at);
      Harvest.Completion accepted = harvest.next();

      assertThat(accepted.hasMore()).isTrue();
      int ours = kept(accepted.result());
      assertThat(name(ours, true).getPort()).isEqualTo(theirs.getLocalPort());
      assertThat(Syscalls.fcntl(ours, Syscalls.F_GETFL, 0) & Syscalls.O_NONBLOCK).isNotZero();
    }
    ring.sq.cancel(1, 2);
    assertThat(harvest.of(2).result()).isZero();
    assertThat(harvest.of(1)).isEqualTo(new Harvest.Completion(1, -Errno.ECANCELED, 0));
  }

  @Test
  void acceptsOnce() throws Exception {
    int listener = socket(Syscalls.SOCK_STREAM);
    InetSocketAddress at = bind(listener);
    assertThat(Syscalls.listen(listener, 16)).isZero();
    ring.sq.accept(listener, Syscalls.SOCK_CLOEXEC, 1);
    ring.submit();
    client(at);

    Harvest.Completion accepted = harvest.next();
    kept(accepted.result());
    assertThat(accepted.hasMore()).isFalse();
  }

  @Test
  void receivesAgainAndAgainUntilTheEndOfTheStream() throws Exception {
    Pair pair = pair();
    BufferRing buffers = buffers(8, 64);
    byte[] sent = new byte[100_000];
    new Random(5).nextBytes(sent);
    OtherThread<Boolean> sender =
        OtherThread.start(
            "sender",
            () -> {
              pair.theirs().getOutputStream().write(sent);
              pair.theirs().shutdownOutput();
              return true;
            });
    ByteArrayOutputStream came = new ByteArrayOutputStream();
    int ended = 0;
    ring.sq.recvMultishot(GROUP, pair.ours(), 1);
    while (true) {
      Harvest.Completion next = harvest.next();
      assertThat(next.userData()).isEqualTo(1);
      if (next.result() > 0) {
        int id = buffers.take(next.flags());
        came.writeBytes(bytes(buffers.address(id), next.result()));
        buffers.give(id);
        buffers.publish();
      } else if (next.result() == 0) {
        assertThat(next.hasMore()).isFalse();
        break;
      } else {
        assertThat(next.result()).isEqualTo(-Errno.ENOBUFS);
      }
      if (!next.hasMore()) {
        ended++;
        ring.sq.recvMultishot(GROUP, pair.ours(), 1);
      }
    }
    sender.get();
    assertThat(came.toByteArray()).isEqualTo(sent);
    assertThat(buffers.lent()).isZero();
    assertThat(ended).isLessThan(sent.length / 64);
  }

  @Test
  void withoutBuffersAReceiveEndsAndIsArmedAgain() throws Exception {
    Pair pair = pair();
    BufferRing buffers = buffers(2, 16);
    byte[] sent =
        "0123456789abcdef0123456789ABCDEFghijklmnopqrstuv".getBytes(StandardCharsets.UTF_8);
    pair.theirs().getOutputStream().write(sent);
    ring.sq.recvMultishot(GROUP, pair.ours(), 1);

    Harvest.Completion first = harvest.next();
    Harvest.Completion second = harvest.next();
    Harvest.Completion third = harvest.next();
    assertThat(first.result()).isEqualTo(16);
    assertThat(second.result()).isEqualTo(16);
    assertThat(third).isEqualTo(new Harvest.Completion(1, -Errno.ENOBUFS, 0));
    int a = buffers.take(first.flags());
    int b = buffers.take(second.flags());
    assertThat(new String(bytes(buffers.address(a), 16), StandardCharsets.UTF_8))
        .isEqualTo("0123456789abcdef");
    assertThat(new String(bytes(buffers.address(b), 16), StandardCharsets.UTF_8))
        .isEqualTo("0123456789ABCDEF");
    assertThat(buffers.lent()).isEqualTo(2);

    buffers.give(b);
    buffers.publish();
    ring.sq.recvMultishot(GROUP, pair.ours(), 2);
    Harvest.Completion fourth = harvest.next();
    assertThat(buffers.take(fourth.flags())).isEqualTo(b);
    assertThat(new String(bytes(buffers.address(b), 16), StandardCharsets.UTF_8))
        .isEqualTo("ghijklmnopqrstuv");
  }

  @Test
  void aBufferIsTakenAndGivenOnce() throws Exception {
    Pair pair = pair();
    BufferRing buffers = buffers(2, 16);
    pair.theirs().getOutputStream().write(1);
    ring.sq.recvInto(GROUP, pair.ours(), 1);
    Harvest.Completion came = harvest.next();

    assertThat(came.hasMore()).isFalse();
    assertThatThrownBy(() -> buffers.give(0)).isInstanceOf(IllegalArgumentException.class);
    int id = buffers.take(came.flags());
    assertThatThrownBy(() -> buffers.take(came.flags()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> buffers.take(0)).isInstanceOf(IllegalArgumentException.class);
    buffers.give(id);
    assertThatThrownBy(() -> buffers.give(id)).hasMessageContaining("given back twice");
  }

  @Test
  void twoGroupsOfOneNameAreRefused() throws Exception {
    buffers(8, 64);
    assertThatThrownBy(() -> BufferRing.open(ring, GROUP, 8, 64))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("EEXIST");
  }

  @Test
  void receivesIntoMemoryOfTheCaller() throws Exception {
    Pair pair = pair();
    long memory = arena.allocate(16, 8).address();
    ring.sq.recv(pair.ours(), memory, 16, 1);
    ring.submit();
    pair.theirs().getOutputStream().write("hello".getBytes(StandardCharsets.UTF_8));

    assertThat(harvest.next().result()).isEqualTo(5);
    assertThat(new String(bytes(memory, 5), StandardCharsets.UTF_8)).isEqualTo("hello");
  }

  @Test
  void cancelsWhatWaitsOnADescriptorAndNothingElse() throws Exception {
    Pair pair = pair();
    Pair bystander = pair();
    buffers(8, 64);
    ring.sq.recvMultishot(GROUP, pair.ours(), 1);
    ring.sq.pollMultishot(pair.ours(), Abi.POLLRDHUP, 2);
    ring.sq.recvMultishot(GROUP, bystander.ours(), 3);
    ring.submit();
    ring.sq.cancelDescriptor(pair.ours(), 4);

    assertThat(harvest.of(4).result()).isEqualTo(2);
    assertThat(harvest.of(1).result()).isEqualTo(-Errno.ECANCELED);
    assertThat(harvest.of(2).result()).isEqualTo(-Errno.ECANCELED);
    bystander.theirs().getOutputStream().write(1);
    assertThat(harvest.of(3).result()).isEqualTo(1);
    ring.sq.cancelEverything(5);
    assertThat(harvest.of(5).result()).isEqualTo(1);
    assertThat(harvest.of(3).result()).isEqualTo(-Errno.ECANCELED);
    ring.sq.cancel(1, 6);
    assertThat(harvest.of(6).result()).isEqualTo(-Errno.ENOENT);
  }

  @Test
  void pollsOnceAndIsRemoved() throws Exception {
    Pair pair = pair();
    ring.sq.poll(pair.ours(), Abi.POLLOUT, 1);
    Harvest.Completion writable = harvest.next();
    assertThat(writable.result() & Abi.POLLOUT).isNotZero();
    assertThat(writable.hasMore()).isFalse();

    ring.sq.poll(pair.ours(), Abi.POLLIN, 2);
    ring.submit();
    ring.sq.pollRemove(2, 3);
    assertThat(harvest.of(3).result()).isZero();
    assertThat(harvest.of(2).result()).isEqualTo(-Errno.ECANCELED);
  }

  @Test
  void connectsSendsShutsDownAndCloses() throws Exception {
    ServerSocket server = closing(new ServerSocket(0, 4, InetAddress.getLoopbackAddress()));
    int ours = Syscalls.socket(Syscalls.AF_INET, Syscalls.SOCK_STREAM, 0);
    long address = arena.allocate(Sockaddr.MAX_BYTES, 8).address();
    int length =
        Sockaddr.write(
            new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), address);
    ring.sq.connect(ours, address, length, 1);
    assertThat(harvest.next().result()).isZero();
    Socket theirs = closing(server.accept());

    long text = arena.allocate(8, 8).address();
    Memory.put(text, "bye".getBytes(StandardCharsets.UTF_8), 0, 3);
    ring.sq.send(ours, text, 3, 0, 2);
    ring.sq.flagLast(Abi.SQE_LINK);
    ring.sq.shutdown(ours, Syscalls.SHUT_WR, 3);
    assertThat(harvest.of(2).result()).isEqualTo(3);
    assertThat(harvest.of(3).result()).isZero();
    assertThat(theirs.getInputStream().readAllBytes()).asString().isEqualTo("bye");

    ring.sq.close(ours, 4);
    assertThat(harvest.next().result()).isZero();
    assertThat(Syscalls.close(ours)).isEqualTo(-Errno.EBADF);
  }

  @Test
  void aConnectionThatIsRefusedOrResetSaysSo() throws Exception {
    int free;
    try (ServerSocket server = new ServerSocket(0, 4, InetAddress.getLoopbackAddress())) {
      free = server.getLocalPort();
    }
    int ours = socket(Syscalls.SOCK_STREAM);
    long address = arena.allocate(Sockaddr.MAX_BYTES, 8).address();
    int length =
        Sockaddr.write(new InetSocketAddress(InetAddress.getLoopbackAddress(), free), address);
    ring.sq.connect(ours, address, length, 1);
    assertThat(harvest.next().result()).isEqualTo(-Errno.ECONNREFUSED);

    Pair pair = pair();
    buffers(8, 64);
    ring.sq.recvMultishot(GROUP, pair.ours(), 2);
    ring.submit();
    pair.theirs().setSoLinger(true, 0);
    pair.theirs().close();
    assertThat(harvest.next()).isEqualTo(new Harvest.Completion(2, -Errno.ECONNRESET, 0));
    ring.sq.send(pair.ours(), address, 8, 0, 3);
    assertThat(harvest.next().result()).isEqualTo(-Errno.EPIPE);
  }

  @Test
  void datagramsComeAgainAndAgainWithTheirSender() throws Exception {
    int ours = socket(Syscalls.SOCK_DGRAM);
    InetSocketAddress at = bind(ours);
    BufferRing buffers = buffers(8, 256);
    long message = arena.allocate(Abi.MSGHDR_BYTES, 8).address();
    Memory.putInt(message + Abi.MSGHDR_NAMELEN, Sockaddr.MAX_BYTES);
    ring.sq.recvmsgMultishot(GROUP, ours, message, 0, 1);
    ring.submit();
    DatagramSocket theirs = closing(new DatagramSocket(0, InetAddress.getLoopbackAddress()));
    for (int i = 0; i < 20; i++) {
      byte[] sent = ("datagram " + i).getBytes(StandardCharsets.UTF_8);
      theirs.send(new DatagramPacket(sent, sent.length, at));
      Harvest.Completion came = harvest.next();

      assertThat(came.hasMore()).isTrue();
      int id = buffers.take(came.flags());
      long out = buffers.address(id);
      long name = out + Abi.RECVMSG_OUT_BYTES;
      assertThat(Sockaddr.read(name).getPort()).isEqualTo(theirs.getLocalPort());
      int length = Memory.getInt(out + Abi.RECVMSG_OUT_PAYLOADLEN);
      assertThat(bytes(name + Sockaddr.MAX_BYTES, length)).isEqualTo(sent);
      buffers.give(id);
      buffers.publish();
    }
  }

  @Test
  void oneDatagramIsSentAndReceived() throws Exception {
    int a = socket(Syscalls.SOCK_DGRAM);
    int b = socket(Syscalls.SOCK_DGRAM);
    InetSocketAddress from = bind(a);
    InetSocketAddress to = bind(b);
    long send = message("ping".getBytes(StandardCharsets.UTF_8), to);
    long receive = message(new byte[4], to);
    ring.sq.recvmsg(b, receive, 0, 1);
    ring.sq.sendmsg(a, send, 0, 2);

    assertThat(harvest.of(2).result()).isEqualTo(4);
    assertThat(harvest.of(1).result()).isEqualTo(4);
    assertThat(Sockaddr.read(Memory.getLong(receive + Abi.MSGHDR_NAME))).isEqualTo(from);
    long data = Memory.getLong(Memory.getLong(receive + Abi.MSGHDR_IOV));
    assertThat(bytes(data, 4)).asString(StandardCharsets.UTF_8).isEqualTo("ping");
  }

  private long message(byte[] data, InetSocketAddress address) {
    long message = arena.allocate(Abi.MSGHDR_BYTES, 8).address();
    long name = arena.allocate(Sockaddr.MAX_BYTES, 8).address();
    long iov = arena.allocate(Abi.IOVEC_BYTES, 8).address();
    long base = arena.allocate(data.length, 8).address();
    Memory.put(base, data, 0, data.length);
    Memory.putLong(iov, base);
    Memory.putLong(iov + 8, data.length);
    Memory.putLong(message + Abi.MSGHDR_NAME, name);
    Memory.putInt(message + Abi.MSGHDR_NAMELEN, Sockaddr.write(address, name));
    Memory.putLong(message + Abi.MSGHDR_IOV, iov);
    Memory.putLong(message + Abi.MSGHDR_IOVLEN, 1);
    return message;
  }

  @Test
  void systemCallsSayWhyTheyFail() throws Exception {
    Pair pair = pair();
    long memory = arena.allocate(64, 8).address();
    long length = arena.allocate(4, 4).address();

    assertThat(Syscalls.recv(pair.ours(), memory, 64)).isEqualTo(-Errno.EAGAIN);
    assertThat(Syscalls.send(pair.ours(), memory, 64)).isEqualTo(64);
    assertThat(pair.theirs().getInputStream().readNBytes(64)).hasSize(64);
    Memory.putInt(memory, 1);
    assertThat(
            Syscalls.setsockopt(pair.ours(), Syscalls.IPPROTO_TCP, Syscalls.TCP_NODELAY, memory, 4))
        .isZero();
    Memory.putInt(memory, 0);
    Memory.putInt(length, 4);
    assertThat(
            Syscalls.getsockopt(
                pair.ours(), Syscalls.IPPROTO_TCP, Syscalls.TCP_NODELAY, memory, length))
        .isZero();
    assertThat(Memory.getInt(memory)).isEqualTo(1);
    assertThat(Syscalls.shutdown(pair.ours(), Syscalls.SHUT_WR)).isZero();
    assertThat(pair.theirs().getInputStream().read()).isEqualTo(-1);
    assertThat(Syscalls.send(pair.ours(), memory, 1)).isEqualTo(-Errno.EPIPE);
    assertThat(Syscalls.connect(-1, memory, 16)).isEqualTo(-Errno.EBADF);
    assertThat(Errno.text(-Errno.EBADF)).isEqualTo("EBADF (bad descriptor)");
    assertThat(Errno.text(4095)).isEqualTo("errno 4095");
  }

  @Test
  void addressesOfBothFamiliesAreKept() throws Exception {
    long memory = arena.allocate(Sockaddr.MAX_BYTES, 8).address();
    for (String host : List.of("127.0.0.1", "255.1.2.200", "::1", "2001:db8::fedc", "fe80::1%7")) {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(host), 65_000);
      Sockaddr.write(address, memory);

      assertThat(Sockaddr.read(memory)).as(host).isEqualTo(address);
    }
    Memory.putShort(memory, (short) Syscalls.AF_UNIX);
    assertThatThrownBy(() -> Sockaddr.read(memory)).isInstanceOf(IllegalArgumentException.class);
  }
}
