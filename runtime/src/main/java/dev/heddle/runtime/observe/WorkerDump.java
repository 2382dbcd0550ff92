package dev.heddle.runtime.observe;

import java.util.List;

/**
 * A thread that polls. Two may have one index, while a poll of the one blocks in place.
 *
 * @param index from 0
 * @param thread the name of its thread
 * @param state what it does
 * @param sinceNanos how long it has been seen in its present poll, in ns, to 5 ms; 0 if it is in
 *     none
 * @param polls how many polls it has ended
 * @param depth runnable tasks in its own queues; -1 if not known
 * @param stack the top of its stack, innermost frame first; empty if it waits
 */
public record WorkerDump(
    int index,
    String thread,
    State state,
    long sinceNanos,
    long polls,
    long depth,
    List<String> stack) {

  /** What a worker does. */
  public enum State {
    /** It waits because it found nothing to do. */
    WAITING,
    /** It polls a task. */
    POLLING,
    /** The task it polls blocks in place; mostly another thread has taken the worker over. */
    BLOCKING,
    /** It is between two polls: looks for a task, at the driver or at the timers. */
    BETWEEN_POLLS
  }

  /** Copies the list. */
  public WorkerDump {
    stack = List.copyOf(stack);
  }
}
