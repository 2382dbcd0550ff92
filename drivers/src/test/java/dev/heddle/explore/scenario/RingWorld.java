package dev.heddle.explore.scenario;

import dev.heddle.drivers.uring.ExploredDriver;
import dev.heddle.drivers.uring.ModelledSyscalls;
import dev.heddle.drivers.uring.ModelledSyscalls.Connection;
import dev.heddle.runtime.spi.DriverProvider;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;

/** The drivers on rings, on a kernel in memory. */
public abstract class RingWorld implements World {
  private final ExploredDriver driver;
  private final Kernel kernel = new Kernel();

  private RingWorld(boolean completes) {
    driver = new ExploredDriver(completes);
  }

  /** Of {@code io-uring}. */
  public static final class OfCompletions extends RingWorld {
    public OfCompletions() {
      super(true);
    }
  }

  /** Of {@code io-uring-poll}. */
  public static final class OfReadiness extends RingWorld {
    public OfReadiness() {
      super(false);
    }
  }

  @Override
  public final DriverProvider driver() {
    return driver;
  }

  @Override
  public final Kernel kernel() {
    return kernel;
  }

  @Override
  public final void begin() {
    ModelledSyscalls.boot(kernel::request);
    kernel.start();
  }

  @Override
  public final InetSocketAddress address() {
    try {
      return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 1);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public final InetSocketAddress later() {
    return address();
  }

  @Override
  public final List<Peer> streams() {
    return ModelledSyscalls.connections().stream().map(RingWorld::peer).toList();
  }

  private static Peer peer(Connection connection) {
    return new Peer() {
      @Override
      public void peerSends(int... bytes) {
        connection.peerSends(bytes);
      }

      @Override
      public void peerEnds() {
        connection.peerEnds();
      }

      @Override
      public List<Byte> sentToPeer() {
        return connection.sentToPeer();
      }
    };
  }

  @Override
  public final void peerConnects() {
    ModelledSyscalls.peerConnects();
  }

  @Override
  public final void checkNothingIsLeft(boolean byTheRuntime) {
    String left = driver.left() + ModelledSyscalls.left();
    RuntimeScenario.check(left.isEmpty(), "left behind: " + left);
  }
}
