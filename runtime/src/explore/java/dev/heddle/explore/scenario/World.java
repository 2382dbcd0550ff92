package dev.heddle.explore.scenario;

import dev.heddle.runtime.spi.DriverProvider;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A driver and the system under it, both such that every step can be stopped: what a scenario with
 * sockets has in place of a real one. Made anew for each schedule.
 */
public interface World {

  /** The world of this name: {@code memory}, or one that is on the class path. */
  static World of(String name) {
    if (name.equals("memory")) {
      return new MemoryDriver();
    }
    return ServiceLoader.load(World.class, World.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .filter(world -> world.driver().name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no world '" + name + "'"));
  }

  /** The driver to build a runtime with. */
  DriverProvider driver();

  /** Who does what the system does meanwhile. */
  Kernel kernel();

  /** Before the runtime is built. */
  default void begin() {
    kernel().start();
  }

  /** Where to listen, and where connections lead, as soon as can be. */
  InetSocketAddress address();

  /** Where a connection takes the kernel. */
  InetSocketAddress later();

  /** The other ends of all connections, in the order in which these began. */
  List<? extends Peer> streams();

  /** Somebody connects to the first listener, sooner or later. */
  void peerConnects();

  /**
   * Once the runtime is closed, and all its sockets with it.
   *
   * @param byTheRuntime whether it may have closed streams that nobody else had
   */
  void checkNothingIsLeft(boolean byTheRuntime);

  /** The other end of a connection. */
  interface Peer {

    /** Sends, sooner or later. */
    void peerSends(int... bytes);

    /** And sends no more after that. */
    void peerEnds();

    /** What has reached it, once the kernel is shut down. */
    List<Byte> sentToPeer();
  }
}
