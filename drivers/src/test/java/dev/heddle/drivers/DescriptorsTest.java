package dev.heddle.drivers;

import static dev.heddle.drivers.Wire.STRESS_NANOS;
import static dev.heddle.drivers.Wire.bytes;
import static dev.heddle.drivers.Wire.reset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.drivers.Wire.Pair;
import dev.heddle.runtime.Context;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.net.TcpListener;
import dev.heddle.runtime.net.TcpStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Connections that come and go, in every way there is, and what they leave behind. */
@ParameterizedClass
@MethodSource("dev.heddle.drivers.Setup#everyone")
class DescriptorsTest {
  private static final int LEAST_CONNECTIONS = 1_000;
  private static final int THREADS = 2;

  /**
   * A closed connection keeps its port for a minute, so a storm of a minute needs more of them than
   * one address has.
   */
  private static final int ADDRESSES = 200;

  private final Setup setup;

  DescriptorsTest(Setup setup) {
    this.setup = setup;
  }

  @Test
  void connectionsTornDownAtRandomLeaveNothing() throws Exception {
    Inside inside = setup.inside();
    try (HeddleRuntime runtime = inside.build(setup.builder());
        ExecutorService threads = Executors.newCachedThreadPool()) {
      TcpListener listener =
          runtime.net().listen(new InetSocketAddress(InetAddress.getByName("0.0.0.0"), 0));
      int port = listener.localAddress().getPort();
      Echo.Server server = new Echo.Server(listener);
      runtime.spawn(server);
      List<java.util.concurrent.Future<Integer>> storms = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Random random = new Random(i);
        storms.add(threads.submit(() -> fromOutside(port, random)));
        storms.add(threads.submit(() -> fromInside(runtime, port, random.nextLong())));
      }
      int made = 0;
      for (java.util.concurrent.Future<Integer> storm : storms) {
        made += storm.get();
      }
      assertThat(made).isGreaterThanOrEqualTo(LEAST_CONNECTIONS);
      Wire.await("every echo to end", () -> server.open.get() == 0);
    }
    inside.assertNothingIsLeft();
  }

  /** An address of the loopback that leads to the listener. */
  private static InetSocketAddress somewhere(int port, Random random) throws IOException {
    byte host = (byte) (1 + random.nextInt(ADDRESSES));
    return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, host}), port);
  }

  private interface Round {
    int of(Random random) throws Exception;
  }

  private static int storm(Random random, Round round) throws Exception {
    long until = System.nanoTime() + STRESS_NANOS;
    int made = 0;
    while (made < LEAST_CONNECTIONS / (2 * THREADS) || System.nanoTime() - until < 0) {
      made += round.of(random);
    }
    return made;
  }

  /** Plain sockets, some at a time. */
  private static int fromOutside(int port, Random all) throws Exception {
    return storm(
        all,
        random -> {
          List<Socket> sockets = new ArrayList<>();
          for (int count = 1 + random.nextInt(20); count > 0; count--) {
            InetSocketAddress address = somewhere(port, random);
            sockets.add(new Socket(address.getAddress(), port));
          }
          for (Socket socket : sockets) {
            try {
              tearDown(socket, random);
            } catch (SocketException resetByEcho) {
              socket.close();
            }
          }
          return sockets.size();
        });
  }

  private static void tearDown(Socket socket, Random random) throws IOException {
    byte[] sent = bytes(1 + random.nextInt(20_000), 1);
    switch (random.nextInt(7)) {
      case 0 -> socket.close();
      case 1 -> reset(socket);
      case 2 -> {
        socket.getOutputStream().write(sent);
        assertThat(socket.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
        socket.close();
      }
      case 3 -> {
        socket.getOutputStream().write(sent);
        socket.shutdownOutput();
        assertThat(socket.getInputStream().readAllBytes()).isEqualTo(sent);
        socket.close();
      }
      case 4 -> {
        socket.getOutputStream().write(sent);
        reset(socket);
      }
      case 5 -> {
        socket.getOutputStream().write(sent);
        socket.getInputStream().read();
        socket.close(); // with bytes unread, which is a reset too
      }
      default -> {
        socket.shutdownOutput();
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
        reset(socket);
      }
    }
  }

  /** Tasks that are given up at random moments, or may go on to their end. */
  private static int fromInside(HeddleRuntime runtime, int port, long seed) throws Exception {
    return storm(
        new Random(seed),
        random -> {
          List<JoinHandle<byte[]>> clients = new ArrayList<>();
          for (int count = 1 + random.nextInt(20); count > 0; count--) {
            byte[] sent = bytes(1 + random.nextInt(20_000), 2);
            Future<TcpStream> connecting = runtime.net().connect(somewhere(port, random));
            clients.add(runtime.spawn(connecting.then(stream -> new Client(stream, sent))));
          }
          int pause = random.nextInt(500_000);
          for (long until = System.nanoTime() + pause; System.nanoTime() - until < 0; ) {
            Thread.onSpinWait();
          }
          for (JoinHandle<byte[]> client : clients) {
            if (random.nextBoolean()) {
              client.abort();
            } else {
              client.join();
            }
          }
          return clients.size();
        });
  }

  /**
   * A connection that is closed while a task reads it, and the next one, which mostly gets the
   * number of its descriptor.
   */
  @Test
  void aDescriptorThatIsUsedAgainIsNoConcernOfWhoHadItBefore() throws Exception {
    Inside inside = setup.inside();
    try (HeddleRuntime runtime = inside.build(setup.builder())) {
      Haunted haunted;
      try (Pair first = Pair.of(runtime)) {
        haunted = new Haunted(first.stream());
        runtime.spawn(haunted);
        Wire.await("a read", () -> haunted.polls.get() > 0);
      }
      Wire.await("the end of that read", () -> haunted.failed != null);
      for (int i = 0; i < 100; i++) {
        JoinHandle<@Nullable IoBuffer> reading;
        try (Pair pair = Pair.of(runtime)) {
          reading = runtime.spawn(pair.stream().read());
          try (Pair second = Pair.of(runtime)) {
            second.socket().getOutputStream().write(i);
            assertThat(readByte(runtime, second.stream())).isEqualTo((byte) i);
          }
          pair.stream().close();
          try (Pair third = Pair.of(runtime)) {
            third.socket().getOutputStream().write(-i);
            assertThat(readByte(runtime, third.stream())).isEqualTo((byte) -i);
          }
        }
        assertThatThrownBy(reading::join).hasRootCauseInstanceOf(IOException.class);
      }
      assertThat(haunted.afterwards.get())
          .as("polls after the end of its read")
          .isLessThanOrEqualTo(1);
    }
    inside.assertNothingIsLeft();
  }

  private static byte readByte(HeddleRuntime runtime, TcpStream stream) throws Exception {
    ByteBuffer one = ByteBuffer.allocate(1);
    assertThat(runtime.spawn(stream.read(one)).join()).isOne();
    return one.get(0);
  }

  /** Reads until that fails, and then waits for nothing at all. */
  private static final class Haunted extends Task<@Nullable Void> {
    private final TcpStream stream;
    final AtomicInteger polls = new AtomicInteger();
    final AtomicInteger afterwards = new AtomicInteger();
    volatile @Nullable IOException failed;

    Haunted(TcpStream stream) {
      this.stream = stream;
    }

    @Override
    public Poll poll(Context context) {
      polls.incrementAndGet();
      if (failed != null) {
        afterwards.incrementAndGet();
        return Poll.PENDING;
      }
      try {
        stream.pollRead(context);
      } catch (IOException e) {
        failed = e;
      }
      return Poll.PENDING;
    }
  }
}
