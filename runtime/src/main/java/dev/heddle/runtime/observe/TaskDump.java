package dev.heddle.runtime.observe;

import java.util.List;

/**
 * A task that was polled and is not finished.
 *
 * @param name its class, or that of the future it was spawned with, and a number that tells it from
 *     others
 * @param state where it stands
 * @param polls how often it was polled, of which {@link #MOST_POLLS} stands for that often or more;
 *     like all counts -1 if metrics are off
 * @param busyNanos time in its polls, to 5 ms and at most 327 s, in ns
 * @param ageNanos time since its first poll ended, to 5 ms, in ns
 * @param waitsFor what its leaf futures wait for, as far as they tell: empty if none does, or if
 *     the task does not wait
 */
public record TaskDump(
    String name, State state, int polls, long busyNanos, long ageNanos, List<String> waitsFor) {

  /** A task counts no further: there are millions of tasks, and two bytes in each for this. */
  public static final int MOST_POLLS = Character.MAX_VALUE;

  /** Where a task stands. */
  public enum State {
    /** It waits to be woken. */
    WAITING,
    /** It is queued, or being polled. */
    RUNNABLE,
    /** It is queued or being polled, and was woken since: at least one more poll follows. */
    WOKEN,
    /** It will be cancelled as soon as a worker takes it. */
    ABORTING,
    /** It finished while it was looked at. */
    FINISHED
  }

  /** Copies the list. */
  public TaskDump {
    waitsFor = List.copyOf(waitsFor);
  }
}
