package dev.heddle.drivers;

import static dev.heddle.drivers.Wire.ANY_PORT;
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
import dev.heddle.runtime.net.UdpSocket;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Runtimes that close while their sockets are in use, and sockets that are used after that. */
@ParameterizedClass
@MethodSource("dev.heddle.drivers.Setup#everyone")
class ShutdownTest {
  private static final int MUCH = 32 << 20; // more than all buffers on the way

  private final Setup setup;
  private Inside inside;
  private HeddleRuntime runtime;

  ShutdownTest(Setup setup) {
    this.setup = setup;
  }

  @BeforeEach
  void start() {
    inside = setup.inside();
    runtime = inside.build(setup.builder());
  }

  /** That it left nothing means too that it did not give up waiting for a request to end. */
  @Test
  void withOperationsOfEachKindInFlight() throws Exception {
    try (AbortTest.FullListener nobody = new AbortTest.FullListener();
        Pair read = Pair.of(runtime);
        Pair written = Pair.of(runtime);
        Pair flushed = Pair.of(runtime);
        Pair shut = Pair.of(runtime)) {
      TcpListener listener = runtime.net().listen(ANY_PORT);
      UdpSocket udp = runtime.net().bind(ANY_PORT);
      List<JoinHandle<?>> all = new ArrayList<>();
      all.add(runtime.spawn(runtime.net().connect(nobody.address())));
      all.add(runtime.spawn(listener.accept()));
      all.add(runtime.spawn(read.stream().read()));
      all.add(runtime.spawn(written.stream().read()));
      all.add(runtime.spawn(written.stream().writeAll(ByteBuffer.allocate(MUCH))));
      all.add(runtime.spawn(flushed.stream().writeAll(ByteBuffer.allocate(MUCH))));
      all.add(runtime.spawn(shut.stream().writeAll(ByteBuffer.allocate(MUCH))));
      all.add(runtime.spawn(udp.receive()));
      runtime.spawn(Futures.sleep(Duration.ofMillis(10))).join();
      shut.stream().shutdownOutput();
      runtime.close();
      for (JoinHandle<?> each : all) {
        assertThatThrownBy(each::join).isInstanceOf(Exception.class);
      }
      assertThat(read.socket().getInputStream().read()).isEqualTo(-1);
    }
    inside.assertNothingIsLeft();
  }

  /** Whatever is to be sent and cannot be is given up, and its peer told. */
  @Test
  void withConnectionsThatWereClosedAndHaveStillMuchToSend() throws Exception {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Pair pair = Pair.of(runtime);
      pairs.add(pair);
      JoinHandle<@Nullable Void> writing =
          runtime.spawn(pair.stream().writeAll(ByteBuffer.allocate(MUCH)));
      runtime.spawn(Futures.sleep(Duration.ofMillis(3))).join();
      writing.abort();
      pair.stream().close();
    }
    runtime.close();
    for (Pair pair : pairs) {
      pair.close();
    }
    inside.assertNothingIsLeft();
  }

  /** Each is known to its event loop from the first, though it has asked for nothing. */
  @Test
  void withSocketsThatNobodyUsed() throws Exception {
    runtime.net().listen(ANY_PORT);
    runtime.net().bind(ANY_PORT);
    Pair pair = Pair.of(runtime);
    runtime.spawn(pair.stream().flush()).join(); // an event loop has it now
    runtime.close();
    try (Socket socket = pair.socket()) {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
    inside.assertNothingIsLeft();
  }

  @Test
  void atOnce() {
    runtime.close();
    inside.assertNothingIsLeft();
  }

  @Test
  void manyTimesAtOnce() {
    runtime.close();
    for (int i = 0; i < 50; i++) {
      inside.build(setup.builder()).close();
    }
    inside.assertNothingIsLeft();
  }

  @Test
  void whileOthersBegin() throws Exception {
    TcpListener listener = runtime.net().listen(ANY_PORT);
    runtime.spawn(new Echo.Server(listener));
    Thread outside =
        Thread.ofPlatform()
            .start(() -> {
              while (true) {
                try {
                  TcpStream stream =
                      runtime.blockOn(runtime.net().connect(listener.localAddress()));
                  try (stream) {
                    runtime.blockOn(stream.writeAll(ByteBuffer.allocate(1_000)));
                  }
                  runtime.net().bind(ANY_PORT).close();
                  runtime.net().listen(ANY_PORT).close();
                } catch (TaskCancelledException | IllegalStateException | IOException closed) {
                  return;
                } catch (dev.heddle.runtime.TaskFailedException failed) {
                  if (failed.getCause() instanceof IOException) {
                    return; // closed too
                  }
                  throw failed;
                } catch (InterruptedException e) {
                  return;
                }
              }
            });
    Thread.sleep(30);
    runtime.close();
    outside.join();
    inside.assertNothingIsLeft();
  }

  @Test
  void streamsFailAfterwards() throws Exception {
    Pair used = Pair.of(runtime);
    Pair unused = Pair.of(runtime);
    TcpListener listener = runtime.net().listen(ANY_PORT);
    UdpSocket udp = runtime.net().bind(ANY_PORT);
    used.socket().getOutputStream().write(1);
    IoBuffer kept = Objects.requireNonNull(runtime.spawn(used.stream().read()).join());
    IoBuffer empty = runtime.spawn(runtime.net().buffer()).join();
    runtime.close();
    // By another runtime, as a closed one polls nothing.
    try (HeddleRuntime other = setup.build()) {
      for (Pair pair : List.of(used, unused)) {
        TcpStream stream = pair.stream();
        refused(other, stream.read());
        refused(other, stream.flush());
        refused(other, stream.read(ByteBuffer.allocate(10)));
        refused(other, stream.writeAll(ByteBuffer.allocate(10)));
        assertThatThrownBy(stream::shutdownOutput).isInstanceOf(IOException.class);
      }
      refused(other, listener.accept());
      refused(other, udp.receive());
      refused(other, runtime.net().connect(Wire.ANY_PORT));
      assertThatThrownBy(() -> runtime.net().listen(ANY_PORT))
          .isInstanceOfAny(IOException.class, IllegalStateException.class);
      assertThatThrownBy(() -> runtime.net().bind(ANY_PORT))
          .isInstanceOfAny(IOException.class, IllegalStateException.class);
    }
    used.close();
    unused.close();
    listener.close();
    udp.close();
    empty.release();
    kept.release();
    inside.assertNothingIsLeft();
  }

  private static void refused(HeddleRuntime other, Future<?> future) {
    assertThatThrownBy(() -> other.spawn(future).join())
        .isInstanceOf(dev.heddle.runtime.TaskFailedException.class)
        .rootCause()
        .isInstanceOfAny(IOException.class, IllegalStateException.class);
  }

  /**
   * Released, it is nobody's: what it held is another's, or gone. That must not end the process.
   */
  @Test
  void aBufferThatIsUsedAfterAllIsReleasedDoesNotCrash() throws Exception {
    Pair pair = Pair.of(runtime);
    pair.socket().getOutputStream().write(1);
    IoBuffer kept = Objects.requireNonNull(runtime.spawn(pair.stream().read()).join());
    pair.close();
    runtime.close();
    kept.release();
    try {
      kept.bytes().get(0);
    } catch (IllegalStateException gone) {
      // is right, and so is an answer
    }
    assertThatThrownBy(kept::release).isInstanceOf(IllegalStateException.class);
    inside.assertNothingIsLeft();
  }
}
