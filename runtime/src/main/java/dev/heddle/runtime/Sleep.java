package dev.heddle.runtime;

import dev.heddle.runtime.observe.WaitsFor;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A future that is ready once a time has come; never early. It is its own entry in the timers, so
 * that it costs one object. Made by {@link Futures#sleep} and {@link Futures#sleepUntil}.
 *
 * <p>The time can be moved, as that of Tokio's {@code Sleep}, at any time before the close: {@link
 * #reset} and {@link #resetTo}. A deadline that others push back again and again, such as an idle
 * connection's, needs one sleep and not one for each push.
 *
 * <p>Whoever polls it may reset it at any time, and so may another future in the same task. Any
 * other thread may once it knows of a poll that has returned, by whatever handed the sleep over to
 * it; resets of several threads need no order among them, and the last one counts. A sleep that was
 * never polled is in no runtime yet, and belongs to one thread.
 *
 * <p>{@link #deadlineNanos} is the time of a sleep for a duration from its first poll on.
 */
public final class Sleep extends TimerEntry implements Future<@Nullable Void>, WaitsFor {
  /** 146 years. A longer sleep is cut to it, because deadlines must stay comparable. */
  static final Duration LONGEST = Duration.ofNanos(1L << 62);

  private static final long LONGEST_NANOS = LONGEST.toNanos();

  /**
   * Whether the time runs from the first poll on, and the deadline is a duration until then: one
   * field for both, because there may be millions of these.
   */
  private boolean fromFirstPoll;

  /** Those it waits in, for good; null before the first poll. */
  private @Nullable Timers timers;

  private Sleep(boolean fromFirstPoll, long nanos) {
    super(nanos);
    this.fromFirstPoll = fromFirstPoll;
  }

  static Sleep of(Duration duration) {
    return new Sleep(true, nanosOf(duration));
  }

  /** Nanoseconds that a deadline may lie ahead: from 0 to 146 years. */
  static long nanosOf(Duration duration) {
    if (duration.isNegative()) {
      return 0;
    }
    return (duration.compareTo(LONGEST) < 0 ? duration : LONGEST).toNanos();
  }

  /**
   * The deadline itself, or if it lies more than 146 years ahead, 146 years from now. One that
   * would lie as far back in a scale that wraps, but reads the larger number, lies ahead: so {@code
   * Long.MAX_VALUE}, which an entry keeps as one more, is not taken for the past by a clock that
   * shows a little less than zero.
   */
  private static long within(long deadlineNanos, long nowNanos) {
    long ahead = deadlineNanos - nowNanos;
    boolean beyond =
        ahead > LONGEST_NANOS || (ahead <= -LONGEST_NANOS && deadlineNanos - 1 >= nowNanos);
    return beyond ? nowNanos + LONGEST_NANOS : deadlineNanos;
  }

  static Sleep until(long deadlineNanos) {
    return new Sleep(false, deadlineNanos);
  }

  /**
   * Ready once this much time has passed from now on; before the first poll, from that on. Whether
   * it was ready before makes no difference. If a task waits for it, it is woken at the new time
   * and not at the old one; who was not told to wait since it was ready polls it again.
   *
   * <p>O(cancel) + O(insert) of the timers, without allocation by the runtime itself, unless they
   * are a service of others, which is given an object each time. A deadline later than before wakes
   * no thread, nor does an earlier one that is not the first of all.
   *
   * @param duration if zero or less the time has come; if over 146 years it is 146 years
   */
  public void reset(Duration duration) {
    reset(nanosOf(duration));
  }

  /** As above, in nanoseconds from 0 to 2^62. */
  void reset(long nanos) {
    Timers of = timers;
    if (of == null) {
      fromFirstPoll = true;
      deadlineNanos(nanos);
    } else {
      of.reset(this, of.now() + nanos);
    }
  }

  /**
   * As {@link #reset}, until a point in time.
   *
   * @param deadlineNanos in the scale of the {@linkplain HeddleRuntime#clock() runtime's clock},
   *     less than 292 years away; if over 146 years ahead, it is 146 years from now
   */
  public void resetTo(long deadlineNanos) {
    Timers of = timers;
    if (of == null) {
      fromFirstPoll = false;
      deadlineNanos(deadlineNanos);
    } else {
      of.reset(this, within(deadlineNanos, of.now()));
    }
  }

  /**
   * A new time for a sleep that is ready, or was never polled, and that no other thread resets. It
   * waits in the timers of whoever polls it next.
   */
  void startAnew(long deadlineNanos) {
    fired = false;
    fromFirstPoll = false;
    timers = null;
    deadlineNanos(deadlineNanos);
  }

  @Override
  public Poll poll(Context context) {
    return isDue(context) && context.takeBudget() ? Poll.READY : Poll.PENDING;
  }

  /**
   * Whether the time has come. If not, the task that polls will be woken when it does. Takes no
   * budget.
   */
  boolean isDue(Context context) {
    Timers of = timers;
    return of == null ? begin(context) : !of.await(this, context.waker());
  }

  private boolean begin(Context context) {
    Timers of = context.runtime().timers();
    timers = of;
    long now = of.now();
    deadlineNanos(fromFirstPoll ? now + deadlineNanos() : within(deadlineNanos(), now));
    if (now - deadlineNanos() >= 0) {
      fired = true;
      return true;
    }
    of.insert(this, context.waker());
    return false;
  }

  @Override
  public @Nullable Void value() {
    if (!fired) {
      throw new IllegalStateException("the time has not come yet");
    }
    return null;
  }

  /**
   * Reads without the timers' lock what is written under it: who asks wants no more than a hint.
   */
  @Override
  public @Nullable String waitsFor(Waker asked) {
    Timers of = timers;
    if (of == null || !of.wakes(this, asked)) {
      return null;
    }
    long left = deadlineNanos() - of.now();
    return left > 0 ? "sleep, due in " + left / 1_000_000 + " ms" : "sleep, due now";
  }

  @Override
  public void close() {
    if (timers != null && !fired) {
      timers.cancel(this);
    }
  }
}
