package dev.heddle.runtime;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A future that fails if it is not ready within a time.
 *
 * <p>The future is polled before the time is looked at, so that a value which is there is not
 * thrown away for a clock. The look takes no budget: a future that uses up all of it in every poll
 * could otherwise never time out, a fault that Tokio's time-out once had.
 */
final class Timeout<T extends @Nullable Object> implements Future<T> {
  private final Child<T> child;
  private final Child<@Nullable Void> timer;
  private final Sleep sleep;
  private final Duration duration;

  /** Whether the failure was due, but put off by a poll because no budget was left for it. */
  private boolean putOff;

  Timeout(Future<? extends T> future, Duration duration) {
    this.duration = duration;
    child = new Child<>(future);
    sleep = Sleep.of(duration);
    timer = new Child<>(sleep);
  }

  @Override
  public Poll poll(Context context) throws Exception {
    if (child.poll(context) == Poll.READY) {
      timer.close(); // at once: a queue full of deadlines that no longer matter is a slow one
      return Poll.READY;
    }
    if (sleep.isDue(context)) {
      // It asks once, so that a loop over what times out lets others have their turn, and does not
      // ask twice.
      if (putOff || context.takeBudget()) {
        throw timedOut();
      }
      putOff = true;
    }
    return Poll.PENDING;
  }

  private FutureTimeoutException timedOut() {
    FutureTimeoutException timedOut = new FutureTimeoutException(duration);
    try {
      child.close(); // at once, as a select closes its losers
    } catch (RuntimeException | Error thrown) {
      timedOut.addSuppressed(thrown);
    }
    return timedOut;
  }

  @Override
  public T value() {
    return child.value();
  }

  @Override
  public void close() {
    Child.closeAll(List.of(child, timer));
  }
}
