package dev.heddle.timers;

import dev.heddle.runtime.spi.TimerService;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Netty's {@link HashedWheelTimer} with ticks of 1 ms. Schedule and cancel put the timer into a
 * queue, O(1); the rest is done by its thread, which looks at each timer once for every turn of the
 * wheel.
 *
 * <p>Never early: a timer lies in the slot of the tick in which its deadline falls, and that slot's
 * turn is when its tick has ended. The deadline is no earlier than the one that was asked for,
 * because the delay is reckoned before Netty looks at the clock to make a deadline of it again.
 */
final class HashedWheelService implements TimerService<Timeout> {
  static final long TICK_NANOS = 1_000_000;

  private static final int SLOTS = 512;

  private final HashedWheelTimer timer;

  HashedWheelService(ThreadFactory threads) {
    // Without its leak detector, which keeps books on timers that were never stopped.
    timer = new HashedWheelTimer(threads, TICK_NANOS, TimeUnit.NANOSECONDS, SLOTS, false);
  }

  @Override
  public Timeout schedule(long deadlineNanos, Runnable due) {
    return timer.newTimeout(
        timeout -> due.run(), deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  @Override
  public boolean cancel(Timeout timeout) {
    return timeout.cancel();
  }

  /** What was cancelled counts until the next tick. */
  @Override
  public int size() {
    return Math.toIntExact(timer.pendingTimeouts());
  }

  @Override
  public void shutdown() {
    timer.stop();
  }
}
