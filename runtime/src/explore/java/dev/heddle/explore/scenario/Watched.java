package dev.heddle.explore.scenario;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;

/**
 * A task that complains when it is polled twice at once, after its end or for no reason, or closed
 * twice.
 */
abstract class Watched<T> extends Task<T> {
  /** More polls than any task here has reasons for. */
  private static final int MOST_POLLS = 30;

  private boolean polling;
  private boolean ready;
  private int polls;
  private int closes;

  /** One poll. */
  abstract Poll body(Context context) throws Exception;

  final Poll done(T value) {
    return ready(value);
  }

  @Override
  public final Poll poll(Context context) throws Exception {
    complainIf(polling, "polled twice at once");
    complainIf(ready, "polled after it was ready");
    complainIf(closes > 0, "polled after it was closed");
    complainIf(++polls > MOST_POLLS, "polled again and again");
    polling = true;
    try {
      Poll poll = body(context);
      ready = poll == Poll.READY;
      return poll;
    } finally {
      polling = false;
    }
  }

  @Override
  public void close() {
    complainIf(polling, "closed while it was polled");
    closes++;
    complainIf(closes > 1, "closed twice");
  }

  /** To be called by the scenario in the end. */
  final void checkEnded() {
    complainIf(!isFinished(), "never finished");
    complainIf(closes != 1, "closed " + closes + " times");
  }

  /** An error of a task would only end in its handle; this one ends the schedule. */
  private void complainIf(boolean wrong, String what) {
    if (wrong) {
      AssertionError error = new AssertionError(getClass().getSimpleName() + " was " + what);
      Thread.currentThread()
          .getUncaughtExceptionHandler()
          .uncaughtException(Thread.currentThread(), error);
    }
  }
}
