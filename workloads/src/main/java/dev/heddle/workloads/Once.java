package dev.heddle.workloads;

import dev.heddle.runtime.Context;
import dev.heddle.runtime.Poll;
import dev.heddle.runtime.Task;
import org.jspecify.annotations.Nullable;

/**
 * One of many tasks of one poll each, the last of which signals. Run again, it says so.
 *
 * <p>Its fields are one thread's at a time: the poller's, and after the signal the waiting one's.
 */
class Once extends Task<@Nullable Void> {
  private final Check check;
  private final Arrivals arrivals;
  private final int id;
  private boolean polled;

  Once(Check check, Arrivals arrivals, int id) {
    this.check = check;
    this.arrivals = arrivals;
    this.id = id;
  }

  /** What it does before it arrives; nothing, unless overridden. */
  void work() {}

  @Override
  public final Poll poll(Context context) {
    if (polled) {
      check.failDoubled();
      return ready(null);
    }
    polled = true;
    work();
    if (arrivals.arrive(id)) {
      check.finish();
    }
    return ready(null);
  }
}
