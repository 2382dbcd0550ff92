package dev.heddle.drivers;

import static dev.heddle.drivers.Wire.ANY_PORT;
import static dev.heddle.drivers.Wire.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.runtime.Future;
import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.TaskCancelledException;
import dev.heddle.runtime.net.IoBuffer;
import dev.heddle.runtime.net.UdpSocket;
import dev.heddle.runtime.spi.Reactor.Datagram;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Datagrams, with a peer that is a plain socket. One is on the way at a time, so none is lost. */
@ParameterizedClass
@MethodSource("dev.heddle.drivers.Setup#everyone")
class DatagramTest {
  private static final int BUFFER_BYTES = 512;

  private final Setup setup;
  private Inside inside;
  private HeddleRuntime runtime;
  private UdpSocket udp;
  private DatagramSocket peer;

  DatagramTest(Setup setup) {
    this.setup = setup.withFewBuffers();
  }

  @BeforeEach
  void start() throws Exception {
    inside = setup.inside();
    runtime = inside.build(setup.builder());
    udp = runtime.net().bind(ANY_PORT);
    peer = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    peer.setSoTimeout(30_000);
  }

  @AfterEach
  void close() {
    udp.close();
    peer.close();
    runtime.close();
    inside.assertNothingIsLeft();
  }

  private <T extends @Nullable Object> T run(Future<T> future) throws Exception {
    return runtime.spawn(future).join();
  }

  private void sendFromPeer(byte[] bytes) throws IOException {
    peer.send(new DatagramPacket(bytes, bytes.length, udp.localAddress()));
  }

  private static byte[] take(Datagram datagram) {
    byte[] bytes = new byte[datagram.buffer().bytes().remaining()];
    datagram.buffer().bytes().get(bytes);
    datagram.buffer().release();
    return bytes;
  }

  private Future<@Nullable Void> sending(UdpSocket by, byte[] bytes, InetSocketAddress to) {
    return runtime.net().buffer().then(buffer -> by.send(fill(buffer, bytes), to));
  }

  private static IoBuffer fill(IoBuffer buffer, byte[] bytes) {
    buffer.bytes().put(bytes).flip();
    return buffer;
  }

  @Test
  void whatThePeerSendsComesWithItsAddress() throws Exception {
    for (int i = 0; i < 200; i++) {
      sendFromPeer(bytes(i, i));
      Datagram datagram = run(udp.receive());
      assertThat(datagram.from()).isEqualTo(peer.getLocalSocketAddress());
      assertThat(take(datagram)).isEqualTo(bytes(i, i));
    }
  }

  @Test
  void whatIsSentComesToThePeerWhole() throws Exception {
    for (int i = 0; i < 200; i++) {
      run(sending(udp, bytes(i, i), (InetSocketAddress) peer.getLocalSocketAddress()));
      DatagramPacket packet = new DatagramPacket(new byte[BUFFER_BYTES], BUFFER_BYTES);
      peer.receive(packet);
      assertThat(packet.getSocketAddress()).isEqualTo(udp.localAddress());
      assertThat(Arrays.copyOf(packet.getData(), packet.getLength())).isEqualTo(bytes(i, i));
    }
  }

  /** Some wait at the socket, and with a ring some in front of it. */
  @Test
  void manyThatComeBeforeAnybodyReceivesAreAllReceived() throws Exception {
    sendFromPeer(new byte[] {-1});
    take(run(udp.receive()));
    for (int i = 0; i < 40; i++) {
      sendFromPeer(new byte[] {(byte) i});
    }
    for (int i = 0; i < 40; i++) {
      assertThat(take(run(udp.receive()))).containsExactly(i);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {BUFFER_BYTES + 1, 3 * BUFFER_BYTES, 20_000})
  void oneThatIsLongerThanABufferIsCut(int length) throws Exception {
    sendFromPeer(bytes(length, 1));
    sendFromPeer(bytes(10, 2));
    byte[] cut = take(run(udp.receive()));
    assertThat(cut.length).isBetween(BUFFER_BYTES - 64, BUFFER_BYTES);
    assertThat(cut).isEqualTo(Arrays.copyOf(bytes(length, 1), cut.length));
    assertThat(take(run(udp.receive()))).isEqualTo(bytes(10, 2));
  }

  @Test
  void whatIsReceivedCanBeSentBack() throws Exception {
    for (int i = 0; i < 50; i++) {
      sendFromPeer(bytes(100, i));
      Datagram datagram = run(udp.receive());
      run(udp.send(datagram.buffer(), datagram.from()));
      DatagramPacket packet = new DatagramPacket(new byte[BUFFER_BYTES], BUFFER_BYTES);
      peer.receive(packet);
      assertThat(Arrays.copyOf(packet.getData(), packet.getLength())).isEqualTo(bytes(100, i));
    }
  }

  @Test
  void twoSocketsOfOneRuntimeTalk() throws Exception {
    try (UdpSocket other = runtime.net().bind(ANY_PORT)) {
      for (int i = 0; i < 100; i++) {
        JoinHandle<Datagram> receiving = runtime.spawn(other.receive());
        run(sending(udp, bytes(64, i), other.localAddress()));
        Datagram datagram = receiving.join();
        assertThat(datagram.from()).isEqualTo(udp.localAddress());
        assertThat(take(datagram)).isEqualTo(bytes(64, i));
      }
    }
  }

  @Test
  void aReceiveThatIsGivenUpLosesNothing() throws Exception {
    for (int i = 0; i < 100; i++) {
      JoinHandle<Datagram> receiving = runtime.spawn(udp.receive());
      if (i % 2 == 0) {
        sendFromPeer(new byte[] {(byte) i});
      }
      receiving.abort();
      try {
        assertThat(take(receiving.join())).containsExactly(i);
        continue;
      } catch (TaskCancelledException aborted) {
        // and what was sent is there for the next one
      }
      if (i % 2 == 0) {
        assertThat(take(run(udp.receive()))).containsExactly(i);
      }
    }
  }

  @Test
  void closingWakesWhoeverReceives() throws Exception {
    JoinHandle<Datagram> receiving = runtime.spawn(udp.receive());
    run(Futures.sleep(Duration.ofMillis(2)));
    udp.close();
    assertThatThrownBy(receiving::join).hasRootCauseInstanceOf(IOException.class);
    assertThatThrownBy(() -> run(udp.receive())).hasRootCauseInstanceOf(IOException.class);
    assertThatThrownBy(
            () -> run(sending(udp, new byte[1], (InetSocketAddress) peer.getLocalSocketAddress())))
        .hasRootCauseInstanceOf(IOException.class);
  }

  /** Buffers that are kept while datagrams come; what finds no buffer waits for one. */
  @Test
  void whoKeepsBuffersGetsTheRestOnceTheyComeBack() throws Exception {
    List<Datagram> kept = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      sendFromPeer(new byte[] {(byte) i});
      kept.add(run(udp.receive()));
    }
    JoinHandle<Datagram> more = runtime.spawn(udp.receive());
    sendFromPeer(new byte[] {16});
    run(Futures.sleep(Duration.ofMillis(2)));
    assertThat(more.isFinished()).isFalse();
    for (int i = 0; i < 16; i++) {
      assertThat(take(kept.get(i))).containsExactly(i);
    }
    assertThat(take(more.join())).containsExactly(16);
  }
}
