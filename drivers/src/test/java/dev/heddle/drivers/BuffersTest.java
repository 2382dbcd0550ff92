package dev.heddle.drivers;

import static dev.heddle.drivers.Wire.ANY_PORT;
import static dev.heddle.drivers.Wire.bytes;
import static dev.heddle.drivers.Wire.connect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.drivers.Wire.Pair;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.net.TcpListener;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** More to be read than there are buffers for. */
@ParameterizedClass
@MethodSource("dev.heddle.drivers.Setup#everyone")
class BuffersTest {
  private static final int BUFFERS = 16;
  private static final int BUFFER_BYTES = 512;

  private final Setup setup;
  private Inside inside;
  private HeddleRuntime runtime;

  BuffersTest(Setup setup) {
    this.setup = setup.withFewBuffers();
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

  @Test
  void nobodyStarvesForEver() throws Exception {
    TcpListener listener = runtime.net().listen(ANY_PORT);
    runtime.spawn(new Echo.Server(listener));
    List<Socket> sockets = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      sockets.add(connect(listener));
    }
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < sockets.size(); i++) {
        sockets.get(i).getOutputStream().write(bytes(8 * BUFFER_BYTES, round * 100L + i));
      }
      for (int i = 0; i < sockets.size(); i++) {
        assertThat(sockets.get(i).getInputStream().readNBytes(8 * BUFFER_BYTES))
            .isEqualTo(bytes(8 * BUFFER_BYTES, round * 100L + i));
      }
    }
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  /** All of its event loop's, so that nobody has any there. */
  private List<IoBuffer> readAndKeep(Pair pair) throws Exception {
    pair.socket().getOutputStream().write(bytes(4 * BUFFERS * BUFFER_BYTES, 1));
    List<IoBuffer> kept = new ArrayList<>();
    for (int i = 0; i < BUFFERS; i++) {
      kept.add(Objects.requireNonNull(runtime.spawn(pair.stream().read()).join()));
    }
    return kept;
  }

  @Test
  void whoKeepsThemStopsReadingUntilTheyComeBack() throws Exception {
    try (Pair keeper = Pair.of(runtime);
        Pair other = Pair.of(runtime)) {
      List<IoBuffer> kept = readAndKeep(keeper);
      JoinHandle<@Nullable IoBuffer> more = runtime.spawn(keeper.stream().read());
      JoinHandle<@Nullable IoBuffer> others = runtime.spawn(other.stream().read());
      other.socket().getOutputStream().write(7);
      runtime.spawn(Futures.sleep(Duration.ofMillis(5))).join();
      assertThat(more.isFinished()).isFalse();
      assertThat(runtime.ioCounters().bufferWaits()).isPositive();
      kept.forEach(IoBuffer::release);
      IoBuffer got = Objects.requireNonNull(others.join());
      assertThat(got.bytes().get()).isEqualTo((byte) 7);
      got.release();
      Objects.requireNonNull(more.join()).release();
    }
  }

  @Test
  void whereThereAreEnoughNobodyWaitsForOne() throws Exception {
    try (Pair pair = Pair.of(runtime)) {
      for (int round = 0; round < 2 * BUFFERS; round++) {
        pair.socket().getOutputStream().write(7);
        Objects.requireNonNull(runtime.spawn(pair.stream().read()).join()).release();
      }
      assertThat(runtime.ioCounters().bufferWaits()).isZero();
    }
  }

  /** The last one comes back at about the time at which the want of it is noticed. */
  @Test
  void oneThatComesBackAtTheLastMomentIsNotOverlooked() throws Exception {
    try (Pair pair = Pair.of(runtime)) {
      pair.socket().getOutputStream().write(bytes(16 * BUFFERS * BUFFER_BYTES, 1));
      for (int round = 0; round < 10; round++) {
        List<IoBuffer> kept = new ArrayList<>();
        for (int i = 0; i < BUFFERS; i++) {
          kept.add(Objects.requireNonNull(runtime.spawn(pair.stream().read()).join()));
        }
        JoinHandle<@Nullable IoBuffer> more = runtime.spawn(pair.stream().read());
        for (int pause = round * 1_000; pause > 0; pause--) {
          Thread.onSpinWait();
        }
        kept.forEach(IoBuffer::release);
        Objects.requireNonNull(more.join()).release();
      }
    }
  }

  @Test
  void closingEndsTheReadOfOneThatStarves() throws Exception {
    try (Pair keeper = Pair.of(runtime)) {
      List<IoBuffer> kept = readAndKeep(keeper);
      JoinHandle<@Nullable IoBuffer> more = runtime.spawn(keeper.stream().read());
      runtime.spawn(Futures.sleep(Duration.ofMillis(2))).join();
      keeper.close();
      assertThatThrownBy(more::join).hasRootCauseInstanceOf(IOException.class);
      kept.forEach(IoBuffer::release);
    }
  }

  @Test
  void whatIsKeptBeyondTheEndOfTheRuntimeCanBeReleasedThen() throws Exception {
    try (Pair keeper = Pair.of(runtime)) {
      List<IoBuffer> kept = readAndKeep(keeper);
      runtime.close();
      assertThat(kept.getFirst().bytes().get(0)).isEqualTo(bytes(1, 1)[0]);
      kept.forEach(IoBuffer::release);
    }
  }
}
