package dev.heddle.drivers.selector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.runtime.net.BufferPool;
import dev.heddle.runtime.spi.Reactor.DatagramIo;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is the selector's own. That sockets behave as all drivers' do is tested with those. */
class SelectorReactorTest {
  private static final int SOCKETS = 2 * SelectorReactor.SERVED_BETWEEN_POLLS;
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @Test
  void itDoesNotLookAgainWhileWhatItFoundIsServed() throws Exception {
    AtomicInteger told = new AtomicInteger();
    SelectorReactor reactor = new SelectorReactor(new BufferPool(512, SOCKETS));
    try (DatagramSocket peer = new DatagramSocket(ANY_PORT)) {
      List<DatagramIo> sockets = new ArrayList<>();
      for (int i = 0; i < SOCKETS; i++) {
        DatagramIo socket = reactor.bind(ANY_PORT);
        assertThat(socket.pollReceive(told::incrementAndGet)).isNull();
        sockets.add(socket);
      }
      for (DatagramIo socket : sockets) {
        peer.send(new DatagramPacket(new byte[1], 1, socket.local()));
      }
      reactor.poll();
      assertThat(told).hasValue(SOCKETS);
      assertThat(callsOf(reactor::poll, reactor)).isZero();
      assertThat(callsOf(reactor::poll, reactor)).isZero();
      assertThat(callsOf(reactor::poll, reactor)).isPositive();
    } finally {
      reactor.close();
    }
  }

  @Test
  void itLooksEachTimeWhileItFindsLittle() throws Exception {
    SelectorReactor reactor = new SelectorReactor(new BufferPool(512, SOCKETS));
    try (DatagramSocket peer = new DatagramSocket(ANY_PORT)) {
      AtomicInteger told = new AtomicInteger();
      DatagramIo socket = reactor.bind(ANY_PORT);
      assertThat(socket.pollReceive(told::incrementAndGet)).isNull();
      peer.send(new DatagramPacket(new byte[1], 1, socket.local()));
      reactor.poll();
      assertThat(told).hasValue(1);
      assertThat(callsOf(reactor::poll, reactor)).isPositive();
    } finally {
      reactor.close();
    }
  }

  private static long callsOf(Runnable what, SelectorReactor reactor) {
    long before = reactor.counters().systemCalls();
    what.run();
    return reactor.counters().systemCalls() - before;
  }
}
