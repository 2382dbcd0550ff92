package dev.heddle.drivers.selector;

import dev.heddle.runtime.spi.Reactor;

/** What a test in another package may know of an event loop. */
public final class SelectorInside {
  private SelectorInside() {}

  /** How many buffers have an owner. */
  public static int buffersTaken(Reactor reactor) {
    return ((SelectorReactor) reactor).buffers().taken();
  }

  /** How many sockets are registered. */
  public static int sockets(Reactor reactor) {
    return ((SelectorReactor) reactor).sockets();
  }
}
