package dev.heddle.timers;

import dev.heddle.runtime.spi.Library;
import dev.heddle.runtime.spi.Peer;
import dev.heddle.runtime.spi.TimerQueue;
import dev.heddle.runtime.spi.TimerQueueProvider;
import java.util.Optional;

/**
 * {@code agrona-wheel}: Agrona's {@code DeadlineTimerWheel}, a hashed wheel of deadlines in one
 * flat array, as a baseline.
 */
public final class AgronaWheel implements TimerQueueProvider {
  private static final Peer AGRONA =
      new Peer(AgronaWheel.class, "agrona", "org.agrona:agrona", "org.agrona.DeadlineTimerWheel");

  @Override
  public String name() {
    return "agrona-wheel";
  }

  @Override
  public String summary() {
    return "baseline: Agrona's DeadlineTimerWheel, 8192 slots x 1 ms, one flat array";
  }

  @Override
  public long tickNanos() {
    return AgronaWheelQueue.TICK_NANOS;
  }

  /** A timer takes the first free place of its slot. */
  @Override
  public boolean keepsOrder() {
    return false;
  }

  @Override
  public Optional<Library> library() {
    return AGRONA.library();
  }

  @Override
  public Optional<String> unavailable() {
    return AGRONA.unavailable();
  }

  @Override
  public TimerQueue create(long nowNanos) {
    return new AgronaWheelQueue(nowNanos);
  }
}
