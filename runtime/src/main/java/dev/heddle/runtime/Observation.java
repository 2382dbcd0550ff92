package dev.heddle.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What looks into one runtime from outside: the watch for stalls and the MXBean, both driven by the
 * ticker's thread.
 */
final class Observation {
  /** A look for the MBean server every tenth of a second. */
  private static final int TICKS_PER_LOOK = 100 / Ticker.TICK_MILLIS;

  /** Of all runtimes of this JVM, so that two of one strategy have two names. */
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final HeddleRuntime runtime;
  private final String name;
  private final StallWatch stalls;
  private final RuntimeBean bean;

  // By the ticker's thread only.
  private int lookedAt = Ticker.now();
  private boolean serverSeen;

  Observation(HeddleRuntime runtime, RuntimeBuilder builder) {
    this.runtime = runtime;
    name = runtime.strategy() + "-" + NUMBERS.incrementAndGet();
    stalls = new StallWatch(name, builder.stallThreshold, builder.stallListener);
    bean = new RuntimeBean(runtime, name);
  }

  /** The strategy's and a number. */
  String name() {
    return name;
  }

  StallWatch stalls() {
    return stalls;
  }

  /**
   * A tick.
   *
   * @param onTimeNanos time since the last one; 0 if this one came late
   */
  void ticked(long onTimeNanos) {
    stalls.ticked(runtime.books().workers(), onTimeNanos);
    if (serverSeen || Ticker.now() - lookedAt < TICKS_PER_LOOK) {
      return; // by the ticker's time, as its ticks may be far apart
    }
    lookedAt = Ticker.now();
    if (RuntimeBean.isServerThere()) {
      serverSeen = true;
      // On a thread of its own, because the server may still be at its own start, which takes
      // longer than a tick.
      Thread.ofPlatform().daemon().name("heddle-mbean").start(this::register);
    }
  }

  private void register() {
    try {
      bean.register();
    } catch (Exception e) {
      System.getLogger(HeddleRuntime.class.getPackageName())
          .log(System.Logger.Level.WARNING, "runtime " + name + " has no MXBean", e);
    }
  }

  /** The runtime is closed. */
  void ended() {
    bean.unregister();
  }
}
