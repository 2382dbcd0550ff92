package dev.heddle.explore.scenario;

import dev.heddle.explore.scenario.MemoryReactor.MemoryListener;
import dev.heddle.explore.scenario.MemoryReactor.MemoryStream;
import dev.heddle.runtime.spi.DriverProvider;
import dev.heddle.runtime.spi.Options;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * An I/O driver without a system: a thread stands for the kernel, carries out requests one after
 * the other, and has the event loop concerned complete them. What is explored is the runtime's side
 * of the contract; the driver keeps its own, and complains at once about whoever breaks the other.
 *
 * <p>Its books are plain: no step of a schedule falls between two operations on them.
 */
final class MemoryDriver implements DriverProvider, World {
  /** Where a connection is there at once. */
  static final InetSocketAddress AT_ONCE = InetSocketAddress.createUnresolved("peer", 1);

  /** Where it takes the kernel. */
  static final InetSocketAddress LATER = InetSocketAddress.createUnresolved("peer", 2);

  final Kernel kernel = new Kernel();
  final List<MemoryReactor> reactors = new ArrayList<>();

  /** In the order in which they were made, and so below. */
  final List<MemoryStream> streams = new ArrayList<>();

  final List<MemoryListener> listeners = new ArrayList<>();
  private final List<Descriptor> descriptors = new ArrayList<>();

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public String summary() {
    return "sockets in memory";
  }

  @Override
  public MemoryReactor open(Options options, boolean oneThread) {
    MemoryReactor reactor = new MemoryReactor(this);
    reactors.add(reactor);
    return reactor;
  }

  @Override
  public DriverProvider driver() {
    return this;
  }

  @Override
  public Kernel kernel() {
    return kernel;
  }

  @Override
  public InetSocketAddress address() {
    return AT_ONCE;
  }

  @Override
  public InetSocketAddress later() {
    return LATER;
  }

  @Override
  public List<MemoryStream> streams() {
    return streams;
  }

  @Override
  public void peerConnects() {
    listeners.getFirst().peerConnects();
  }

  Descriptor newDescriptor() {
    Descriptor descriptor = new Descriptor();
    descriptors.add(descriptor);
    return descriptor;
  }

  @Override
  public void checkNothingIsLeft(boolean byTheRuntime) {
    for (MemoryReactor reactor : reactors) {
      RuntimeScenario.check(reactor.isClosed(), "an event loop was not closed");
      RuntimeScenario.check(
          byTheRuntime || reactor.openAtTheEnd() == 0, "a stream was left to the runtime's end");
      int taken = reactor.buffersTaken();
      RuntimeScenario.check(taken == 0, taken + " buffers were not released");
    }
    for (Descriptor descriptor : descriptors) {
      RuntimeScenario.check(!descriptor.open, "a descriptor was not closed");
    }
  }

  /** Ends the schedule: the error of a task, or of a worker, might go unnoticed. */
  static void complain(String what) {
    Thread current = Thread.currentThread();
    current
        .getUncaughtExceptionHandler()
        .uncaughtException(current, new AssertionError(what + ", by " + current.getName()));
  }

  /** What the kernel knows a socket by. */
  static final class Descriptor {
    private boolean open = true;

    void close() {
      if (!open) {
        complain("a descriptor was closed twice");
      }
      open = false;
    }
  }
}
