package dev.heddle.runtime;

/**
 * Fires the timers of a runtime whose strategy has threads of its own, which cannot wait for a
 * deadline.
 */
final class TimerThread extends Thread {
  /** Also that of a service's thread. */
  static final String NAME = "heddle-timers";

  private final HeddleRuntime runtime;
  private final Parker parker = new ThreadParker();
  private final TimerWatch watch;
  private volatile boolean stopping;

  TimerThread(HeddleRuntime runtime, QueueTimers timers) {
    super(null, null, NAME, 0, false);
    this.runtime = runtime;
    watch = timers.newWatch(parker::unpark);
    setDaemon(true);
  }

  @Override
  public void run() {
    try {
      while (!stopping) {
        watch.fireDue();
        parker.park(watch.waitUntil());
      }
    } catch (Throwable thrown) {
      runtime.fail(thrown); // the queue's fault: nobody would fire timers any more
    }
  }

  /** Ends the thread and waits for its end. May be called again, and if it was never started. */
  void shutdown() throws InterruptedException {
    stopping = true;
    parker.unpark();
    join();
  }
}
