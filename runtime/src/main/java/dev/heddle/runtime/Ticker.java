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
 *
 * <p>While no worker of any runtime polls it ticks five times a second only; the first worker that
 * sees, in the end of a wait, that a tick had passed brings it back to its pace.
 */
final class Ticker extends Thread {
  /** Time between two ticks while any worker polls. */
  static final int TICK_MILLIS = 5;

  /** After so many ticks without any poll the ticker dozes: a tenth of a second. */
  private static final int QUIET_TICKS = 20;

  /** Time between two ticks while it dozes. */
  private static final int DOZE_MILLIS = 200;

  /** A tick that comes this long after the last one is late, and says nothing of what ran since. */
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(2 * TICK_MILLIS);

  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);

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

  /** Written under the lock. */
  private static volatile @Nullable Ticker running;

  /** Whether the next tick may be far: a worker that begins to poll then says so. */
  private static volatile boolean dozing;

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
      if (running != null) {
        wakeUp();
      } else {
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
        wakeUp(); // to its end
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

  /**
   * A worker may poll from now on. Any thread. After a full fence that follows what makes {@link
   * HeddleRuntime#isQuiet} false, so that one of the two sees the other.
   */
  static void wakeUp() {
    if (dozing) {
      dozing = false;
      advance(HeddleRuntime.CLOCK.getAsLong()); // the last tick may be long ago
      LockSupport.unpark(running);
    }
  }

  /** For the tests: whether no worker polls, and the next tick may be far. */
  static boolean isDozing() {
    return dozing;
  }

  private static void advance(long nowNanos) {
    NOW.setOpaque((int) ((nowNanos - FIRST_NANOS) / TICK_NANOS));
  }

  private static boolean isQuiet() {
    return RUNTIMES.stream().allMatch(HeddleRuntime::isQuiet);
  }

  /**
   * Sleeps until a worker says that it polls, or long. Whether anybody still does was seen last.
   */
  private void doze() {
    dozing = true;
    // Volatile write, then the look; a worker's atomic operation, then a look at the flag.
    if (isQuiet()) {
      LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(DOZE_MILLIS));
    }
    dozing = false;
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
    long before = HeddleRuntime.CLOCK.getAsLong();
    int quietTicks = 0;
    while (isRunning()) {
      if (quietTicks < QUIET_TICKS) {
        LockSupport.parkNanos(this, TICK_NANOS);
      } else {
        doze();
      }
      long now = HeddleRuntime.CLOCK.getAsLong();
      // By the time that passed, not one by one: a late tick stands for those that it missed.
      advance(now);
      long since = now - before;
      for (HeddleRuntime runtime : RUNTIMES) {
        tell(runtime, since < LATE_NANOS ? since : 0);
      }
      before = now;
      quietTicks = isQuiet() ? quietTicks + 1 : 0;
    }
  }
}
