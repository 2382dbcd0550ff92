package dev.heddle.runtime;

import dev.heddle.runtime.observe.WaitsFor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ticks once every period, the first time at its first poll, as Tokio's interval does. A tick
 * allocates nothing. Made by {@link Futures#interval}.
 *
 * <pre>{@code
 * public Poll poll(Context context) {
 *   while (interval.pollTick(context) == Poll.READY) {
 *     flush();
 *   }
 *   return Poll.PENDING;
 * }
 *
 * public void close() {
 *   interval.close();
 * }
 * }</pre>
 *
 * <p>Belongs to one task, as a future does. Whoever owns it closes it once; a tick that nobody
 * waits for any more is not lost but comes with the next poll.
 */
public final class Interval implements WaitsFor, AutoCloseable {
  /** Tokio's, which allows for a timer that counts in milliseconds. */
  static final int TOLERANCE_MILLIS = 5;

  private static final long TOLERANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(TOLERANCE_MILLIS);

  private final long periodNanos;
  private final MissedTicks missed;
  private final Sleep sleep = Sleep.of(Duration.ZERO);
  private final Tick tick = new Tick(this);

  /** Those in which the latest tick was taken, for their clock; null before the first one. */
  private @Nullable Timers timers;

  Interval(long periodNanos, MissedTicks missed) {
    this.periodNanos = periodNanos;
    this.missed = missed;
  }

  /**
   * Takes the next tick, if it is time. If not, the task that polls is woken when it is. A tick
   * takes one unit of the budget.
   *
   * @return {@link Poll#READY} as often as there is a tick, and polled again for the next one
   * @throws IllegalStateException in a runtime without timers
   */
  public Poll pollTick(Context context) {
    if (sleep.poll(context) == Poll.PENDING) {
      return Poll.PENDING;
    }
    long due = sleep.deadlineNanos();
    Timers of = context.runtime().timers();
    timers = of;
    long now = of.now();
    boolean late = now - due > TOLERANCE_NANOS;
    sleep.startAnew(late ? missed.next(due, now, periodNanos) : due + periodNanos);
    return Poll.READY;
  }

  /**
   * The next tick as a future, for a combinator such as {@link Futures#select}. It is the same
   * object at each call, and ready once for each tick. Closing it gives up the wait alone: neither
   * a tick nor the interval.
   */
  public Future<@Nullable Void> tick() {
    return tick;
  }

  /**
   * The next tick comes one period from now; before the first poll, one period from that on. A task
   * that waits for it is woken then.
   */
  public void reset() {
    if (timers == null) {
      sleep.reset(periodNanos);
    } else {
      sleep.resetTo(timers.now() + periodNanos);
    }
  }

  @Override
  public @Nullable String waitsFor(Waker asked) {
    return sleep.waitsFor(asked);
  }

  /** Leaves no timer behind. */
  @Override
  public void close() {
    sleep.close();
  }

  /** Its close does nothing: the timer is the interval's, and stays for the next poll. */
  private record Tick(Interval interval) implements Future<@Nullable Void> {
    @Override
    public Poll poll(Context context) {
      return interval.pollTick(context);
    }

    @Override
    public @Nullable Void value() {
      if (interval.timers == null) {
        throw new IllegalStateException("there was no tick yet");
      }
      return null;
    }
  }
}
