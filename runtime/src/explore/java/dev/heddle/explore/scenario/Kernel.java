package dev.heddle.explore.scenario;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** A thread that stands for the system: carries requests out in turn, until it is shut down. */
public final class Kernel extends Thread {
  private final ConcurrentLinkedQueue<Runnable> requests = new ConcurrentLinkedQueue<>();
  private volatile boolean stopping;

  /** One that has not started. */
  public Kernel() {
    super("kernel");
  }

  /** It does this, sooner or later, after all that was requested before. */
  public void request(Runnable request) {
    requests.add(request);
    LockSupport.unpark(this);
  }

  @Override
  public void run() {
    while (true) {
      boolean last = stopping; // before the look at what was requested before that
      Runnable request = requests.poll();
      if (request != null) {
        request.run();
      } else if (last) {
        return;
      } else {
        LockSupport.park();
      }
    }
  }

  /** After the last request. */
  void shutdown() throws InterruptedException {
    stopping = true;
    LockSupport.unpark(this);
    join();
  }
}
