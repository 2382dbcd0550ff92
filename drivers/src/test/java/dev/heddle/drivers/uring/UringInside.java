package dev.heddle.drivers.uring;

import dev.heddle.runtime.spi.Reactor;

/** What a test in another package may know of an event loop, after its end. */
public final class UringInside {
  private UringInside() {}

  /** Whether it is a ring. */
  public static boolean isOne(Reactor reactor) {
    return reactor instanceof UringReactor;
  }

  /** How many buffers have an owner, of those to be sent and of those that were received into. */
  public static int buffersTaken(Reactor reactor) {
    return ((UringReactor) reactor).buffersTaken();
  }

  /** How many sockets have a slot. */
  public static int sockets(Reactor reactor) {
    return ((UringReactor) reactor).sockets();
  }
}
