package dev.heddle.drivers;

import static dev.heddle.drivers.Wire.ANY_PORT;
import static dev.heddle.drivers.Wire.bytes;
import static dev.heddle.drivers.Wire.connect;
import static dev.heddle.drivers.Wire.reset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.drivers.Wire.Pair;
import dev.heddle.runtime.Either;
import dev.heddle.runtime.Future;
import dev.heddle.runtime.FutureTimeoutException;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.TaskFailedException;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.net.TcpListener;
import dev.heddle.runtime.net.TcpStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections, with a peer that is a plain socket. */
@ParameterizedClass
@MethodSource("dev.heddle.drivers.Setup#everyone")
class StreamTest {
  private final Setup setup;
  private HeddleRuntime runtime;
  private ExecutorService threads;

  StreamTest(Setup setup) {
    this.setup = setup;
  }

  @BeforeEach
  void start() {
    runtime = setup.build();
    threads = Executors.newCachedThreadPool();
  }

  @AfterEach
  void close() {
    runtime.close();
    threads.shutdownNow();
  }

  /** A listener of the runtime, an echo behind it, and a plain socket that is connected. */
  private Socket toEcho() throws Exception {
    TcpListener listener = runtime.net().listen(ANY_PORT);
    runtime.spawn(new Echo.Server(listener));
    return connect(listener);
  }

  private Pair pair() throws Exception {
    return Pair.of(runtime);
  }

  /** In a task: wherever it is polled, and however often it moves. */
  private <T extends @Nullable Object> T run(Future<T> future) throws Exception {
    return runtime.spawn(future).join();
  }

  private byte[] readBytes(TcpStream stream, int count) throws Exception {
    ByteBuffer all = ByteBuffer.allocate(count);
    while (all.hasRemaining()) {
      assertThat(run(stream.read(all))).isPositive();
    }
    return all.array();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4_095, 4_096, 4_097, 100_000})
  void whatComesIsSentBack(int count) throws Exception {
    try (Socket socket = toEcho()) {
      byte[] sent = bytes(count, count);
      socket.getOutputStream().write(sent);
      assertThat(socket.getInputStream().readNBytes(count)).isEqualTo(sent);
    }
  }

  /** More than the buffers of both sides: reads and writes have to wait for each other. */
  @Test
  void manyBytesInRandomCutsComeBackWhole() throws Exception {
    int count = 16 << 20;
    try (Socket socket = toEcho()) {
      java.util.concurrent.Future<Long> received =
          threads.submit(() -> {
            CRC32 sum = new CRC32();
            byte[] part = new byte[100_000];
            InputStream in = socket.getInputStream();
            long left = count;
            while (left > 0) {
              int length = in.read(part);
              assertThat(length).isPositive();
              sum.update(part, 0, length);
              left -= length;
            }
            return sum.getValue();
          });
      Random random = new Random(1);
      CRC32 sum = new CRC32();
      OutputStream out = socket.getOutputStream();
      for (int left = count; left > 0; ) {
        byte[] part = bytes(Math.min(left, 1 + random.nextInt(200_000)), left);
        sum.update(part);
        out.write(part);
        left -= part.length;
      }
      assertThat(received.get()).isEqualTo(sum.getValue());
    }
  }

  @Test
  void theEndOfWhatThePeerSendsIsTheEndOfReadingAndNotOfWriting() throws Exception {
    try (Pair pair = pair()) {
      pair.socket().getOutputStream().write(7);
      pair.socket().shutdownOutput();
      IoBuffer buffer = Objects.requireNonNull(run(pair.stream().read()));
      assertThat(buffer.bytes().remaining()).isEqualTo(1);
      buffer.release();
      assertThat(run(pair.stream().read())).isNull();
      assertThat(run(pair.stream().read())).isNull();
      run(pair.stream().writeAll(ByteBuffer.wrap(bytes(100_000, 1))));
      pair.stream().shutdownOutput();
      assertThat(pair.socket().getInputStream().readAllBytes()).isEqualTo(bytes(100_000, 1));
    }
  }

  @Test
  void aStreamThatSendsNoMoreReadsOn() throws Exception {
    try (Pair pair = pair()) {
      pair.stream().shutdownOutput();
      assertThat(pair.socket().getInputStream().read()).isEqualTo(-1);
      pair.socket().getOutputStream().write(bytes(10_000, 2));
      assertThat(readBytes(pair.stream(), 10_000)).isEqualTo(bytes(10_000, 2));
      assertThatThrownBy(() -> run(pair.stream().writeAll(ByteBuffer.wrap(bytes(10, 1)))))
          .hasRootCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void closingSendsWhatWasWritten() throws Exception {
    try (Pair pair = pair()) {
      byte[] sent = bytes(50_000, 3);
      JoinHandle<@Nullable Void> writing =
          runtime.spawn(pair.stream().writeAll(ByteBuffer.wrap(sent)));
      writing.join();
      pair.stream().close();
      assertThat(pair.socket().getInputStream().readAllBytes()).isEqualTo(sent);
    }
  }

  @Test
  void aResetIsAnExceptionForWhoeverReads() throws Exception {
    try (Pair pair = pair()) {
      JoinHandle<@Nullable IoBuffer> reading = runtime.spawn(pair.stream().read());
      reset(pair.socket());
      assertThatThrownBy(reading::join).hasRootCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void aResetIsAnExceptionForWhoeverWrites() throws Exception {
    try (Pair pair = pair()) {
      reset(pair.socket());
      ByteBuffer much = ByteBuffer.wrap(bytes(4 << 20, 4));
      assertThatThrownBy(() -> run(pair.stream().writeAll(much)))
          .hasRootCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void aPeerThatSendsNothingKeepsATimedOutReadWaitingAndTheNextOneHasItAll() throws Exception {
    try (Pair pair = pair()) {
      for (int i = 0; i < 3; i++) {
        assertThatExceptionOfType(TaskFailedException.class)
            .isThrownBy(() -> run(Futures.timeout(pair.stream().read(), Duration.ofMillis(5))))
            .withCauseInstanceOf(FutureTimeoutException.class);
      }
      pair.socket().getOutputStream().write(bytes(20_000, 5));
      assertThat(readBytes(pair.stream(), 20_000)).isEqualTo(bytes(20_000, 5));
    }
  }

  /** Reads that are given up at random moments, while bytes come at random moments. */
  @Test
  void aReadThatIsGivenUpLosesNothing() throws Exception {
    int count = 200_000;
    try (Pair pair = pair()) {
      java.util.concurrent.Future<?> sending =
          threads.submit(() -> {
            Random random = new Random(6);
            byte[] all = bytes(count, 6);
            OutputStream out = pair.socket().getOutputStream();
            for (int sent = 0; sent < count; ) {
              int length = Math.min(count - sent, 1 + random.nextInt(2_000));
              out.write(all, sent, length);
              sent += length;
              if (random.nextInt(4) == 0) {
                Thread.sleep(1);
              }
            }
            return null;
          });
      ByteBuffer got = ByteBuffer.allocate(count);
      Random random = new Random(7);
      while (got.hasRemaining()) {
        Future<Either<@Nullable IoBuffer, @Nullable Void>> either =
            Futures.select(
                pair.stream().read(),
                random.nextBoolean() ? Futures.yieldNow() : Futures.sleep(Duration.ofMillis(1)));
        if (run(either) instanceof Either.First(IoBuffer buffer)) {
          got.put(buffer.bytes());
          buffer.release();
        }
      }
      sending.get();
      assertThat(got.array()).isEqualTo(bytes(count, 6));
    }
  }

  @Test
  void closingWakesWhoeverReads() throws Exception {
    try (Pair pair = pair()) {
      JoinHandle<@Nullable IoBuffer> reading = runtime.spawn(pair.stream().read());
      run(Futures.sleep(Duration.ofMillis(5)));
      pair.stream().close();
      assertThatThrownBy(reading::join).hasRootCauseInstanceOf(IOException.class);
      assertThat(pair.socket().getInputStream().read()).isEqualTo(-1);
      pair.stream().close();
    }
  }

  @Test
  void closingWakesWhoeverWrites() throws Exception {
    try (Pair pair = pair()) {
      JoinHandle<@Nullable Void> writing =
          runtime.spawn(pair.stream().writeAll(ByteBuffer.allocate(64 << 20)));
      run(Futures.sleep(Duration.ofMillis(20)));
      assertThat(writing.isFinished()).isFalse();
      pair.stream().close();
      assertThatThrownBy(writing::join).hasRootCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void aConnectionToNobodyIsRefused() throws Exception {
    InetSocketAddress nobody;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = (InetSocketAddress) closed.getLocalSocketAddress();
    }
    assertThatThrownBy(() -> run(runtime.net().connect(nobody)))
        .hasRootCauseInstanceOf(IOException.class)
        .rootCause()
        .hasMessageContaining("refused");
  }

  @Test
  void theRuntimeTalksToItself() throws Exception {
    TcpListener listener = runtime.net().listen(ANY_PORT);
    runtime.spawn(new Echo.Server(listener));
    List<JoinHandle<byte[]>> clients = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      byte[] sent = bytes(30_000, i);
      clients.add(
          runtime.spawn(
              runtime
                  .net()
                  .connect(listener.localAddress())
                  .then(stream -> new Client(stream, sent))));
    }
    for (int i = 0; i < 20; i++) {
      assertThat(clients.get(i).join()).isEqualTo(bytes(30_000, i));
    }
  }

  @Test
  void bothEndsKnowEachOther() throws Exception {
    try (Pair pair = pair()) {
      assertThat(pair.stream().peerAddress()).isEqualTo(pair.socket().getLocalSocketAddress());
      assertThat(pair.stream().localAddress()).isEqualTo(pair.socket().getRemoteSocketAddress());
      pair.stream().noDelay(true);
      run(pair.stream().writeAll(ByteBuffer.wrap(bytes(1, 1))));
      pair.stream().noDelay(false);
      assertThat(pair.stream().peerAddress()).isEqualTo(pair.socket().getLocalSocketAddress());
    }
  }

  @Test
  void aPortInUseIsRefused() throws Exception {
    try (TcpListener listener = runtime.net().listen(ANY_PORT)) {
      assertThatThrownBy(() -> runtime.net().listen(listener.localAddress()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in use");
    }
  }

  @Test
  void aRuntimeThatClosesLeavesNoConnectionAndWaitsForNobody() throws Exception {
    Socket socket = toEcho();
    socket.getOutputStream().write(1);
    assertThat(socket.getInputStream().read()).isEqualTo(1);
    runtime.close();
    assertThat(socket.getInputStream().read()).isEqualTo(-1);
    socket.close();
  }
}
