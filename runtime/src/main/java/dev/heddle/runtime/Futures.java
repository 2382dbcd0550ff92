package dev.heddle.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Small futures, and ways to put futures together inside one task. */
public final class Futures {
  private Futures() {}

  /**
   * Pending once, ready after the other runnable tasks had their turn. In the body of a task {@code
   * return context.yieldNow()} does the same without an object.
   */
  public static Future<@Nullable Void> yieldNow() {
    return new Future<>() {
      private boolean yielded;

      @Override
      public Poll poll(Context context) {
        if (yielded) {
          return Poll.READY;
        }
        yielded = true;
        return context.yieldNow();
      }

      @Override
      public @Nullable Void value() {
        return null;
      }
    };
  }

  /**
   * Ready once this much time has passed since its first poll; never early. Closing it takes its
   * timer out of the queue.
   *
   * @param duration if zero or less the first poll is ready; if over 146 years it is 146 years
   * @return a future whose first poll throws {@link IllegalStateException} in a runtime without
   *     timers: {@link RuntimeBuilder#timer(String)}
   */
  public static Sleep sleep(Duration duration) {
    return Sleep.of(duration);
  }

  /**
   * As {@link #sleep}, until a point in time.
   *
   * @param deadlineNanos in the scale of the {@linkplain HeddleRuntime#clock() runtime's clock},
   *     less than 292 years away; if over 146 years ahead at the first poll, it is 146 years from
   *     then
   */
  public static Sleep sleepUntil(long deadlineNanos) {
    return Sleep.until(deadlineNanos);
  }

  /** As {@link #interval(Duration, MissedTicks)}, with {@link MissedTicks#BURST}. */
  public static Interval interval(Duration period) {
    return interval(period, MissedTicks.BURST);
  }

  /**
   * A clock that ticks: at its first poll, and from then on once every period.
   *
   * @param period if over 146 years it is 146 years
   * @param missed what follows a tick that came late
   * @throws IllegalArgumentException if the period is zero or less
   */
  public static Interval interval(Duration period, MissedTicks missed) {
    if (period.isZero() || period.isNegative()) {
      throw new IllegalArgumentException("period was " + period + "; allowed is more than zero");
    }
    Objects.requireNonNull(missed, "what follows a missed tick is null");
    return new Interval(Sleep.nanosOf(period), missed);
  }

  /**
   * All values, in the order of the futures, once the last is ready. The futures are polled in turn
   * within the task that polls the whole, each poll beginning one further on: one scheduling unit,
   * no parallelism, and none that starves the others of budget. If one fails, the whole fails at
   * once and closing it closes the others.
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <T extends @Nullable Object> Future<List<T>> join(Future<? extends T>... futures) {
    return new Join<>(List.of(futures));
  }

  /** As {@link #join(Future...)}. The list is copied. */
  public static <T extends @Nullable Object> Future<List<T>> join(
      List<? extends Future<? extends T>> futures) {
    return new Join<>(futures);
  }

  /**
   * The value of whichever of two futures is ready first; the other is closed at once. Both are
   * polled in turn within the task that polls the whole, the first poll beginning with either at
   * random and each further one with the other: one that is always ready starves nobody.
   *
   * <p>If one fails, the whole fails. It also fails if closing the other one throws.
   */
  public static <A extends @Nullable Object, B extends @Nullable Object>
      Future<Either<A, B>> select(Future<A> first, Future<B> second) {
    return new SelectOfTwo<>(first, second);
  }

  /**
   * As {@link #select(Future, Future)}, among any number of one type. The list is copied.
   *
   * @throws IllegalArgumentException if it is empty: that would never be ready
   */
  public static <T extends @Nullable Object> Future<Selected<T>> select(
      List<? extends Future<? extends T>> futures) {
    return new Select<>(futures);
  }

  /**
   * The value of the future if it is ready in time; otherwise the poll throws {@link
   * FutureTimeoutException}, and the future is closed at once. The time runs from the first poll
   * on, and the future is polled before it is looked at: one that is ready at once never times out.
   *
   * @param duration if zero or less, the future must be ready at its first poll
   * @return a future whose poll throws {@link IllegalStateException} in a runtime without timers,
   *     unless the other one is ready at once
   */
  public static <T extends @Nullable Object> Future<T> timeout(
      Future<? extends T> future, Duration duration) {
    return new Timeout<>(future, duration);
  }

  /**
   * A lambda as a future, for a leaf without a class of its own:
   *
   * <pre>{@code
   * Futures.pollFn((context, result) -> flag ? result.ready(42) : context.yieldNow())
   * }</pre>
   */
  public static <T extends @Nullable Object> Future<T> pollFn(PollFunction<T> function) {
    return new PollFn<>(function);
  }

  /** Ready at once, for one unit of the budget. */
  public static <T extends @Nullable Object> Future<T> ready(T value) {
    return pollFn((context, result) -> context.takeBudget() ? result.ready(value) : Poll.PENDING);
  }

  /** Fails at its first poll. */
  public static <T extends @Nullable Object> Future<T> failed(Exception failure) {
    return pollFn((context, result) -> {
      throw failure;
    });
  }
}
