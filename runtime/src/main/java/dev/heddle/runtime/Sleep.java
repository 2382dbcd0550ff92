package dev.heddle.runtime;

import dev.heddle.runtime.observe.WaitsFor;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A future that is ready once a time has come. It is its own entry in the timer queue. */
final class Sleep extends TimerEntry implements Future<@Nullable Void>, WaitsFor {
  /** 146 years. A longer sleep is cut to it, because deadlines must stay comparable. */
  private static final Duration LONGEST = Duration.ofNanos(1L << 62);

  /** Whether the time runs from the first poll on, rather than up to a given deadline. */
  private final boolean fromFirstPoll;

  private final long nanos;

  /** Null before the first poll. */
  private @Nullable Timers timers;

  private Sleep(boolean fromFirstPoll, long nanos) {
    super(nanos);
    this.fromFirstPoll = fromFirstPoll;
    this.nanos = nanos;
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

  static Sleep until(long deadlineNanos) {
    return new Sleep(false, deadlineNanos);
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
    return timers == null ? begin(context) : !timers.rearm(this, context.waker());
  }

  private boolean begin(Context context) {
    Timers of = context.runtime().timers();
    timers = of;
    long now = of.now();
    deadlineNanos(fromFirstPoll ? now + nanos : nanos);
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
  @SuppressWarnings("ReferenceEquality") // the same waker, not an equal one
  public @Nullable String waitsFor(Waker asked) {
    Timers of = timers;
    if (of == null || fired || position() == NOT_QUEUED || waker != asked) {
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
