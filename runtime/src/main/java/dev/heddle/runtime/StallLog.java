package dev.heddle.runtime;

import dev.heddle.runtime.observe.Stall;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Warns of stalls in the log, of one a second at most: where every poll is slow, a line for each
 * would be one more load. Says how many it left out.
 */
final class StallLog implements Consumer<Stall> {
  private static final long GAP_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier clock;
  private final Consumer<String> out;
  private boolean logged;
  private long loggedAtNanos;
  private long leftOut;

  /**
   * @param clock nanoseconds, as {@link System#nanoTime}
   * @param out where the warnings go
   */
  StallLog(LongSupplier clock, Consumer<String> out) {
    this.clock = clock;
    this.out = out;
  }

  /** To the system's logger of this package's name. */
  static StallLog toSystem() {
    return new StallLog(
        HeddleRuntime.CLOCK,
        // Asked for when there is something to say: the first logger costs a start milliseconds.
        line ->
            System.getLogger(HeddleRuntime.class.getPackageName())
                .log(System.Logger.Level.WARNING, line));
  }

  @Override
  public void accept(Stall stall) {
    long now = clock.getAsLong();
    if (logged && now - loggedAtNanos < GAP_NANOS) {
      leftOut++;
      return;
    }
    String others =
        leftOut == 0 ? "" : " (and %d stalls since the last warning)".formatted(leftOut);
    logged = true;
    loggedAtNanos = now;
    leftOut = 0;
    out.accept("Stall" + others + ": " + stall);
  }
}
