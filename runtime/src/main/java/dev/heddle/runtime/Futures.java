package dev.heddle.runtime;

import java.time.Duration;
import java.util.List;
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
  public static Future<@Nullable Void> sleep(Duration duration) {
    return Sleep.of(duration);
  }

  /**
   * As {@link #sleep}, until a point in time.
   *
   * @param deadlineNanos in the scale of {@link System#nanoTime}, less than 292 years away
   */
  public static Future<@Nullable Void> sleepUntil(long deadlineNanos) {
    return Sleep.until(deadlineNanos);
  }

  /**
   * All values, in the order of the futures, once the last is ready. The futures are polled in turn
   * within the task that polls the whole: one scheduling unit, no parallelism. If one fails, the
   * whole fails at once and closing it closes the others.
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <T extends @Nullable Object> Future<List<T>> join(Future<? extends T>... futures) {
    return new Join<>(List.of(futures));
  }

  /** As {@link #join(Future...)}. The list is copied. */
  public static <T extends @Nullable Object> Future<List<T>> join(
      List<? extends Future<? extends T>> futures) {
    return new Join<>(List.copyOf(futures));
  }
}
