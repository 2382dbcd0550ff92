package dev.heddle.drivers;

import static dev.heddle.drivers.Wire.ANY_PORT;
import static dev.heddle.drivers.Wire.bytes;
import static dev.heddle.drivers.Wire.connect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.drivers.Wire.Pair;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.TaskCancelledException;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.net.TcpListener;
import dev.heddle.runtime.net.TcpStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasks that are aborted while they wait for a socket: the socket is another task's afterwards. */
@ParameterizedClass
@MethodSource("dev.heddle.drivers.Setup#everyone")
class AbortTest {
  private static final int MUCH = 32 << 20; // more than all buffers on the way

  private final Setup setup;
  private Inside inside;
  private HeddleRuntime runtime;

  AbortTest(Setup setup) {
    this.setup = setup;
  }

  @BeforeEach
  void start() {
    inside = setup.inside();
    runtime = inside.build(setup.builder());
  }

  @AfterEach
  void close() {
    runtime.close();
    inside.assertNothingIsLeft();
  }

  private <T extends @Nullable Object> T run(Future<T> future) throws Exception {
    return runtime.spawn(future).join();
  }

  /** Aborts it once it waits, and after its first poll if {@code atOnce}. */
  private void abort(Future<?> future, boolean atOnce) throws Exception {
    JoinHandle<?> handle = runtime.spawn(future);
    if (!atOnce) {
      run(Futures.sleep(Duration.ofMillis(2)));
    }
    handle.abort();
    assertThatThrownBy(handle::join).isInstanceOf(TaskCancelledException.class);
  }

  @Test
  void ofAConnection() throws Exception {
    try (FullListener nobody = new FullListener()) {
      for (int i = 0; i < 20; i++) {
        abort(runtime.net().connect(nobody.address()), i % 2 == 0);
      }
    }
    try (TcpListener listener = runtime.net().listen(ANY_PORT)) {
      run(runtime.net().connect(listener.localAddress())).close();
    }
  }

  @Test
  void ofAnAccept() throws Exception {
    try (TcpListener listener = runtime.net().listen(ANY_PORT)) {
      for (int i = 0; i < 10; i++) {
        abort(listener.accept(), i % 2 == 0);
      }
      try (Socket socket = connect(listener);
          TcpStream stream = run(listener.accept())) {
        assertThat(stream.peerAddress().getPort()).isEqualTo(socket.getLocalPort());
      }
    }
  }

  @Test
  void ofARead() throws Exception {
    try (Pair pair = Pair.of(runtime)) {
      for (int i = 0; i < 10; i++) {
        abort(pair.stream().read(), i % 2 == 0);
      }
      byte[] sent = bytes(10_000, 1);
      pair.socket().getOutputStream().write(sent);
      ByteBuffer all = ByteBuffer.allocate(sent.length);
      while (all.hasRemaining()) {
        assertThat(run(pair.stream().read(all))).isPositive();
      }
      assertThat(all.array()).isEqualTo(sent);
    }
  }

  @Test
  void ofAWrite() throws Exception {
    try (Pair pair = Pair.of(runtime)) {
      abort(pair.stream().writeAll(ByteBuffer.wrap(new byte[MUCH])), false);
      abort(pair.stream().writeAll(ByteBuffer.wrap(new byte[MUCH])), true);
      // The next one's own bytes come whole, behind whatever has gone out.
      byte[] last = bytes(100, 2);
      JoinHandle<@Nullable Void> writing =
          runtime.spawn(
              pair.stream()
                  .writeAll(ByteBuffer.wrap(last))
                  .then(_ -> {
                    try {
                      pair.stream().shutdownOutput();
                    } catch (IOException e) {
                      return Futures.failed(e);
                    }
                    return Futures.ready(null);
                  }));
      byte[] all = pair.socket().getInputStream().readAllBytes();
      writing.join();
      assertThat(Arrays.copyOfRange(all, all.length - last.length, all.length)).isEqualTo(last);
      assertThat(all.length).isLessThan(2 * MUCH);
    }
  }

  @Test
  void ofAFlush() throws Exception {
    try (Pair pair = Pair.of(runtime)) {
      JoinHandle<@Nullable Void> writing =
          runtime.spawn(pair.stream().writeAll(ByteBuffer.wrap(new byte[MUCH])));
      run(Futures.sleep(Duration.ofMillis(5)));
      writing.abort();
      for (int i = 0; i < 5; i++) {
        JoinHandle<@Nullable Void> flushing = runtime.spawn(pair.stream().flush());
        run(Futures.sleep(Duration.ofMillis(1)));
        flushing.abort();
      }
      JoinHandle<@Nullable Void> flushing = runtime.spawn(pair.stream().flush());
      Thread reader =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  pair.socket().getInputStream().skip(MUCH);
                } catch (IOException closed) {
                  // at the end
                }
              });
      flushing.join();
      pair.stream().shutdownOutput();
      reader.join();
    }
  }

  /** What a ring brings and nobody takes any more must find its way back too. */
  @Test
  void atAnyMoment() throws Exception {
    Random random = new Random(3);
    TcpListener listener = runtime.net().listen(ANY_PORT);
    Echo.Server server = new Echo.Server(listener);
    runtime.spawn(server);
    for (int i = 0; i < 300; i++) {
      JoinHandle<byte[]> client =
          runtime.spawn(
              runtime
                  .net()
                  .connect(listener.localAddress())
                  .then(stream -> new Client(stream, bytes(100_000, 4))));
      for (int pause = random.nextInt(20_000); pause > 0; pause--) {
        Thread.onSpinWait();
      }
      client.abort();
      try {
        client.join();
      } catch (TaskCancelledException aborted) {
        // mostly
      }
    }
    Wire.await("every echo to end", () -> server.open.get() == 0);
  }

  @Test
  void ofSomebodyWhoWaitsForABuffer() throws Exception {
    Setup few = setup.withFewBuffers();
    Inside insideFew = few.inside();
    try (HeddleRuntime small = insideFew.build(few.builder())) {
      for (int i = 0; i < 200; i++) {
        JoinHandle<IoBuffer> taking = small.spawn(small.net().buffer());
        taking.abort();
        try {
          taking.join().release();
        } catch (TaskCancelledException aborted) {
          // either is right
        }
      }
    }
    insideFew.assertNothingIsLeft();
  }

  /** A listener that accepts nothing, and whose queue is full: to connect there takes for ever. */
  static final class FullListener implements AutoCloseable {
    private final ServerSocketChannel listener;
    private final List<SocketChannel> waiting = new ArrayList<>();

    FullListener() throws Exception {
      listener = ServerSocketChannel.open().bind(ANY_PORT, 1);
      boolean room = true;
      while (room) {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        waiting.add(channel);
        if (!channel.connect(address())) {
          Thread.sleep(20);
          room = channel.finishConnect();
        }
      }
    }

    InetSocketAddress address() throws IOException {
      return (InetSocketAddress) listener.getLocalAddress();
    }

    @Override
    public void close() throws IOException {
      for (SocketChannel channel : waiting) {
        channel.close();
      }
      listener.close();
    }
  }
}
