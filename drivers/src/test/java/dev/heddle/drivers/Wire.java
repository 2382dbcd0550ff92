package dev.heddle.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.HeddleRuntime;
import dev.heddle.runtime.net.TcpListener;
import dev.heddle.runtime.net.TcpStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** What the tests of sockets have in common: peers that are plain sockets, bytes and patience. */
final class Wire {
  static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  /** How long a storm lasts. */
  static final long STRESS_NANOS =
      (long) (1e9 * Double.parseDouble(System.getProperty("heddle.stress.seconds", "1")));

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(40);

  private Wire() {}

  static byte[] bytes(int count, long seed) {
    byte[] bytes = new byte[count];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  static Socket connect(TcpListener listener) throws IOException {
    return new Socket(listener.localAddress().getAddress(), listener.localAddress().getPort());
  }

  /** The peer hears of the end by a reset. */
  static void reset(Socket socket) throws IOException {
    socket.setOption(StandardSocketOptions.SO_LINGER, 0);
    socket.close();
  }

  /** A stream of a runtime, and the plain socket at its other end. */
  record Pair(TcpStream stream, Socket socket) implements AutoCloseable {

    static Pair of(HeddleRuntime runtime) throws Exception {
      try (TcpListener listener = runtime.net().listen(ANY_PORT)) {
        Socket socket = connect(listener);
        return new Pair(runtime.blockOn(listener.accept()), socket);
      }
    }

    @Override
    public void close() throws IOException {
      stream.close();
      socket.close();
    }
  }

  /** How many descriptors this process has. */
  static long descriptors() {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits until something holds that must, sooner or later. */
  static void await(String what, BooleanSupplier holds) {
    long late = System.nanoTime() + PATIENCE_NANOS;
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime() - late).as("waiting for: " + what).isNegative();
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
