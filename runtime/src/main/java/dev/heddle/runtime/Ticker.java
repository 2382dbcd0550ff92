package dev.heddle.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A clock that is coarse and costs its readers a load: one for the JVM, and advanced by a thread of
 * its own while any runtime is open. A worker that sees it advance during a poll charges the tick
 * to that task: sampling like a profiler's, unbiased over many polls, and right to a tick for one
 * long poll. Two looks at the real clock would cost more than most polls do.
 */
final class Ticker extends Thread {
  /** Time between two ticks. 200 wake-ups a second, some tenths of a per mille of one CPU. */
  static final int TICK_MILLIS = 5;

  /** A tick that comes this long after the last one is late, and says nothing of what ran since. */
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(2 * TICK_MILLIS);

  /** Where the ticks are counted from. */
  private static final long FIRST_NANOS = HeddleRuntime.CLOCK.getAsLong();

  private static final VarHandle NOW;

  static {
    try {
      NOW = MethodHandles.lookup().findStaticVarHandle(Ticker.class, "now", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final List<HeddleRuntime> RUNTIMES = new CopyOnWriteArrayList<>();

  @SuppressWarnings("UnusedVariable") // through NOW
  private static int now;

  private static @Nullable Ticker running;

  private Ticker() {
    super(null, null, "heddle-ticker", 0, false);
    setDaemon(true);
  }

  /** Ticks so far; wraps around, so compare by difference. Opaque: a late sight costs a tick. */
  static int now() {
    return (int) NOW.getOpaque();
  }

  /** The runtime is open: it will be told of each tick. */
  static void add(HeddleRuntime runtime) {
    synchronized (RUNTIMES) {
      RUNTIMES.add(runtime);
      if (running == null) {
        Ticker started = new Ticker();
        started.start();
        running = started;
      }
    }
  }

  /** The runtime is closed. The last one ends the thread. */
  static void remove(HeddleRuntime runtime) {
    synchronized (RUNTIMES) {
      RUNTIMES.remove(runtime);
      if (RUNTIMES.isEmpty()) {
        running = null;
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // this very thread
  private boolean isRunning() {
    synchronized (RUNTIMES) {
      return running == this;
    }
  }

  private void tell(HeddleRuntime runtime, long onTimeNanos) {
    try {
      runtime.ticked(onTimeNanos);
    } catch (Throwable thrown) {
      // A listener's fault, and neither that of the other runtimes nor a reason to stand still.
      getUncaughtExceptionHandler().uncaughtException(this, thrown);
    }
  }

  @Override
  public void run() {
    long tickNanos = TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
    long before = HeddleRuntime.CLOCK.getAsLong();
    while (isRunning()) {
      LockSupport.parkNanos(this, tickNanos);
      long now = HeddleRuntime.CLOCK.getAsLong();
      // By the time that passed, not one by one: a late tick stands for those that it missed.
      NOW.setOpaque((int) ((now - FIRST_NANOS) / tickNanos));
      long since = now - before;
      for (HeddleRuntime runtime : RUNTIMES) {
        tell(runtime, since < LATE_NANOS ? since : 0);
      }
      before = now;
    }
  }
}
