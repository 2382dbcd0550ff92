package dev.heddle.drivers;

import static dev.heddle.drivers.Wire.ANY_PORT;
import static dev.heddle.drivers.Wire.connect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.runtime.Futures;
import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.JoinHandle;
import dev.heddle.runtime.TaskCancelledException;
import dev.heddle.runtime.net.TcpListener;
import dev.heddle.runtime.net.TcpStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Listeners. What they do without descriptors is {@link ExhaustedTest}'s. */
@ParameterizedClass
@MethodSource("dev.heddle.drivers.Setup#everyone")
class AcceptTest {
  private final Setup setup;
  private Inside inside;
  private HeddleRuntime runtime;

  AcceptTest(Setup setup) {
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

  @Test
  void anAcceptThatIsGivenUpLosesNoConnection() throws Exception {
    Random random = new Random(1);
    Set<Integer> connected = new HashSet<>();
    Set<Integer> accepted = new HashSet<>();
    List<AutoCloseable> all = new ArrayList<>();
    try (TcpListener listener = runtime.net().listen(ANY_PORT)) {
      for (int i = 0; i < 200; i++) {
        JoinHandle<TcpStream> accepting = runtime.spawn(listener.accept());
        if (random.nextInt(3) > 0) {
          Socket socket = connect(listener);
          all.add(socket);
          connected.add(socket.getLocalPort());
        }
        for (int pause = random.nextInt(2_000); pause > 0; pause--) {
          Thread.onSpinWait();
        }
        accepting.abort();
        try {
          TcpStream stream = accepting.join();
          all.add(stream);
          accepted.add(stream.peerAddress().getPort());
        } catch (TaskCancelledException givenUp) {
          // and whatever has come is there for the next one
        }
      }
      while (accepted.size() < connected.size()) {
        TcpStream stream = runtime.spawn(listener.accept()).join();
        all.add(stream);
        accepted.add(stream.peerAddress().getPort());
      }
    }
    assertThat(accepted).isEqualTo(connected);
    for (AutoCloseable each : all) {
      each.close();
    }
  }

  @Test
  void closingWakesWhoeverAccepts() throws Exception {
    TcpListener listener = runtime.net().listen(ANY_PORT);
    JoinHandle<TcpStream> accepting = runtime.spawn(listener.accept());
    runtime.spawn(Futures.sleep(Duration.ofMillis(2))).join();
    listener.close();
    assertThatThrownBy(accepting::join).hasRootCauseInstanceOf(IOException.class);
    assertThatThrownBy(() -> runtime.spawn(listener.accept()).join())
        .hasRootCauseInstanceOf(IOException.class);
    Wire.await("the system to refuse connections", () -> isRefused(listener));
    listener.close();
  }

  private static boolean isRefused(TcpListener listener) {
    try (Socket socket = connect(listener)) {
      return !socket.isConnected();
    } catch (ConnectException refused) {
      return true;
    } catch (IOException broken) {
      return false; // it was accepted just before
    }
  }

  /** Some wait in the system's queue, and with a ring some in the listener's. */
  @Test
  void closingClosesWhatNobodyAccepted() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    TcpListener listener = runtime.net().listen(ANY_PORT);
    for (int i = 0; i < 100; i++) {
      sockets.add(connect(listener));
    }
    runtime.spawn(listener.accept()).join().close();
    runtime.spawn(Futures.sleep(Duration.ofMillis(2))).join();
    listener.close();
    for (Socket socket : sockets) {
      try (socket) {
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
      } catch (IOException reset) {
        // which is an end too
      }
    }
  }

  @Test
  void aConnectionThatNobodyUsedCanBeClosed() throws Exception {
    try (TcpListener listener = runtime.net().listen(ANY_PORT);
        Socket socket = connect(listener)) {
      TcpStream stream = runtime.spawn(listener.accept()).join();
      stream.close();
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
      assertThatThrownBy(() -> runtime.spawn(stream.read()).join())
          .hasRootCauseInstanceOf(IOException.class);
      stream.close();
    }
  }

  @Test
  void aThousandConnectionsWaitTheirTurn() throws Exception {
    List<AutoCloseable> all = new ArrayList<>();
    try (TcpListener listener = runtime.net().listen(ANY_PORT)) {
      for (int i = 0; i < 1_000; i++) {
        all.add(connect(listener));
      }
      Set<Integer> accepted = new HashSet<>();
      for (int i = 0; i < 1_000; i++) {
        TcpStream stream = runtime.spawn(listener.accept()).join();
        all.add(stream);
        accepted.add(stream.peerAddress().getPort());
      }
      assertThat(accepted).hasSize(1_000);
    }
    for (AutoCloseable each : all) {
      each.close();
    }
  }
}
