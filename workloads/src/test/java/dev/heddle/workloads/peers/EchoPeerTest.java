package dev.heddle.workloads.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.net.InetAddress;
import java.net.Socket;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What comes back is what was sent, and a closed server closes its connections. */
class EchoPeerTest {
  private static final int BYTES = 100_000;

  @Test
  void aPlatformThreadAConnection() throws Exception {
    serves(new ThreadEcho(Thread.ofPlatform().daemon().factory()), "JDK ");
  }

  @Test
  void aVirtualThreadAConnection() throws Exception {
    serves(new ThreadEcho(Thread.ofVirtual().factory()), "JDK ");
  }

  @Test
  void nettyOnEpoll() throws Exception {
    assumeThat(new OnEpoll().unavailable()).isEmpty();
    serves(NettyEcho.onEpoll(), "netty 4");
  }

  @Test
  void nettyOnUring() throws Exception {
    assumeThat(new OnUring().unavailable()).isEmpty();
    serves(NettyEcho.onUring(), "netty 4");
  }

  private static void serves(EchoPeer peer, String library) throws Exception {
    byte[] sent = new byte[BYTES];
    new Random(1).nextBytes(sent);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), peer.port())) {
      Thread writer =
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                try {
                  socket.getOutputStream().write(sent);
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      assertThat(socket.getInputStream().readNBytes(BYTES)).isEqualTo(sent);
      writer.join();
      assertThat(peer.library()).startsWith(library);
      peer.close();
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    } finally {
      peer.close();
    }
  }
}
