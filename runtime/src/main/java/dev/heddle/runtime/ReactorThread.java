package dev.heddle.runtime;

import dev.heddle.runtime.spi.Reactor;
import java.util.function.Consumer;

/** Waits in a driver beside the workers, and wakes the tasks concerned. */
final class ReactorThread extends Thread {
  private final Reactor reactor;
  private final Consumer<Throwable> failure;
  private volatile boolean stopping;

  ReactorThread(Reactor reactor, Consumer<Throwable> failure) {
    super(null, null, "heddle-driver", 0, false);
    this.reactor = reactor;
    this.failure = failure;
    setDaemon(true);
  }

  @Override
  public void run() {
    try {
      while (!stopping) {
        reactor.park(Parker.NEVER);
        reactor.poll();
      }
      reactor.retire();
    } catch (Throwable thrown) {
      failure.accept(thrown); // nobody would wait for I/O any more
    }
  }

  /** Ends the thread and waits for its end. May be called again, and if it was never started. */
  void shutdown() throws InterruptedException {
    stopping = true;
    reactor.unpark();
    join();
  }
}
