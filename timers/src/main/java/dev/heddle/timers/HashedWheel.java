package dev.heddle.timers;

import dev.heddle.runtime.spi.Library;
import dev.heddle.runtime.spi.Peer;
import dev.heddle.runtime.spi.TimerService;
import dev.heddle.runtime.spi.TimerServiceProvider;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/**
 * {@code hashed-wheel}: Netty's {@code HashedWheelTimer}, as a baseline. One wheel whose thread
 * wakes at every tick, also if nothing is due; what other threads schedule or cancel waits in a
 * queue until then.
 */
public final class HashedWheel implements TimerServiceProvider {
  private static final Peer NETTY =
      new Peer(
          HashedWheel.class, "netty", "io.netty:netty-common", "io.netty.util.HashedWheelTimer");

  @Override
  public String name() {
    return "hashed-wheel";
  }

  @Override
  public String summary() {
    return "baseline: Netty's HashedWheelTimer, 512 slots x 1 ms and one thread that ticks";
  }

  /** Its thread sleeps whole milliseconds beside, so that a timer may be later by one more. */
  @Override
  public long tickNanos() {
    return HashedWheelService.TICK_NANOS;
  }

  /** It is told delays, and looks at the clock itself: the end of a tick may come in between. */
  @Override
  public boolean keepsOrder() {
    return false;
  }

  @Override
  public Optional<Library> library() {
    return NETTY.library();
  }

  @Override
  public Optional<String> unavailable() {
    return NETTY.unavailable();
  }

  @Override
  public TimerService<?> create(ThreadFactory threads) {
    return new HashedWheelService(threads);
  }
}
